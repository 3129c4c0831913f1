internal import MovieTerminal

/// A table fitted to the width of the terminal.
///
/// The first rows are held back to see how wide the columns are; those that follow are cut to fit.
/// Where there is no room for all columns, the values of a row stand below each other.
struct TableRenderer: RecordRenderer {
  private static let mostHeldBack = 200

  private let format: RecordFormat
  private let isColored: Bool
  private let output: OutputWriter
  private var columns: [TableColumn]
  private var heldBack: [[String]] = []
  private var layout: TableLayout?
  private var isFirst = true

  init(_ format: RecordFormat, isColored: Bool, output: OutputWriter) {
    self.format = format
    self.isColored = isColored
    self.output = output
    columns = format.columns.map { column in
      TableColumn(
        format.hasHeading ? column.heading.uppercased() : "",
        alignment: column.isNumber ? .right : .left,
        isFlexible: !column.isNumber && !column.heading.isEmpty, minimumWidth: column.minimumWidth,
        cut: column.cut)
    }
  }

  mutating func add(_ record: some Tabular) throws {
    let row = format.columns.map { TerminalText.escaped(record.label(of: $0, output.glyphs)) }
    if let layout { return try write(row, layout) }
    for (index, cell) in row.enumerated() { columns[index].measure(cell) }
    heldBack.append(row)
    if heldBack.count == Self.mostHeldBack { try release() }
  }

  mutating func finish() throws {
    if layout == nil, !heldBack.isEmpty { try release() }
  }

  private mutating func release() throws {
    let layout = TableLayout(
      columns, terminalColumns: output.isTerminal ? output.columns : Terminal.columnRange.upperBound
    )
    self.layout = layout
    if format.hasHeading, layout.isWhole {
      let heading = layout.headingRow(ellipsis: output.glyphs.ellipsis) {
        Style.heading.styled($1, isColored: isColored)
      }
      try output.write(heading + "\n")
    }
    for row in heldBack { try write(row, layout) }
    heldBack = []
  }

  private mutating func write(_ row: [String], _ layout: TableLayout) throws {
    guard layout.isWhole else { return try write(list: row) }
    let line = layout.row(row, ellipsis: output.glyphs.ellipsis) { index, text in
      guard let style = format.columns[index].style else { return text }
      return style.styled(text, isColored: isColored)
    }
    try output.write(line + "\n")
  }

  private mutating func write(list row: [String]) throws {
    let list = ValueList(
      headings: format.columns.map { format.hasHeading ? $0.name.uppercased() : "" },
      columns: output.columns, isColored: isColored)
    if !isFirst { try output.write("\n") }
    isFirst = false
    for line in list.lines(row) { try output.write(line + "\n") }
  }
}

extension Column {
  /// How the column looks where there is color.
  fileprivate var style: Style? {
    switch name {
    case "id": .dim
    case "favorite": .favorite
    case "title", "name": .bold
    default: nil
    }
  }
}
