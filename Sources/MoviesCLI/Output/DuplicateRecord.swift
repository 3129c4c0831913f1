internal import MovieCuration
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A group of movies, or of actors, that can be the same, in the output of a command.
struct DuplicateRecord: OutputRecord {
  let group: DuplicateGroup

  static let columns: [RecordColumn<Self>] = [
    .init(Column(name: "ids", style: .dim)) { .text($0.idText) },
    .init(Column(name: "name", minimumWidth: 16, style: .bold)) { $0.name },
    .init(Column(name: "movies", isNumber: true)) { .count(Int64($0.movieCount)) },
    .init(Column(name: "differs", minimumWidth: 12)) { .text($0.group.difference) },
  ]

  var recordID: Int64 { group.ids.first ?? 0 }

  var idText: String { group.ids.map(String.init).joined(separator: " ") }

  /// The title of the movie that stays, or the proposed name.
  private var name: CellValue {
    switch group {
    case .movies(let group): .title(group.result.title, suffix: group.result.yearSuffix)
    case .actors(let group): .text(group.actors[0].name)
    }
  }

  private var movieCount: Int {
    switch group {
    case .movies(let group): group.movies.count
    case .actors(let group): group.actors.reduce(0) { $0 + $1.movieCount }
    }
  }

  /// Groups of movies and of actors have different members.
  static func members(ofColumn name: String) -> [String] {
    switch name {
    case "name": [name, "movies", "actors"]
    case "differs": [name, "conflict", "actors", "match"]
    default: ["movies", "actors"]
    }
  }

  static let schema = JSONSchema.anyOf([
    .object([
      "movies": .array(MovieRecord.schema),
      "differs": .array(
        .object([
          "field": .string, "values": .array(.object(["id": .integer, "value": .string])),
        ])),
      "conflict": .boolean, "match": .values(["same", "perhaps"]),
    ]),
    .object([
      "name": .string, "actors": .array(ActorRecord.schema),
      "match": .values(["equal", "similar"]),
    ]),
  ])

  func append(to json: inout JSONBuilder) {
    json.object {
      switch group {
      case .movies(let group):
        $0.array("movies", group.movies) { MovieRecord($1).append(to: &$0) }
        $0.array("differs", group.differences) { json, difference in
          json.object {
            $0.add("field", difference.field)
            $0.array("values", difference.values) { json, value in
              json.object {
                $0.add("id", value.movie.rawValue)
                $0.add("value", value.text)
              }
            }
          }
        }
        $0.add("conflict", group.hasConflict)
        $0.add("match", group.isAmbiguous ? "perhaps" : "same")
      case .actors(let group):
        $0.add("name", group.actors[0].name)
        $0.array("actors", group.actors) { ActorRecord(actor: $1).append(to: &$0) }
        $0.add("match", group.isEqual ? "equal" : "similar")
      }
    }
  }
}

extension DuplicateGroup {
  var ids: [Int64] {
    switch self {
    case .movies(let group): group.movies.map(\.id.rawValue)
    case .actors(let group): group.actors.map(\.id.rawValue)
    }
  }

  /// Whether the movies are only perhaps the same, and the values that differ; or the names, with
  /// their numbers of movies.
  var difference: String {
    switch self {
    case .movies(let group):
      ((group.isAmbiguous ? ["perhaps the same"] : [])
        + group.differences.map {
          "\($0.field): \($0.values.map(\.text).joined(separator: " | "))"
        }).joined(separator: "; ")
    case .actors(let group):
      group.actors.map { "\($0.name) (\($0.movieCount))" }.joined(separator: " | ")
    }
  }
}
