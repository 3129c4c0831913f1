internal import MovieInterchange
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A movie of a list in the output of a command.
struct ListedRecord: MovieColumns {
  let record: MovieRecord
  private let group: ListedMovie.Group
  private let candidates: [Movie.ID]

  init(_ listed: ListedMovie) {
    record = MovieRecord(listed.movie)
    (group, candidates) = (listed.group, listed.candidates)
  }

  static let columns: [RecordColumn<Self>] = [
    .init(Column(name: "group", minimumWidth: 9)) { .text($0.group.rawValue) },
    .init(Column(name: "id", isNumber: true, style: .dim)) { .text($0.idText) },
    .init(Column(name: "title", minimumWidth: 16, style: .bold)) { .text($0.record.movie.title) },
    .init(Column(name: "year", isNumber: true)) {
      .attribute(.year, $0.record.movie.attributes[.year])
    },
    .init(Column(name: "actors")) { .cast($0.record.movie.cast) },
  ]

  /// The columns of a list that can be imported.
  static var listColumns: [RecordColumn<Self>] {
    (["title", "actors"] + AttributeKey.known.map(\.name)).compactMap(column)
  }

  /// The id of the movie, or those of the movies that an ambiguous one can be.
  var idText: String {
    let ids = candidates.isEmpty ? [record.movie.id] : candidates
    return ids.filter { $0.rawValue > 0 }.map { "\($0)" }.joined(separator: " ")
  }

  static func members(ofColumn name: String) -> [String] {
    switch name {
    case "group": [name]
    case "id": [name, "candidates"]
    default: MovieRecord.members(ofColumn: name)
    }
  }

  static let schema = MovieRecord.object(id: .integer.orNull).adding([
    "group": .values(of: ListedMovie.Group.self), "candidates": .array(.integer),
  ])

  func append(to json: inout JSONBuilder) {
    record.append(to: &json) { json in
      json.add("group", group.rawValue)
      json.array("candidates", candidates) { $0.add($1.rawValue) }
    }
  }

  func page(columns: Int, _ glyphs: Glyphs, isColored: Bool) -> [String]? {
    let card = record.page(columns: columns, glyphs, isColored: isColored) ?? []
    return [Style.dim.styled(group.rawValue, isColored: isColored)] + card
  }
}
