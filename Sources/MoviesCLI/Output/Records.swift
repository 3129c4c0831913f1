internal import MovieFormats
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A record that every output format can print.
protocol OutputRecord {
  static var columns: [RecordColumn<Self>] { get }

  /// The names for `--columns` that are listed in help and errors.
  static var columnNames: [String] { get }

  /// The column for a name of `--columns`, or `nil` if there is none.
  static func column(named name: String) -> RecordColumn<Self>?

  /// The columns as they are printed together.
  static func arranged(_ columns: [RecordColumn<Self>]) -> [RecordColumn<Self>]

  var recordID: Int64 { get }

  /// The id in the format of ids; those of a group with spaces between them.
  var idText: String { get }

  /// What ``append(to:)`` adds.
  static var schema: JSONSchema { get }

  /// The members of JSON that have the value of a column.
  static func members(ofColumn name: String) -> [String]

  func append(to json: inout JSONBuilder)

  /// The lines of a page; `nil` for one line per column.
  func page(columns: Int, _ glyphs: Glyphs, isColored: Bool) -> [String]?
}

extension OutputRecord {
  static var columnNames: [String] { columns.map(\.column.name) }

  static func column(named name: String) -> RecordColumn<Self>? {
    columns.first { $0.column.name == name }
  }

  static func arranged(_ columns: [RecordColumn<Self>]) -> [RecordColumn<Self>] { columns }

  var idText: String { "\(recordID)" }

  static func members(ofColumn name: String) -> [String] { [name] }

  func page(columns: Int, _ glyphs: Glyphs, isColored: Bool) -> [String]? { nil }
}

extension Int64 {
  /// An id in JSON; `nil` for 0, which is that of a movie or an actor of another file.
  var orNull: Int64? { self == 0 ? nil : self }
}

/// A column of a table.
struct Column: Sendable {
  /// The name for `--columns`, and the heading.
  let name: String
  /// The heading of a table, if it is not the name.
  var heading: String?
  /// Numbers are aligned to the right and never truncated.
  var isNumber = false
  /// The width to which a table truncates the values before it drops the column.
  var minimumWidth = 8
  /// The end of a value that a table truncates; for a path, the start.
  var truncation = TruncationSide.end
  var style: Style?
  /// Whether the column is printed without `--columns`.
  var isDefault = true
}

/// A column with its values.
struct RecordColumn<Record>: Sendable {
  let column: Column
  let value: @Sendable (Record) -> CellValue

  init(_ column: Column, _ value: @escaping @Sendable (Record) -> CellValue) {
    self.column = column
    self.value = value
  }
}

/// A value in a table, which a terminal and a file represent differently.
enum CellValue: Sendable {
  case text(String)
  case number(Int64)
  /// A number with a separator between thousands on a terminal.
  case count(Int64)
  case star(Bool)
  /// The cast of a movie.
  case cast([Actor])
  /// The title of a movie, and the year that follows it in a table.
  case title(String, suffix: String)
  /// The values of an attribute.
  case attribute(AttributeKey, [AttributeValue])

  /// The value in TSV and CSV.
  var text: String {
    switch self {
    case .text(let text): text
    case .number(let number), .count(let number): "\(number)"
    case .star(let isSet): isSet ? "*" : ""
    case .cast(let actors): ValueCell.text(of: actors.map(\.name))
    case .title(let title, _): title
    case .attribute(let key, let values):
      ValueCell.text(of: values, for: key)
    }
  }

  /// The end of the value in a table, which is not truncated.
  var displaySuffix: String { if case .title(_, let suffix) = self { suffix } else { "" } }

  /// The value in a table, without the suffix.
  func displayText(_ glyphs: Glyphs) -> String {
    switch self {
    case .text, .number: text
    case .count(let number): Formatting.grouped(number)
    case .star(let isSet): isSet ? glyphs.star : ""
    case .cast(let actors): actors.map(\.name).joined(separator: ", ")
    case .title(let title, _): title
    case .attribute(let key, let values):
      // A table can truncate all but the latest day, by which movies are sorted.
      (key == .watched ? values.reversed() : values).map(\.description).joined(separator: ", ")
    }
  }
}

extension Movie {
  /// The first names of the cast in parentheses, which distinguish movies with the same title.
  var briefCast: String {
    cast.isEmpty ? "" : " (\(cast.prefix(3).map(\.name).joined(separator: ", ")))"
  }
}

/// A record of which any attribute of its movie can be a column.
protocol MovieColumns: OutputRecord, SendableMetatype {
  var record: MovieRecord { get }
}

extension MovieColumns {
  static var columnNames: [String] {
    let names = columns.map(\.column.name)
    return names + MovieRecord.columnNames.filter { !names.contains($0) }
  }

  /// A column of the record, or of its movie.
  static func column(named name: String) -> RecordColumn<Self>? {
    columns.first { $0.column.name == name }
      ?? MovieRecord.column(named: name).map { column in
        RecordColumn(column.column) { [value = column.value] in value($0.record) }
      }
  }

  var recordID: Int64 { record.recordID }
}

/// A movie in the output of a command.
struct MovieRecord: MovieColumns {
  let movie: Movie
  /// The change that the command applied, if any.
  var change: MovieChange.Outcome?
  /// The numbers of movies of the cast, for a page.
  var movieCounts: [Actor.ID: Int] = [:]

  init(_ movie: Movie, change: MovieChange.Outcome? = nil) {
    self.movie = movie
    self.change = change
  }

  init(_ changed: MovieChange) { self.init(changed.movie, change: changed.outcome) }

  static let columns: [RecordColumn<Self>] = [
    .init(Column(name: "id", isNumber: true, style: .dim)) { .number($0.recordID) },
    .init(Column(name: "favorite", heading: "", style: .favorite)) {
      .star($0.movie.isFavorite)
    },
    .init(Column(name: "title", minimumWidth: 16, style: .bold)) {
      .title($0.movie.title, suffix: $0.movie.yearSuffix)
    },
    .init(Column(name: "actors")) { .cast($0.movie.cast) },
    .init(Column(name: "sortableTitle", isDefault: false)) { .text($0.movie.sortableTitle) },
    .init(Column(name: "change", isDefault: false)) { .text($0.change?.rawValue ?? "") },
  ]

  /// Any other key is accepted, too.
  static var columnNames: [String] {
    columns.map(\.column.name) + AttributeKey.known.map(\.name)
  }

  /// A column of the list above, or of an attribute.
  static func column(named name: String) -> RecordColumn<Self>? {
    if let column = columns.first(where: { $0.column.name == name }) { return column }
    do {
      let key = try AttributeKey(name)
      return RecordColumn(
        Column(
          name: name, isNumber: key == .year, minimumWidth: key == .watched ? 10 : 8,
          isDefault: false)
      ) { .attribute(key, $0.movie.attributes[key]) }
    } catch {
      return nil
    }
  }

  /// The title does not repeat a year that has a column.
  static func arranged(_ columns: [RecordColumn<Self>]) -> [RecordColumn<Self>] {
    guard columns.contains(where: { $0.column.name == AttributeKey.year.name }) else {
      return columns
    }
    return columns.map { column in
      column.column.name == "title"
        ? RecordColumn(column.column) { .text($0.movie.title) } : column
    }
  }

  var record: MovieRecord { self }
  var recordID: Int64 { movie.id.rawValue }

  static func members(ofColumn name: String) -> [String] {
    columns.contains { $0.column.name == name } ? [name] : [attributesMember]
  }

  static let attributesMember = "attributes"

  static let schema = JSONSchema.definition("movie", object())

  /// A movie with the change that the command made.
  static let changeSchema = JSONSchema.definition(
    "changedMovie",
    object().adding(["change": .values(of: MovieChange.Outcome.self)]))

  /// A movie that can be one of another file, without an id.
  static let foreignSchema = JSONSchema.definition("movie", object(id: .integer.orNull))

  /// - Parameter actorMembers: The members that some actors have.
  static func object(
    id: JSONSchema = .integer, actorMembers: KeyValuePairs<String, JSONSchema> = [:]
  ) -> JSONSchema {
    .object([
      "id": id, "title": .string, "sortableTitle": .string, "favorite": .boolean,
      "actors": .array(.object(["id": id, "name": .string], optional: actorMembers)),
      "attributes": attributes,
    ])
  }

  /// An array for each key of which a movie can have several values, a value for each other key.
  static let attributes: JSONSchema = {
    let value = JSONSchema.anyOf([.string, .number])
    return .dictionary(.anyOf([.string, .number, .array(value)]))
  }()

  func append(to json: inout JSONBuilder) { append(to: &json) { _ in } }

  /// - Parameter addMembers: Adds members after those of the movie.
  func append(to json: inout JSONBuilder, _ addMembers: (inout JSONBuilder) -> Void) {
    open(in: &json)
    for actor in movie.cast {
      json.object {
        $0.add("id", actor.id.rawValue.orNull)
        $0.add("name", actor.name)
      }
    }
    close(in: &json, addMembers)
  }

  /// Adds the beginning of the object. The elements of `actors` follow.
  func open(in json: inout JSONBuilder) {
    json.open("{")
    json.add("id", recordID.orNull)
    json.add("title", movie.title)
    json.add("sortableTitle", movie.sortableTitle)
    json.add("favorite", movie.isFavorite)
    json.open("[", "actors")
  }

  func close(in json: inout JSONBuilder, _ addMembers: (inout JSONBuilder) -> Void = { _ in }) {
    json.close("]")
    json.add(Self.attributesMember, movie.attributes)
    if let change { json.add("change", change.rawValue) }
    addMembers(&json)
    json.close("}")
  }

  func page(columns: Int, _ glyphs: Glyphs, isColored: Bool) -> [String]? {
    MovieCard(record: self, columns: columns, glyphs: glyphs, isColored: isColored).lines
  }
}

/// The order in which the actors of a movie are printed.
struct CastOrder {
  enum Key: String, CaseIterable, Sendable {
    case name, billing
  }

  let key: Key
  let descending: Bool

  func sorted(_ cast: [Actor]) -> [Actor] {
    let sorted = key == .name ? cast.sortedByName() : cast
    return descending ? sorted.reversed() : sorted
  }
}

/// An actor in the output of a command.
struct ActorRecord: OutputRecord {
  let actor: ActorWithMovieCount

  static let columns: [RecordColumn<Self>] = [
    .init(Column(name: "id", isNumber: true, style: .dim)) { .number($0.recordID) },
    .init(Column(name: "name", minimumWidth: 10, style: .bold)) { .text($0.actor.actor.name) },
    .init(Column(name: "movies", isNumber: true)) { .number(Int64($0.actor.movieCount)) },
  ]

  var recordID: Int64 { actor.id.rawValue }

  static let schema = JSONSchema.definition(
    "actor", .object(["id": .integer, "name": .string, "movies": .integer]))

  func append(to json: inout JSONBuilder) {
    json.object {
      $0.add("id", recordID)
      $0.add("name", actor.actor.name)
      $0.add("movies", actor.movieCount)
    }
  }
}
