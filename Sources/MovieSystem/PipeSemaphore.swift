internal import CLibrary

/// What one thread waits for and another gives, through a pipe of the system.
struct PipeSemaphore: ~Copyable, Sendable {
  private let input: Int32
  private let output: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try valueOrErrno("create", "pipe") { unsafe pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    input = ends[0]
    output = ends[1]
  }

  deinit {
    close(input)
    close(output)
  }

  func give() throws(SystemError) {
    let byte: [UInt8] = [1]
    try valueOrErrno("write", "pipe") { unsafe write(output, byte, 1) }
  }

  /// Waits until it is given, once for each time that it is.
  ///
  /// - Parameter milliseconds: for how long at most; `nil` for any time.
  /// - Returns: whether it was given.
  @discardableResult
  func wait(milliseconds: Int32? = nil) throws(SystemError) -> Bool {
    if let milliseconds {
      var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      if try valueOrErrno("read", "pipe", { unsafe poll(&entry, 1, milliseconds) }) == 0 {
        return false
      }
    }
    var byte: [UInt8] = [0]
    try valueOrErrno("read", "pipe") { unsafe read(input, &byte, 1) }
    return true
  }
}
