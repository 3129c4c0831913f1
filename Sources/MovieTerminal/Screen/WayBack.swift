internal import Glibc
internal import Synchronization

/// What it takes to make the terminal what it was, in memory that a signal's handler may read.
@safe struct WayBack {
  let input: Int32
  let output: Int32
  let error: Int32
  let settings: termios
  let diverted: DivertedError?
  /// Memory of its own: a handler must not ask for any.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)

  init(
    input: Int32, output: Int32, error: Int32, settings: termios, diverted: DivertedError?
  ) {
    self.input = input
    self.output = output
    self.error = error
    self.settings = settings
    self.diverted = diverted
  }

  /// The address of the one that is still to be gone; 0 where there is none.
  private static let address = Atomic<UInt>(0)

  static var isOpen: Bool { address.load(ordering: .acquiring) != 0 }

  /// Makes it the one that ``take()`` finds.
  func open() {
    let place = UnsafeMutablePointer<WayBack>.allocate(capacity: 1)
    unsafe place.initialize(to: self)
    Self.address.store(UInt(bitPattern: place), ordering: .releasing)
  }

  /// The way back, which whoever asks first is to go.
  static func take() -> UnsafeMutablePointer<WayBack>? {
    unsafe UnsafeMutablePointer(bitPattern: address.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// Goes it. Only calls that a handler may make, and none that waits for a terminal for long.
  ///
  /// - Parameter discardsInput: whether keys that nobody read are kept from who reads next.
  func go(discardsInput: Bool) {
    var (stopping, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&stopping)
    unsafe sigaddset(&stopping, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &stopping, &before)
    send(TerminalMode.leaving)
    // In the background the settings are those of whoever has the foreground.
    let foreground = tcgetpgrp(input)
    if foreground < 0 || foreground == getpgrp() {
      if discardsInput { tcflush(input, TCIFLUSH) }
      var settings = settings
      unsafe tcsetattr(input, TCSANOW, &settings)
    }
    unsafe diverted?.end(buffer: buffer)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  func free() { unsafe buffer.deallocate() }

  /// Nothing on a terminal that takes nothing for a second, such as one that was stopped.
  private func send(_ sequence: StaticString) {
    guard Terminal.hasRoom(output, within: 1_000) else { return }
    unsafe write(output, sequence.utf8Start, sequence.utf8CodeUnitCount)
  }

  /// Writes `terminated by signal 11; …` to standard error.
  func explain(_ signal: Int32) {
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
    if Terminal.hasRoom(error, within: 100) { unsafe write(error, buffer.baseAddress, count) }
  }
}
