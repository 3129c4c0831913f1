internal import MovieSystem

package struct ScreenSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

package enum Terminal {
  /// Larger values are errors in the environment.
  package static let columnRange = 1...10_000

  /// The columns for output: those of a usable `COLUMNS`, otherwise the terminal's, otherwise 80; always
  /// within ``columnRange``.
  package static func columns(of descriptor: Int32, environmentColumns: String?) -> Int {
    limited(environmentColumns.flatMap(positiveCount) ?? size(of: descriptor).columns)
  }

  static func limited(_ columns: Int) -> Int {
    min(max(columns, columnRange.lowerBound), columnRange.upperBound)
  }

  /// The size of the window; 80 × 24 if the terminal does not know it.
  package static func size(of descriptor: Int32) -> ScreenSize {
    let size = TerminalDevice.windowSize(of: descriptor) ?? (0, 0)
    return ScreenSize(
      columns: size.columns > 0 ? size.columns : 80, rows: size.rows > 0 ? size.rows : 24)
  }

  /// Only digits; a number that exceeds `Int` is the largest one.
  private static func positiveCount(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let count = Int(text) ?? Int.max
    return count > 0 ? count : nil
  }
}
