internal import MovieStore
internal import MovieSync
internal import MovieSystem
internal import MovieTerminal

/// A catalog that syncs by way of a directory, in the output of a command.
struct ReplicaRecord: OutputRecord {
  let replica: SyncReplica

  static let columns: [RecordColumn<Self>] = [
    .init(Column(name: "replica", style: .bold)) { .text($0.replica.name) },
    .init(Column(name: "machine", minimumWidth: 9)) { .text($0.replica.machine ?? "") },
    .init(Column(name: "changes", isNumber: true)) { .count(Int64($0.replica.changes)) },
    .init(Column(name: "last")) { .text($0.last ?? "") },
    .init(Column(name: "own")) { .text($0.replica.isOwn ? "this catalog" : "") },
  ]

  var recordID: Int64 { 0 }

  var idText: String { replica.name }

  private var last: String? { replica.lastDay.map { "\($0)" } }

  static let schema = JSONSchema.object([
    "replica": .string, "machine": .string.orNull, "changes": .integer, "last": .string.orNull,
    "own": .boolean,
  ])

  func append(to json: inout JSONBuilder) {
    json.object {
      $0.add("replica", replica.name)
      $0.add("machine", replica.machine)
      $0.add("changes", replica.changes)
      $0.add("last", last)
      $0.add("own", replica.isOwn)
    }
  }
}
