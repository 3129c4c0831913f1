internal import MovieSystem

/// A system call that failed while the terminal shows a screen.
package struct TerminalError: Error, Hashable, CustomStringConvertible {
  let cause: SystemError

  /// Whether the terminal hung up.
  package var isHangUp: Bool { cause.isIOError }

  package var description: String { "\(cause.operation): \(cause.reason)" }

  /// Runs system calls.
  static func wrapping<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(TerminalError) -> Result {
    do throws(SystemError) { return try body() } catch { throw TerminalError(cause: error) }
  }
}
