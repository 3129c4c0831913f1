internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

/// The migrations of one sample catalog from one version to all others.
struct MigrationMatrixRow {
  let sample: String
  let from: SchemaVersion
  let pairs: [MigrationPair]

  static let columns: [RecordColumn<Self>] =
    [
      .init(Column(name: "catalog")) { .text($0.sample) },
      .init(Column(name: "from", minimumWidth: 4)) { .text($0.from.name) },
    ]
    + SchemaVersion.allCases.map { target in
      .init(Column(name: target.name, minimumWidth: 8)) { row in
        .text(row.pairs.first { $0.to == target }?.text ?? "")
      }
    }

  /// One row for each catalog and version, in order.
  static func rows(of pairs: [MigrationPair]) -> [MigrationMatrixRow] {
    pairs.filter { $0.from == $0.to }.map { start in
      MigrationMatrixRow(
        sample: start.sample, from: start.from,
        pairs: pairs.filter { $0.sample == start.sample && $0.from == start.from })
    }
  }

  /// The rows as a table of Markdown.
  static func markdown(_ pairs: [MigrationPair]) -> String {
    MarkdownTable.text(
      columns.map(\.column.name),
      rows: rows(of: pairs).map { row in
        [MarkdownTable.escaped(row.sample), row.from.name] + row.pairs.map(\.text)
      })
  }
}

extension MigrationPair {
  /// Such as `lossless`; for a version and itself, whether a migrated catalog equals a new one.
  fileprivate var text: String {
    ([outcome.name] + (losses.isEmpty ? [] : [losses.text])).joined(separator: " ")
  }

  func append(to json: inout JSONBuilder) {
    json.object { json in
      json.add("catalog", sample)
      json.add("from", from.rawValue)
      json.add("to", to.rawValue)
      json.add("outcome", outcome.name)
      json.array("losses", losses) { $1.append(to: &$0) }
    }
  }

  private var losses: [MigrationLoss] {
    if case .loses(let losses) = outcome { losses } else { [] }
  }
}
