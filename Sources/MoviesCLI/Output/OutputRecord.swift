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

  func page(columns: Int, _ glyphs: Glyphs, isColored: Bool) -> [String]? { nil }
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
    case .attribute(_, let values): values.map(\.description).joined(separator: ", ")
    }
  }
}
