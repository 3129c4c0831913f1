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

  package var isMissingFile: Bool { code == ENOENT }
  /// Whether a file is where the path has a directory.
  package var isNotDirectory: Bool { code == ENOTDIR }
  package var isExistingFile: Bool { code == EEXIST }
  package var isTooLongName: Bool { code == ENAMETOOLONG }
  /// Whether the disk or a quota is full.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether the device failed, or a terminal hung up.
  package var isIOError: Bool { code == EIO }
  /// Whether the device of a file failed: the errors with which SQLite reports a failed read as
  /// damage.
  package var isDeviceError: Bool { [EIO, ENXIO, ERANGE].contains(code) }
  /// Whether a limit of the process or of the system is reached, whatever the file is.
  package var isLimit: Bool { [EFBIG, EMFILE, ENFILE].contains(code) }
  /// Whether a signal interrupted the call.
  package var isInterruption: Bool { code == EINTR }
  /// Whether the reader of a pipe closed it.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// Whether the content of a file is damaged or above a limit.
  package var isInvalidData: Bool { code == EBADMSG }

  /// The error of a file whose content is damaged or above a limit.
  ///
  /// - Parameter explanation: What is wrong, and what to do.
  package static func invalidData(_ path: String, _ explanation: String) -> SystemError {
    SystemError(code: EBADMSG, operation: "read", path: path, explanation: explanation)
  }

  /// The error of a write to a directory, a pipe or a link, where a file is needed.
  package static func notRegular(_ path: String) -> SystemError {
    SystemError(
      code: EEXIST, operation: "write", path: path,
      explanation: "it is not a regular file; remove it")
  }

  /// The error of a read for which there is not enough memory.
  package static func outOfMemory(_ path: String) -> SystemError {
    SystemError(code: ENOMEM, operation: "read", path: path)
  }

  /// The error of a read that a request to stop ended.
  static func interrupted(_ path: String?) -> SystemError {
    SystemError(code: EINTR, operation: "read", path: path)
  }

  private static func reason(of code: Int32) -> String {
    switch code {
    case EFBIG:
      return "the file size limit is reached; raise it (ulimit -f), or use a file system that "
        + "allows larger files"
    case EMFILE: return "too many open files; raise the limit (ulimit -n)"
    case ENFILE: return "too many open files in the system; close other programs"
    default: break
    }
    var text = [CChar](repeating: 0, count: 256)
    // The call fails for an unknown code, but writes a text nevertheless.
    _ = unsafe strerror_r(code, &text, text.count)
    return String(nullTerminated: text)
  }
}

extension SystemError: CustomStringConvertible {
  /// Such as `cannot open 'movies.json': No such file or directory`.
  package var description: String {
    "cannot \(operation)\(path.map { " '\($0)'" } ?? ""): \(reason)"
  }
}

extension String {
  init(nullTerminated text: [CChar]) {
    self.init(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Makes a system call, and turns its failure into an error.
///
/// - Parameter retryOnInterrupt: Whether to repeat the call when a signal interrupts it. A signal that
///   requests a stop ends the call with `EINTR` in any case.
@discardableResult
func valueOrErrno<Result: SignedInteger>(
  _ operation: String, _ path: String?, retryOnInterrupt: Bool = true, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code == EINTR, retryOnInterrupt, !Interruption.isRequested { continue }
    throw SystemError(code: code, operation: operation, path: path)
  }
}
