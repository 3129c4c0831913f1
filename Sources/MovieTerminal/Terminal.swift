import Glibc

/// What can be asked of the terminal behind a file descriptor.
package enum Terminal {
  /// Anything wider is a mistake in the environment.
  package static let columnRange = 1...10_000
  private static let standardColumns = 80
  private static let standardRows = 24

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Opens the terminal behind a descriptor once more, for writing that never waits: a terminal that is
  /// stopped takes nothing. The descriptor itself is shared with other processes, and stays as it is.
  ///
  /// - Returns: a descriptor that is the caller's to close; `nil` where there is no terminal, or it may
  ///   not be opened.
  package static func openWithoutWaiting(_ descriptor: Int32) -> Int32? {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
    let opened = unsafe open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    return opened >= 0 ? opened : nil
  }

  /// The columns to fit output to: those of a usable `COLUMNS`, else the terminal's, else 80;
  /// always within ``columnRange``.
  package static func columns(of descriptor: Int32, environmentColumns: String?) -> Int {
    let columns =
      environmentColumns.flatMap(positiveCount) ?? windowColumns(descriptor) ?? standardColumns
    return min(max(columns, columnRange.lowerBound), columnRange.upperBound)
  }

  /// The columns and rows of the terminal itself; 80 and 24 where it does not know.
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
    let size = windowSize(descriptor)
    return (
      size.map { Int($0.ws_col) }.flatMap(atLeastOne) ?? standardColumns,
      size.map { Int($0.ws_row) }.flatMap(atLeastOne) ?? standardRows
    )
  }

  /// Digits only; more of them than a number can have still means a great many.
  private static func positiveCount(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let count = Int(text) ?? Int.max
    return count > 0 ? count : nil
  }

  private static func windowColumns(_ descriptor: Int32) -> Int? {
    windowSize(descriptor).flatMap { atLeastOne(Int($0.ws_col)) }
  }

  /// A terminal that was never told its size says 0.
  private static func atLeastOne(_ count: Int) -> Int? { count > 0 ? count : nil }

  private static func windowSize(_ descriptor: Int32) -> winsize? {
    var size = winsize()
    return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
