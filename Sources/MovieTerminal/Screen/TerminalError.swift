internal import Glibc

/// A call to the system that failed while the terminal showed frames.
package struct TerminalError: Error, Hashable, CustomStringConvertible {
  package let call: String
  /// The system's number, as in `errno`.
  package let code: Int32

  /// Whether the terminal is gone.
  package var isHangUp: Bool { code == EIO }

  static func last(_ call: String) -> TerminalError { TerminalError(call: call, code: errno) }

  package var description: String { unsafe "\(call): \(String(cString: strerror(code)))" }
}
