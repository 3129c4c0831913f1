import Glibc

/// What can be asked of the terminal behind a file descriptor.
package enum Terminal {
  /// Anything wider is a mistake in the environment.
  package static let columnRange = 1...10_000
  private static let standardColumns = 80

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns to fit output to: those of a usable `COLUMNS`, else the terminal's, else 80;
  /// always within ``columnRange``.
  package static func columns(of descriptor: Int32, environmentColumns: String?) -> Int {
    let columns =
      environmentColumns.flatMap(positiveCount) ?? windowColumns(descriptor) ?? standardColumns
    return min(max(columns, columnRange.lowerBound), columnRange.upperBound)
  }

  /// Digits only; more of them than a number can have still means a great many.
  private static func positiveCount(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let count = Int(text) ?? Int.max
    return count > 0 ? count : nil
  }

  /// A terminal that was never told its size says 0.
  private static func windowColumns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }
}
