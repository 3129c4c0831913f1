internal import CLibrary

/// A call to the operating system that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The `errno` of the failed call, such as `ENOSPC`.
  package let code: Int32
  /// What was tried, as a verb that follows "cannot": `open`, `write`.
  package let operation: String
  /// The file it was tried on, if it has a name.
  package let path: String?
  private let explanation: String?

  /// - Parameter explanation: A reason to give instead of the system's own.
  package init(code: Int32, operation: String, path: String?, explanation: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
    self.explanation = explanation
  }

  /// The error that the last failed call of this thread left.
  package static func last(_ operation: String, _ path: String?) -> SystemError {
    SystemError(code: errno, operation: operation, path: path)
  }

  /// The reason in English, such as `No space left on device`.
  package var reason: String { explanation ?? Self.reason(of: code) }

  /// Whether no file of that name is there.
  package var isMissingFile: Bool { code == ENOENT }

  /// Whether the name is longer than the system allows.
  package var isTooLongName: Bool { code == ENAMETOOLONG }

  /// Whether a file of that name is there already.
  package var isExistingFile: Bool { code == EEXIST }

  /// Whether there is no more room.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// Whether the device itself failed.
  package var isIOError: Bool { code == EIO }

  /// Whether the work is to end.
  package var isInterruption: Bool { code == EINTR }

  /// Whether the reader at the other end of a pipe went away.
  package var isBrokenPipe: Bool { code == EPIPE }

  private static func reason(of code: Int32) -> String {
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) {
      buffer -> String? in
      guard let start = buffer.baseAddress else { return nil }
      unsafe start.initialize(repeating: 0, count: buffer.count)
      // A code it does not know is a failure, but gets a text all the same.
      _ = unsafe strerror_r(code, start, buffer.count)
      return unsafe String(validatingCString: start)
    }
    return text ?? "error \(code)"
  }
}

extension SystemError: CustomStringConvertible {
  /// Such as `cannot open 'movies.json': No such file or directory`.
  package var description: String {
    guard let path else { return "cannot \(operation): \(reason)" }
    return "cannot \(operation) '\(path)': \(reason)"
  }
}
