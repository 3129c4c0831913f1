internal import CLibrary
internal import Synchronization

/// Properties of the terminal that a descriptor refers to.
package enum TerminalDevice {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns and rows of the window, either of which is 0 if it is unknown; `nil` if
  /// the descriptor is no terminal.
  package static func windowSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

/// The line settings of a terminal.
package struct TerminalSettings: Sendable {
  private var settings = termios()

  /// Reads the settings of a terminal.
  package init(of descriptor: Int32) throws(SystemError) {
    try valueOrErrno("tcgetattr", nil) { unsafe tcgetattr(descriptor, &settings) }
  }

  /// Raw mode: every byte is read immediately and unchanged, and written unchanged.
  package var raw: TerminalSettings {
    var raw = self
    unsafe cfmakeraw(&raw.settings)
    return raw
  }

  /// Applies the settings. A process in the background waits until it is in the foreground.
  package func apply(to descriptor: Int32) throws(SystemError) {
    var settings = settings
    try valueOrErrno("tcsetattr", nil) { unsafe tcsetattr(descriptor, TCSADRAIN, &settings) }
  }

  /// Applies the settings immediately, unless another process is in the foreground and controls them.
  /// Safe to call from a signal handler in which SIGTTOU is blocked.
  ///
  /// - Parameter discardsInput: Whether unread input is discarded, so that the next program does not read
  ///   it.
  func restore(on descriptor: Int32, discardsInput: Bool) {
    let foreground = tcgetpgrp(descriptor)
    guard foreground < 0 || foreground == getpgrp() else { return }
    if discardsInput { tcflush(descriptor, TCIFLUSH) }
    var settings = settings
    unsafe tcsetattr(descriptor, TCSANOW, &settings)
  }
}

/// Restores the terminal after a full-screen program, also from a signal handler. At most one is installed
/// in a process.
@safe package struct TerminalRestorer {
  private let input: Int32
  private let output: Int32
  private let error: Int32
  private let settings: TerminalSettings
  private let leaveSequence: StaticString
  private let capture: StderrCapture?
  /// Allocated in advance: a signal handler must not allocate memory.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)

  /// The address of the installed restorer; 0 for none.
  private static let address = Atomic<UInt>(0)

  static func initialize() { _ = address.load(ordering: .relaxed) }

  /// - Throws: `SystemError` with `EBUSY` if one is installed.
  package static func requireNone() throws(SystemError) {
    if address.load(ordering: .acquiring) != 0 {
      throw SystemError(code: EBUSY, operation: "screen", path: nil)
    }
  }

  /// Installs a restorer, and captures standard error until it is claimed.
  ///
  /// - Parameter leaveSequence: The escape sequences that undo the program's modes.
  package static func install(
    input: Int32, output: Int32, error: Int32, settings: TerminalSettings,
    leaveSequence: StaticString
  ) throws(SystemError) {
    let restorer = TerminalRestorer(
      input: input, output: output, error: error, settings: settings,
      leaveSequence: leaveSequence, capture: try StderrCapture(error))
    let memory = UnsafeMutablePointer<TerminalRestorer>.allocate(capacity: 1)
    unsafe memory.initialize(to: restorer)
    address.store(UInt(bitPattern: memory), ordering: .releasing)
  }

  /// Restores the terminal if a restorer is installed.
  package static func restore() {
    // A signal must not end the process after the restorer is claimed and before it has run.
    var (all, previous) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
    guard let restorer = unsafe claim() else { return }
    unsafe restorer.pointee.restore(discardsInput: false)
    unsafe restorer.pointee.buffer.deallocate()
    unsafe restorer.deallocate()
  }

  /// Restores the terminal if a restorer is installed. For signal handlers that end the process: unread
  /// input is discarded.
  package static func restoreInSignalHandler(reporting crash: Int32? = nil) {
    guard let restorer = unsafe claim() else { return }
    unsafe restorer.pointee.restore(discardsInput: true)
    if let crash { unsafe restorer.pointee.report(crash) }
  }

  /// Returns the installed restorer to the first caller, and `nil` afterwards.
  private static func claim() -> UnsafeMutablePointer<TerminalRestorer>? {
    unsafe UnsafeMutablePointer(bitPattern: address.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// The caller blocks all signals: SIGTTOU would stop a process in the background.
  private func restore(discardsInput: Bool) {
    // A stopped terminal accepts no bytes.
    if Descriptor.isWritable(output, within: 1_000) {
      unsafe write(output, leaveSequence.utf8Start, leaveSequence.utf8CodeUnitCount)
    }
    settings.restore(on: input, discardsInput: discardsInput)
    unsafe capture?.end(buffer: buffer)
  }

  /// Writes `terminated by signal 11; …` to standard error.
  private func report(_ signal: Int32) {
    var count = 0
    func append(_ byte: UInt8) {
      unsafe buffer[count] = byte
      count += 1
    }
    func append(_ text: StaticString) {
      for index in 0..<text.utf8CodeUnitCount { append(unsafe text.utf8Start[index]) }
    }
    append("terminated by signal ")
    if signal >= 10 { append(UInt8(ascii: "0") + UInt8(signal / 10 % 10)) }
    append(UInt8(ascii: "0") + UInt8(signal % 10))
    append("; the terminal was restored\n")
    if Descriptor.isWritable(error, within: 100) {
      unsafe write(error, buffer.baseAddress, count)
    }
  }
}

/// Redirects standard error to a pipe while the terminal shows a screen. Messages, such as the Swift
/// runtime's about a trap, would otherwise damage the screen and disappear with it.
private struct StderrCapture {
  private let descriptor: Int32
  private let original: Int32
  private let readEnd: Int32

  /// - Returns: `nil` if the descriptor is no terminal and therefore not redirected.
  init?(_ descriptor: Int32) throws(SystemError) {
    guard TerminalDevice.isTerminal(descriptor) else { return nil }
    let (readEnd, writeEnd) = try Descriptor.pipe("pipe")
    // A write that exceeds the capacity of the pipe must not block.
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    defer { close(writeEnd) }
    let original = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    do {
      try valueOrErrno("dup2", nil) { original < 0 ? -1 : dup2(writeEnd, descriptor) }
    } catch {
      close(readEnd)
      if original >= 0 { close(original) }
      throw error
    }
    self.descriptor = descriptor
    self.original = original
    self.readEnd = readEnd
  }

  /// Restores the descriptor and writes the captured bytes to it. Safe to call from a signal handler.
  func end(buffer: UnsafeMutableRawBufferPointer) {
    dup2(original, descriptor)
    while Descriptor.isWritable(descriptor, within: 100) {
      let count = unsafe read(readEnd, buffer.baseAddress, buffer.count)
      guard count > 0, unsafe write(descriptor, buffer.baseAddress, count) > 0 else { break }
    }
    close(original)
    close(readEnd)
  }
}
