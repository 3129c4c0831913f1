internal import CLibrary

/// File descriptors: the standard ones, pipes, writes, and waiting until one is ready.
package enum Descriptor {
  package static var standardInput: Int32 { STDIN_FILENO }
  package static var standardOutput: Int32 { STDOUT_FILENO }
  package static var standardError: Int32 { STDERR_FILENO }

  /// Opens `/dev/null` for each standard descriptor that is closed. Otherwise a database could be opened
  /// as one of them, and messages would be written into it. Reads and writes there still fail.
  package static func openMissingStandardDescriptors() {
    let modes = [
      (standardInput, O_WRONLY), (standardOutput, O_RDONLY), (standardError, O_RDONLY),
    ]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// Creates a pipe that child processes do not inherit.
  static func pipe(
    _ operation: String, _ path: String? = nil
  ) throws(SystemError) -> (output: Int32, input: Int32) {
    var ends: [Int32] = [-1, -1]
    try valueOrErrno(operation, path) { unsafe CLibrary.pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (output: ends[0], input: ends[1])
  }

  /// Writes all bytes, however long that blocks.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String? = nil
  ) throws(SystemError) {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let chunk = unsafe UnsafeBufferPointer(rebasing: rest)
        let count = try valueOrErrno("write", path, waitingFor: descriptor) {
          unsafe CLibrary.write(descriptor, chunk.baseAddress, chunk.count)
        }
        // A device that accepts no bytes and reports no error would cause an endless loop.
        guard count > 0 else { throw SystemError(code: EIO, operation: "write", path: path) }
        unsafe rest = rest.dropFirst(count)
      }
    }
  }

  /// Reads once.
  ///
  /// - Returns: The bytes, empty at the end; `nil` if there are none yet or a signal arrived.
  package static func readAvailable(
    _ descriptor: Int32, atMost count: Int
  ) throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    do {
      let count = try valueOrErrno("read", nil, retryOnInterrupt: false) {
        unsafe read(descriptor, &bytes, bytes.count)
      }
      return Array(bytes[..<count])
    } catch {
      if error.code == EINTR || error.code == EAGAIN { return nil }
      throw error
    }
  }

  // MARK: Waiting

  package enum Readiness: Sendable { case readable, timedOut, interrupted, ended }

  /// Waits for input. A signal ends the wait.
  package static func waitForInput(_ descriptor: Int32, milliseconds: Int) -> Readiness {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let timeout = Int32(min(max(0, milliseconds), Int(Int32.max)))
    let count = unsafe poll(&entry, 1, timeout)
    if count < 0 { return errno == EINTR ? .interrupted : .ended }
    if count == 0 { return .timedOut }
    // Input from before a terminal hung up can still be read.
    return entry.revents & Int16(POLLIN) != 0 ? .readable : .ended
  }

  /// Waits until a descriptor has input or is at its end.
  ///
  /// A signal that arrives between the check for a request and the wait does not interrupt the wait. In a
  /// critical section, where the handler does not exit the process, the wait is therefore divided into
  /// short ones.
  ///
  /// - Throws: `SystemError` with `EINTR` if a stop was requested.
  static func waitForInput(_ descriptor: Int32, _ path: String?) throws(SystemError) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !Interruption.isRequested {
      let result = unsafe poll(&entry, 1, Interruption.isCritical ? 50 : -1)
      // The read that follows reports every other failure.
      if result > 0 || result < 0 && errno != EINTR { return }
    }
    throw SystemError(code: EINTR, operation: "read", path: path)
  }

  /// Whether a read would return immediately, also because the descriptor is at its end.
  package static func hasInput(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 0) == 1 else { return false }
    return Int32(entry.revents) & (POLLIN | POLLHUP) != 0
  }

  /// Whether the descriptor accepts bytes within the time; -1 waits without limit. Safe to call from a
  /// signal handler.
  @discardableResult
  static func isWritable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) == 1
  }
}
