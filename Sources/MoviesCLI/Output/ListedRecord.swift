internal import MovieStore
internal import MovieTerminal

/// A movie of a list in the output of a command.
struct ListedRecord: OutputRecord {
  private let record: MovieRecord
  private let group: ListedMovie.Group
  private let candidates: [Movie.ID]

  init(_ listed: ListedMovie) {
    record = MovieRecord(listed.movie)
    (group, candidates) = (listed.group, listed.candidates)
  }

  static let columns: [RecordColumn<Self>] = [
    .init(Column(name: "group", minimumWidth: 9)) { .text($0.group.rawValue) },
    .init(Column(name: "id", isNumber: true, style: .dim)) {
      .text($0.recordID.orNull.map(String.init) ?? "")
    },
    .init(Column(name: "title", minimumWidth: 16, style: .bold)) { .text($0.record.movie.title) },
    .init(Column(name: "year", isNumber: true)) {
      .attribute(.year, $0.record.movie.attributes[.year])
    },
    .init(Column(name: "actors")) { .cast($0.record.movie.cast) },
  ]

  static var columnNames: [String] {
    columns.map(\.column.name) + MovieRecord.columnNames.filter { column(named: $0) == nil }
  }

  /// A column of the list above, or of a movie.
  static func column(named name: String) -> RecordColumn<Self>? {
    columns.first { $0.column.name == name }
      ?? MovieRecord.column(named: name).map { column in
        RecordColumn(column.column) { column.value($0.record) }
      }
  }

  var recordID: Int64 { record.recordID }

  func append(to json: inout JSONBuilder) {
    json.object { json in
      json.add("group", group.rawValue)
      json.array("candidates", candidates) { $0.add($1.rawValue) }
      json.member("movie") { record.append(to: &$0) }
    }
  }

  func page(columns: Int, _ glyphs: Glyphs, isColored: Bool) -> [String]? {
    record.page(columns: columns, glyphs, isColored: isColored)
  }
}
