/// One column of a table, and the width of its widest cell so far.
package struct TableColumn: Sendable, Equatable {
  package let heading: String
  package let alignment: Alignment
  /// Whether cells may be truncated. Numbers may not: a truncated number is a different number.
  package let isFlexible: Bool
  package let truncation: TruncationSide
  /// The width below which a flexible column is of little use.
  package let minimumWidth: Int
  /// The width of the widest cell, or of the heading.
  package private(set) var naturalWidth: Int

  package init(
    _ heading: String, alignment: Alignment = .left, isFlexible: Bool = false,
    minimumWidth: Int = 1, truncation: TruncationSide = .end
  ) {
    self.heading = heading
    self.alignment = alignment
    self.isFlexible = isFlexible
    self.truncation = truncation
    self.minimumWidth = max(1, minimumWidth)
    naturalWidth = max(1, DisplayWidth.columns(of: heading))
  }

  /// Widens the column to an escaped cell.
  package mutating func measure(_ cell: String) {
    naturalWidth = max(naturalWidth, DisplayWidth.columns(of: cell))
  }
}

/// Column widths with which the rows of a table fit a terminal.
///
/// The widest flexible columns shrink first, down to their minimum widths. If that is not enough,
/// columns are omitted from the right as long as a flexible one remains; then flexible columns
/// shrink further. The first column is never omitted, and exceeds the terminal if it is not flexible.
package struct TableLayout: Sendable, Equatable {
  package static let gap = 2

  package let columns: [TableColumn]
  /// One width for each column; 0 if it is omitted.
  package let widths: [Int]

  package init(_ columns: [TableColumn], terminalColumns: Int) {
    self.columns = columns
    widths = Self.widths(of: columns, within: Terminal.limited(terminalColumns))
  }

  package var isWhole: Bool { !widths.contains(0) }

  package func headingRow(
    ellipsis: String = "…", decorate: (Int, String) -> String = { $1 }
  ) -> String {
    row(columns.map(\.heading), ellipsis: ellipsis, decorate: decorate)
  }

  /// A row of escaped cells, truncated and padded, without trailing spaces.
  ///
  /// - Parameter decorate: Adds color to a truncated cell of the column with this index.
  package func row(
    _ cells: [String], ellipsis: String = "…", decorate: (Int, String) -> String = { $1 }
  ) -> String {
    var line = ""
    var blank = 0
    for (index, (column, cell)) in zip(columns, cells).enumerated() where widths[index] > 0 {
      let text =
        column.isFlexible
        ? TerminalText.truncated(
          cell, to: widths[index], at: column.truncation, ellipsis: ellipsis) : cell
      let padding = max(0, widths[index] - DisplayWidth.columns(of: text))
      let isRight = column.alignment == .right
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
    let widths = shrunk(columns.prefix(shown), floors: floors, within: room)
    return widths + Array(repeating: 0, count: columns.count - shown)
  }

  private static func fittingCount(_ widths: [Int], within available: Int) -> Int {
    var end = -gap
    return widths.prefix { width in
      end += gap + width
      return end <= available
    }.count
  }

  /// The natural widths, of which the widest shrink until the columns fit or have their floors.
  private static func shrunk(
    _ columns: ArraySlice<TableColumn>, floors: [Int], within room: Int
  ) -> [Int] {
    var widths = zip(columns, floors).map { min($0.naturalWidth, max($1, room)) }
    for _ in 0..<max(0, widths.reduce(0, +) - room) {
      let shrinkable = widths.indices.filter { widths[$0] > floors[$0] }
      // Of equally wide columns, the last shrinks first.
      let widest = shrinkable.max { (widths[$0], $0) < (widths[$1], $1) }
      guard let widest else { break }
      widths[widest] -= 1
    }
    return widths
  }
}
