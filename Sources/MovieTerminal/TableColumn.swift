/// One column of a table, and how wide its cells are so far.
package struct TableColumn: Sendable, Equatable {
  /// Wider than any terminal, and few enough that no sum of widths overflows.
  private static let widthRange = 1...1_000_000

  package let heading: String
  package let alignment: Alignment
  /// Whether cells may be cut; numbers may not, for a cut number is another number.
  package let isFlexible: Bool
  /// Where cells are cut.
  package let cut: Cut
  /// The columns below which a flexible column is of little use.
  package let minimumWidth: Int
  /// The columns of the widest cell, or of the heading.
  package private(set) var naturalWidth: Int

  package init(
    _ heading: String, alignment: Alignment = .left, isFlexible: Bool = false,
    minimumWidth: Int = 1, cut: Cut = .end
  ) {
    self.heading = heading
    self.alignment = alignment
    self.isFlexible = isFlexible
    self.cut = cut
    self.minimumWidth = Self.limited(minimumWidth)
    naturalWidth = Self.limited(DisplayWidth.columns(of: heading))
  }

  /// Widens the column to the cell, which is escaped already.
  package mutating func measure(_ cell: String) {
    naturalWidth = max(naturalWidth, Self.limited(DisplayWidth.columns(of: cell)))
  }

  /// The cell as it fits the width.
  func cut(_ cell: String, to width: Int, ellipsis: String) -> String {
    guard isFlexible else { return cell }
    return TerminalText.truncated(cell, to: width, at: cut, ellipsis: ellipsis)
  }

  private static func limited(_ width: Int) -> Int {
    min(max(width, widthRange.lowerBound), widthRange.upperBound)
  }
}
