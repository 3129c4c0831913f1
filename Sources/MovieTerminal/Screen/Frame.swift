/// All that a terminal is to show.
package struct Frame: Hashable, Sendable {
  package var size: ScreenSize
  /// From the top; rows that the size has no room for are not shown.
  package var rows: [FrameRow]
  /// Where the cursor stands: screen readers follow it.
  package var cursor: ScreenPlace

  package init(size: ScreenSize, rows: [FrameRow], cursor: ScreenPlace) {
    self.size = size
    self.rows = rows
    self.cursor = cursor
  }

  /// The frame with as many rows as there is room for, and nothing outside of the window.
  var fitted: Frame {
    let columns = 1...max(1, size.columns)
    let count = max(1, size.rows)
    var rows = rows.prefix(count).map { row in
      FrameRow(row.texts.filter { !$0.text.isEmpty && columns.contains($0.column) })
    }
    rows += repeatElement(FrameRow(), count: count - rows.count)
    let cursor = ScreenPlace(
      row: min(max(1, cursor.row), count),
      column: min(max(1, cursor.column), columns.upperBound))
    return Frame(size: size, rows: rows, cursor: cursor)
  }
}
