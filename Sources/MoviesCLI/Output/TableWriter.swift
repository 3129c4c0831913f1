internal import MovieTerminal

/// A writer of a table that fits the terminal.
///
/// The first rows determine the widths of the columns; later rows are truncated to them. A wider
/// number widens its column from its row on, and the other columns shrink. If the terminal is too
/// narrow for all columns, each row is expanded to one line per value.
struct TableWriter: RowWriter {
  private static let measuredRows = 200

  private let layout: RecordLayout
  private let output: OutputWriter
  private var columns: [TableColumn]
  private var pending: [[Cell]] = []
  private var table: TableLayout?
  private var isFirst = true

  /// An escaped value.
  private struct Cell {
    let text: String
    /// Its end, which is not truncated.
    let suffix: String
  }

  init(_ layout: RecordLayout, to output: OutputWriter) {
    self.layout = layout
    self.output = output
    columns = layout.columns.map { column in
      let heading = TerminalText.escaped(column.heading ?? column.name)
      return TableColumn(
        layout.hasHeading ? heading.uppercased() : "", alignment: column.isNumber ? .right : .left,
        isFlexible: !column.isNumber && !heading.isEmpty, minimumWidth: column.minimumWidth,
        truncation: column.truncation)
    }
  }

  mutating func write(_ cells: [CellValue]) throws {
    let row = cells.map {
      Cell(
        text: TerminalText.escaped($0.displayText(output.glyphs)), suffix: $0.displaySuffix)
    }
    if let table {
      var layout = table
      if widenColumns(for: row) {
        layout = currentLayout
        self.table = layout
      }
      return try write(row, layout)
    }
    for (index, cell) in row.enumerated() { columns[index].measure(cell.text + cell.suffix) }
    pending.append(row)
    if pending.count == Self.measuredRows { try writePending() }
  }

  mutating func finish() throws {
    if table == nil, !pending.isEmpty { try writePending() }
  }

  private var currentLayout: TableLayout {
    TableLayout(
      columns, terminalColumns: output.isTerminal ? output.columns : Terminal.columnRange.upperBound
    )
  }

  /// Widens the columns whose cells are not truncated to a row.
  ///
  /// - Returns: Whether the row has a wider cell.
  private mutating func widenColumns(for row: [Cell]) -> Bool {
    let before = columns
    for (index, cell) in row.enumerated() where !columns[index].isFlexible {
      columns[index].measure(cell.text + cell.suffix)
    }
    return columns != before
  }

  private mutating func writePending() throws {
    let table = currentLayout
    self.table = table
    if layout.hasHeading, table.isWhole {
      let heading = table.headingRow(ellipsis: output.glyphs.ellipsis) {
        Style.heading.styled($1, isColored: layout.isColored)
      }
      try output.write(escaped: heading + "\n")
    }
    for row in pending { try write(row, table) }
    pending = []
  }

  private mutating func write(_ row: [Cell], _ table: TableLayout) throws {
    guard table.isWhole else { return try writeExpanded(row.map { $0.text + $0.suffix }) }
    let cells = zip(row, table.widths).map { cell, width in
      let room = width - cell.suffix.utf8.count
      return cell.suffix.isEmpty || room < 2
        ? cell.text + cell.suffix
        : TerminalText.truncated(cell.text, to: room, ellipsis: output.glyphs.ellipsis)
          + cell.suffix
    }
    let line = table.row(cells, ellipsis: output.glyphs.ellipsis) { index, text in
      layout.columns[index].style?.styled(text, isColored: layout.isColored) ?? text
    }
    try output.write(escaped: line + "\n")
  }

  private mutating func writeExpanded(_ row: [String]) throws {
    let expanded = ExpandedRow(
      headings: layout.columns.map {
        layout.hasHeading ? TerminalText.escaped($0.name).uppercased() : ""
      },
      columns: output.columns, isColored: layout.isColored)
    if !isFirst { try output.write("\n") }
    isFirst = false
    for line in expanded.lines(row) { try output.write(escaped: line + "\n") }
  }
}

/// A row with one line per value, for a terminal that is too narrow for the columns. Values are
/// wrapped, not truncated.
struct ExpandedRow {
  /// One for each value, escaped for the terminal.
  let headings: [String]
  let columns: Int
  let isColored: Bool

  /// - Parameter values: Escaped for the terminal; empty ones are left out.
  func lines(_ values: [String]) -> [String] {
    let width = headings.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    let margin = width == 0 ? 0 : width + TableLayout.gap
    return zip(headings, values).filter { !$1.isEmpty }.flatMap { heading, value in
      TerminalText.wrapped(value, to: max(8, columns - margin)).enumerated().map { index, piece in
        let name = index == 0 ? heading : ""
        return Style.heading.styled(name, isColored: isColored)
          + TerminalText.spaces(margin - DisplayWidth.columns(of: name)) + piece
      }
    }
  }
}
