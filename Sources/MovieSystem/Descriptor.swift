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
  ) throws(SystemError) -> (readEnd: Int32, writeEnd: Int32) {
    var ends: [Int32] = [-1, -1]
    try valueOrErrno(operation, path) { unsafe pipe2(&ends, O_CLOEXEC) }
    return (readEnd: ends[0], writeEnd: ends[1])
  }

  // MARK: Writing and reading

  /// Writes all bytes, however long that blocks.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String? = nil
  ) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try writeOnce(rest, to: descriptor, path)
      if count == 0 { isWritable(descriptor, within: -1) }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes as many bytes as the reader accepts in the given time, and returns the others.
  static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ path: String?, within milliseconds: Double
  ) throws(SystemError) -> ArraySlice<UInt8> {
    let stopwatch = Stopwatch()
    let output = openedAgain(descriptor)
    defer { if let output { close(output) } }
    var rest = bytes
    while !rest.isEmpty,
      isWritable(descriptor, within: Int32(max(0, milliseconds - stopwatch.seconds * 1_000)))
    {
      // A pipe that is ready accepts this many bytes without blocking.
      let chunk = output == nil ? rest.prefix(Int(PIPE_BUF)) : rest
      rest = rest.dropFirst(try writeOnce(chunk, to: output ?? descriptor, path))
    }
    return rest
  }

  /// Opens a pipe or a terminal again for writing without blocking: other processes share the descriptor,
  /// which must therefore not be made non-blocking.
  static func openedAgain(_ descriptor: Int32) -> Int32? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO || isatty(descriptor) == 1,
      fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
    else { return nil }
    let flags = O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    let opened = unsafe open("/proc/self/fd/\(descriptor)", flags)
    return opened < 0 ? nil : opened
  }

  /// Returns the number of written bytes; 0 if a non-blocking descriptor does not accept any now.
  private static func writeOnce(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ path: String?
  ) throws(SystemError) -> Int {
    do throws(SystemError) {
      let count = try valueOrErrno("write", path) {
        unsafe bytes.withUnsafeBytes { unsafe CLibrary.write(descriptor, $0.baseAddress, $0.count) }
      }
      // A device that accepts no bytes and reports no error would cause an endless loop.
      guard count > 0 else { throw SystemError(code: EIO, operation: "write", path: path) }
      return count
    } catch {
      if error.code == EAGAIN { return 0 }
      throw error
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
    let count = unsafe CLibrary.poll(&entry, 1, timeout)
    if count < 0 { return errno == EINTR ? .interrupted : .ended }
    if count == 0 { return .timedOut }
    // Input from before a terminal hung up can still be read.
    return entry.revents & Int16(POLLIN) != 0 ? .readable : .ended
  }

  /// Waits until a descriptor has input or is at its end.
  ///
  /// A signal that arrives between the check for a request and the wait does not interrupt the wait, and a
  /// cancellation never does. In a critical section, where the handler does not exit the process, and in an
  /// operation that can be cancelled, the wait is therefore divided into short ones.
  ///
  /// - Throws: `SystemError` with `EINTR` if a stop was requested.
  static func waitForInput(_ descriptor: Int32, _ path: String?) throws(SystemError) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !Interruption.isRequested {
      let isDivided = Interruption.isCritical || Cancellation.current != nil
      let result = unsafe CLibrary.poll(&entry, 1, isDivided ? 50 : -1)
      // The read that follows reports every other failure.
      if result > 0 || result < 0 && errno != EINTR { return }
    }
    throw .interrupted(path)
  }

  /// Whether a read would return immediately, also because the descriptor is at its end.
  package static func hasInput(_ descriptor: Int32) -> Bool {
    poll(descriptor, POLLIN, 0) & (POLLIN | POLLHUP) != 0
  }

  /// Whether the descriptor accepts bytes within the time; -1 waits without limit. Safe to call from a
  /// signal handler.
  @discardableResult
  static func isWritable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    poll(descriptor, POLLOUT, milliseconds) != 0
  }

  /// Whether a write would fail, such as after the reader of a pipe closed it.
  ///
  /// Waits for that up to the given time; without a descriptor, only waits.
  package static func isBroken(_ descriptor: Int32?, within milliseconds: Int32 = 0) -> Bool {
    poll(descriptor ?? -1, 0, milliseconds) != 0
  }

  /// Returns the events that arrived within the time, which can include errors; 0 for none.
  private static func poll(_ descriptor: Int32, _ events: Int32, _ milliseconds: Int32) -> Int32 {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return unsafe CLibrary.poll(&entry, 1, milliseconds) == 1 ? Int32(entry.revents) : 0
  }
}
