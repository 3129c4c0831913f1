internal import MovieTerminal

/// What can be a row of a table.
protocol Tabular {
  /// The whole value of a column, as TSV and CSV have it.
  func text(of column: Column) -> String

  /// The value as a table on a terminal shows it.
  func label(of column: Column, _ glyphs: Glyphs) -> String
}

/// A record that can be printed in every output format.
protocol Presentable: Tabular {
  static var columns: [Column] { get }

  var recordID: Int64 { get }

  func append(to json: inout JSONWriter)
}

extension Tabular {
  func label(of column: Column, _ glyphs: Glyphs) -> String { text(of: column) }
}

/// A column of a table, by the name that `--columns` and headings use.
struct Column: Hashable, Sendable {
  let name: String
  /// What a table is headed with where the name is too long.
  var heading: String
  /// Numbers stand to the right and are never cut.
  var isNumber = false
  /// Columns of a terminal below which the values are of little use.
  var minimumWidth = 8
  /// The end of a value that goes where there is no room: of a path, its beginning.
  var cut = Cut.end
  /// Whether the column is printed where `--columns` names none.
  var isShown = true

  init(
    _ name: String, heading: String? = nil, isNumber: Bool = false, minimumWidth: Int = 8,
    cut: Cut = .end, isShown: Bool = true
  ) {
    self.name = name
    self.heading = heading ?? name
    self.isNumber = isNumber
    self.minimumWidth = minimumWidth
    self.cut = cut
    self.isShown = isShown
  }
}
