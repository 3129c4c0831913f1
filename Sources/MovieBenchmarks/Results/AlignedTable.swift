internal import MovieTerminal

/// Rows under a heading, the first column on the left and the others, numbers, on the right; as wide
/// as it needs to be.
struct AlignedTable {
  private let layout: TableLayout
  private let rows: [[String]]

  init(_ heading: [String], _ rows: [[String]]) {
    var columns = heading.enumerated().map { index, text in
      TableColumn(text, alignment: index == 0 ? .left : .right)
    }
    for row in rows {
      for (index, cell) in row.enumerated() { columns[index].measure(cell) }
    }
    layout = TableLayout(columns, terminalColumns: Terminal.columnRange.upperBound)
    self.rows = rows
  }

  /// The columns of the screen that each column takes.
  var widths: [Int] { layout.widths }

  /// The heading and the rows, without ends of line.
  var lines: [String] { [layout.headingRow()] + rows.map { layout.row($0) } }
}
