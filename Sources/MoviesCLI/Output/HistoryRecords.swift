internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// An entry of the history in the output of a command.
struct HistoryRecord: OutputRecord {
  let entry: HistoryEntry

  static let columns: [RecordColumn<Self>] = [
    .init(Column(name: "id", isNumber: true, style: .dim)) { .number($0.recordID) },
    .init(Column(name: "time", minimumWidth: 20)) { .text($0.entry.time.description) },
    .init(Column(name: "state", minimumWidth: 10)) {
      .text($0.state)
    },
    .init(Column(name: "command", minimumWidth: 12)) { .text($0.entry.description ?? "") },
    .init(Column(name: "summary", minimumWidth: 12, style: .bold)) { .text($0.entry.summary) },
    .init(Column(name: "kind", isDefault: false)) { .text($0.entry.kind.rawValue) },
    .init(Column(name: "target", isNumber: true, isDefault: false)) {
      .text($0.entry.target.map(String.init) ?? "")
    },
    .init(Column(name: "movies", isNumber: true, isDefault: false)) {
      .number(Int64($0.entry.movieCount))
    },
  ]

  private var state: String {
    if entry.state != .done { return entry.state.rawValue }
    return entry.isStored ? "" : "not undoable"
  }

  var recordID: Int64 { Int64(entry.id) }

  static func members(ofColumn name: String) -> [String] {
    name == "state" ? [name, "undoable"] : [name]
  }

  static let schema = JSONSchema.object([
    "id": .integer, "time": .string, "kind": .values(of: HistoryEntry.Kind.self),
    "state": .values(of: HistoryEntry.State.self), "target": .integer.orNull,
    "command": .string.orNull, "summary": .string, "movies": .integer, "undoable": .boolean,
  ])

  func append(to json: inout JSONBuilder) {
    json.object {
      $0.add("id", entry.id)
      $0.add("time", entry.time.description)
      $0.add("kind", entry.kind.rawValue)
      $0.add("state", entry.state.rawValue)
      $0.add("target", entry.target)
      $0.add("command", entry.description)
      $0.add("summary", entry.summary)
      $0.add("movies", entry.movieCount)
      $0.add("undoable", entry.kind == .change && entry.state == .done && entry.isStored)
    }
  }
}

/// A change to a movie, with its values before and after.
struct ChangeRecord: OutputRecord {
  let change: MovieChange

  static let columns: [RecordColumn<Self>] = [
    .init(Column(name: "id", isNumber: true, style: .dim)) { .number($0.recordID) },
    .init(Column(name: "change", minimumWidth: 7)) { .text($0.change.outcome.rawValue) },
    .init(Column(name: "favorite", heading: "", style: .favorite)) {
      .star($0.movie.isFavorite)
    },
    .init(Column(name: "title", minimumWidth: 16, style: .bold)) {
      .title($0.movie.title, suffix: $0.movie.yearSuffix)
    },
    .init(Column(name: "actors")) { .cast($0.movie.cast) },
    .init(Column(name: "difference")) { .text($0.difference) },
  ]

  private var movie: Movie { change.movie }

  /// The values that an update changed, such as `rating 8 (was 7)`.
  private var difference: String {
    guard case .updated(let before, let after) = change else { return "" }
    return MovieDifference.text(from: before, to: after)
  }

  var recordID: Int64 { movie.id.rawValue }

  static func members(ofColumn name: String) -> [String] {
    ["id", "change"].contains(name) ? [name] : ["before", "after"]
  }

  static let schema = JSONSchema.object([
    "id": .integer, "change": .values(of: MovieChange.Outcome.self),
    "before": MovieRecord.schema.orNull, "after": MovieRecord.schema.orNull,
  ])

  func append(to json: inout JSONBuilder) {
    json.object { json in
      json.add("id", recordID)
      json.add("change", change.outcome.rawValue)
      json.member("before") { json in Self.append(change.before, to: &json) }
      json.member("after") { json in Self.append(change.after, to: &json) }
    }
  }

  private static func append(_ movie: Movie?, to json: inout JSONBuilder) {
    if let movie { MovieRecord(movie).append(to: &json) } else { json.addNull() }
  }
}
