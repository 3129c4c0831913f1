internal import CLibrary

/// Makes a system call, and turns its failure into an error.
///
/// - Parameters:
///   - operation: The verb for the error, such as `read`.
///   - retryOnInterrupt: Whether to repeat the call when a signal interrupts it. A signal that requests
///     a stop ends the call with `EINTR` in any case.
///   - output: The descriptor to wait for after `EAGAIN`, until it accepts bytes.
/// - Returns: The result of the call, 0 or more.
@discardableResult
func valueOrErrno<Result: SignedInteger>(
  _ operation: String, _ path: String?, retryOnInterrupt: Bool = true,
  waitingFor output: Int32? = nil, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code == EINTR, retryOnInterrupt, !Interruption.isRequested { continue }
    guard code == EAGAIN, let output else {
      throw SystemError(code: code, operation: operation, path: path)
    }
    var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&entry, 1, -1)
  }
}

/// Waits until a descriptor has input or is at its end.
///
/// A signal that arrives between the check for a request and the wait does not interrupt the wait. In a
/// critical section, where the handler does not exit the process, the wait is therefore divided into
/// short ones.
///
/// - Throws: `SystemError` with `EINTR` if a stop was requested.
func waitForInput(_ descriptor: Int32, _ path: String?) throws(SystemError) {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while !Interruption.isRequested {
    let result = unsafe poll(&entry, 1, Interruption.isCritical ? 50 : -1)
    // The read that follows reports every other failure.
    if result > 0 || result < 0 && errno != EINTR { return }
  }
  throw SystemError(code: EINTR, operation: "read", path: path)
}

/// Whether a read from the descriptor would return immediately, also because it is at its end.
package func hasInput(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  guard unsafe poll(&entry, 1, 0) == 1 else { return false }
  return Int32(entry.revents) & (POLLIN | POLLHUP) != 0
}
