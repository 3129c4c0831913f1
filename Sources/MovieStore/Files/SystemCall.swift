import Glibc
internal import MovieSQLite

/// Makes a system call until it is neither interrupted nor, given a descriptor, told to come back
/// when that is ready. An interruption that is to end the work is an error, `EINTR`.
///
/// - Parameters:
///   - operation: The verb for the error, such as `read`.
///   - output: The descriptor to wait on after `EAGAIN` until it takes bytes.
/// - Returns: What the call returned, 0 or more.
func retrying<Result: SignedInteger>(
  _ operation: String, _ path: String?, waitingFor output: Int32? = nil,
  _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code == EINTR, !Interruption.isRequested { continue }
    guard code == EAGAIN, let output else {
      throw SystemError(code: code, operation: operation, path: path)
    }
    var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&entry, 1, -1)
  }
}

/// Waits until a descriptor has input or has come to its end. A request to end the work is an error,
/// `EINTR`.
///
/// A signal that arrives between the check of the request and the wait does not interrupt the wait. Where
/// a signal makes a request instead of ending the process, the wait is therefore divided into short ones.
func waitForInput(_ descriptor: Int32, _ path: String?) throws(SystemError) {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while !Interruption.isRequested {
    let result = unsafe poll(&entry, 1, Interruption.isPostponed ? 50 : -1)
    // The call that reads reports any failure but an interruption.
    if result > 0 || result < 0 && errno != EINTR { return }
  }
  throw SystemError(code: EINTR, operation: "read", path: path)
}
