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
    Descriptor.isWritable(output, within: -1)
  }
}

/// The result of a call that returns its error number, in the form that ``valueOrErrno`` expects.
func errnoResult(_ code: Int32) -> Int32 {
  if code != 0 { errno = code }
  return code == 0 ? 0 : -1
}
