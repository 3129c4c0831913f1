internal import Glibc

/// Standard error while the terminal shows frames: what is written there, as by the runtime that
/// explains a trap, would spoil the picture and go with it. A pipe keeps it until the end.
struct DivertedError {
  private let descriptor: Int32
  private let original: Int32
  private let reader: Int32

  /// Nil where the descriptor is no terminal, and is left alone.
  init?(_ descriptor: Int32) throws(TerminalError) {
    guard Terminal.isTerminal(descriptor) else { return nil }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last("pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // Whoever says more than the pipe holds must not wait for ever.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let original = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard original >= 0, dup2(ends[1], descriptor) >= 0 else {
      let error = TerminalError.last("dup2")
      for end in ends + [original] where end >= 0 { close(end) }
      throw error
    }
    close(ends[1])
    self.descriptor = descriptor
    self.original = original
    reader = ends[0]
  }

  /// Puts the descriptor back and writes there what was kept. A signal's handler may do it.
  func end(buffer: UnsafeMutableRawBufferPointer) {
    dup2(original, descriptor)
    while Terminal.hasRoom(descriptor, within: 100) {
      let count = unsafe read(reader, buffer.baseAddress, buffer.count)
      guard count > 0, unsafe write(descriptor, buffer.baseAddress, count) > 0 else { break }
    }
    close(original)
    close(reader)
  }
}
