/// The widths that make a table's rows fit a terminal.
///
/// The widest flexible columns give way first, down to their minimum widths. On a terminal too
/// narrow for that, columns go from the right as long as a flexible one stays; then flexible ones
/// shrink further. At the last the first column stands alone, and may be wider than the terminal
/// if it cannot be cut.
package struct TableLayout: Sendable, Equatable {
  /// Spaces between two columns.
  package static let gap = 2

  package let columns: [TableColumn]
  /// One for each column, 0 for one that is left out, gap and all.
  package let widths: [Int]

  package init(_ columns: [TableColumn], terminalColumns: Int) {
    self.columns = columns
    let range = Terminal.columnRange
    let available = min(max(terminalColumns, range.lowerBound), range.upperBound)
    widths = Self.widths(of: columns, within: available)
  }

  /// Whether no column is left out.
  package var isWhole: Bool { !widths.contains(0) }

  /// The headings as a row, empty where no column has one.
  package func headingRow(
    ellipsis: String = "…", decorate: (Int, String) -> String = { $1 }
  ) -> String {
    row(columns.map(\.heading), ellipsis: ellipsis, decorate: decorate)
  }

  /// The cells, escaped already, cut and padded, without spaces at the end.
  ///
  /// - Parameters:
  ///   - ellipsis: of one column, where something is cut.
  ///   - decorate: gives a cell that is cut already, and the index of its column, their color.
  package func row(
    _ cells: [String], ellipsis: String = "…", decorate: (Int, String) -> String = { $1 }
  ) -> String {
    var line = ""
    var blank = 0
    for (index, cell) in zip(columns.indices, cells) where widths[index] > 0 {
      let text = columns[index].cut(cell, to: widths[index], ellipsis: ellipsis)
      let padding = max(0, widths[index] - DisplayWidth.columns(of: text))
      let isRight = columns[index].alignment == .right
      if !text.isEmpty {
        line += TerminalText.spaces(blank + (isRight ? padding : 0)) + decorate(index, text)
        blank = isRight ? 0 : padding
      } else {
        blank += padding
      }
      blank += Self.gap
    }
    return line
  }
}

extension TableLayout {
  private static func widths(of columns: [TableColumn], within available: Int) -> [Int] {
    var floors = columns.map {
      $0.isFlexible ? min($0.minimumWidth, $0.naturalWidth) : $0.naturalWidth
    }
    let flexible = columns.firstIndex(where: \.isFlexible).map { $0 + 1 } ?? 1
    var shown = fittingCount(floors, within: available)
    if shown < flexible {
      floors = columns.map { $0.isFlexible ? 1 : $0.naturalWidth }
      shown = min(max(fittingCount(floors, within: available), 1), flexible, columns.count)
    }
    let room = available - gap * max(0, shown - 1)
    let widths = leveled(columns.prefix(shown), floors: floors.prefix(shown), within: room)
    return widths + Array(repeating: 0, count: columns.count - shown)
  }

  /// How many of the first columns fit at these widths.
  private static func fittingCount(_ widths: [Int], within available: Int) -> Int {
    var end = -gap
    return widths.prefix { width in
      end += gap + width
      return end <= available
    }.count
  }

  /// The natural widths, where need be cut to the highest level at which the columns fit.
  private static func leveled(
    _ columns: ArraySlice<TableColumn>, floors: ArraySlice<Int>, within room: Int
  ) -> [Int] {
    func widths(at level: Int) -> [Int] {
      zip(columns, floors).map { min($0.naturalWidth, max($1, level)) }
    }
    func fits(_ level: Int) -> Bool { widths(at: level).reduce(0, +) <= room }
    var (low, high) = (0, room)
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    return spread(over: widths(at: low), towards: widths(at: low + 1), within: room)
  }

  /// Gives what a level leaves over, less than a column each, to the columns on the left.
  private static func spread(over widths: [Int], towards next: [Int], within room: Int) -> [Int] {
    var left = room - widths.reduce(0, +)
    return zip(widths, next).map { width, wider in
      guard left > 0, wider > width else { return width }
      left -= 1
      return wider
    }
  }
}
