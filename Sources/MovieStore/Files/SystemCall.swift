import Glibc
internal import MovieSQLite

/// Makes a system call until it is neither interrupted nor, given a descriptor, told to come back
/// when that is ready. An interruption that is to end the work is an error, `EINTR`.
///
/// - Parameters:
///   - operation: The verb for the error, such as `read`.
///   - readiness: The descriptor to wait on after `EAGAIN`, and `POLLIN` or `POLLOUT`.
/// - Returns: What the call returned, 0 or more.
func retrying<Result: SignedInteger>(
  _ operation: String, _ path: String?, waitingFor readiness: (Int32, Int32)? = nil,
  _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code == EINTR, !Interruption.isRequested { continue }
    guard code == EAGAIN, let (descriptor, event) = readiness else {
      throw SystemError(code: code, operation: operation, path: path)
    }
    var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
    _ = unsafe poll(&entry, 1, -1)
  }
}
