internal import MovieSystem

/// The size of the terminal that a descriptor refers to.
package enum Terminal {
  /// Larger values are errors in the environment.
  package static let columnRange = 1...10_000
  private static let standardColumns = 80
  private static let standardRows = 24

  /// The columns for output: those of a usable `COLUMNS`, otherwise the terminal's, otherwise 80; always
  /// within ``columnRange``.
  package static func columns(of descriptor: Int32, environmentColumns: String?) -> Int {
    let columns =
      environmentColumns.flatMap(positiveCount) ?? size(of: descriptor).columns
    return min(max(columns, columnRange.lowerBound), columnRange.upperBound)
  }

  /// The columns and rows of the window; 80 and 24 if the terminal does not know them.
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
    let size = TerminalDevice.windowSize(of: descriptor) ?? (0, 0)
    return (
      size.columns > 0 ? size.columns : standardColumns, size.rows > 0 ? size.rows : standardRows
    )
  }

  /// Only digits; a number that exceeds `Int` is the largest one.
  private static func positiveCount(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let count = Int(text) ?? Int.max
    return count > 0 ? count : nil
  }
}
