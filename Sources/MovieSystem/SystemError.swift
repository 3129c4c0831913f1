internal import CLibrary

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The `errno` of the failed call, such as `ENOSPC`.
  package let code: Int32
  /// The attempted operation, as a verb that follows "cannot": `open`, `write`.
  package let operation: String
  /// The path of the file, if it has one.
  package let path: String?
  private let explanation: String?

  /// - Parameter explanation: A reason to give instead of the system's own.
  package init(code: Int32, operation: String, path: String?, explanation: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
    self.explanation = explanation
  }

  /// The reason in English, such as `No space left on device`.
  package var reason: String { explanation ?? Self.reason(of: code) }

  /// Whether no file of that name exists.
  package var isMissingFile: Bool { code == ENOENT }

  /// Whether the name is longer than the system allows.
  package var isTooLongName: Bool { code == ENAMETOOLONG }

  /// Whether a file of that name already exists.
  package var isExistingFile: Bool { code == EEXIST }

  /// Whether the disk or a quota is full, or the file would exceed a size limit.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// Whether the device failed, or a terminal hung up.
  package var isIOError: Bool { code == EIO }

  /// Whether a signal interrupted the call.
  package var isInterruption: Bool { code == EINTR }

  /// Whether the reader of a pipe closed it.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether a non-blocking descriptor was not ready.
  var isTemporarilyUnavailable: Bool { code == EAGAIN }

  private static func reason(of code: Int32) -> String {
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) {
      buffer -> String? in
      guard let start = buffer.baseAddress else { return nil }
      unsafe start.initialize(repeating: 0, count: buffer.count)
      // The call fails for an unknown code, but writes a text nevertheless.
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
