internal import MovieTerminal

/// The parts of the screen.
struct BrowseLayout {
  static let minimumSize = ScreenSize(columns: 40, rows: 8)
  /// The width from which the pane with the details of a movie is always shown.
  private static let wideColumns = 110
  /// The width from which the pane is beside the list, not below it.
  private static let paneBesideColumns = 70

  struct Area {
    let row: Int
    let column: Int
    let columns: Int
    let rows: Int
  }

  let size: ScreenSize
  /// The rows of the list, without the header.
  let list: Area
  let pane: Area?

  /// - Parameter showsPane: Whether the pane is shown; `nil` if the width decides.
  init(_ size: ScreenSize, showsPane: Bool?) {
    self.size = size
    let columns = size.columns
    // Without the header, the line of messages and the footer.
    let rows = max(size.rows, Self.minimumSize.rows) - 3
    guard showsPane ?? (columns >= Self.wideColumns) else {
      list = Area(row: 2, column: 1, columns: columns, rows: rows)
      pane = nil
      return
    }
    if columns >= Self.paneBesideColumns {
      let width = min(60, columns * 2 / 5)
      list = Area(row: 2, column: 1, columns: columns - width - 3, rows: rows)
      pane = Area(row: 2, column: columns - width + 1, columns: width, rows: rows)
    } else {
      let height = (rows - 1) / 2
      list = Area(row: 2, column: 1, columns: columns, rows: rows - height - 1)
      pane = Area(row: 2 + rows - height, column: 1, columns: columns, rows: height)
    }
  }

  static func isTooSmall(_ size: ScreenSize) -> Bool {
    size.columns < minimumSize.columns || size.rows < minimumSize.rows
  }
}
