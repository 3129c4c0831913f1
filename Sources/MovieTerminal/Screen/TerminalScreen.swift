internal import Glibc

/// The terminal while it shows frames. There is at most one in a process.
package final class TerminalScreen {
  private static let escapePatience = 40
  private static let readSize = 4_096

  private let input: Int32
  private let output: Int32
  private let error: Int32
  private let settings: termios
  private var signals: ScreenSignals?
  private var painter: FramePainter
  private var decoder = KeyDecoder()

  /// Shows the alternate screen, empty.
  ///
  /// - Parameter error: what is written there by others is kept until the screen is left, if it is
  ///   a terminal.
  package init(
    input: Int32, output: Int32, error: Int32, isColored: Bool
  ) throws(TerminalError) {
    guard !WayBack.isOpen else { throw TerminalError(call: "screen", code: EBUSY) }
    settings = try TerminalMode.settings(of: input)
    self.input = input
    self.output = output
    self.error = error
    painter = FramePainter(isColored: isColored)
    signals = ScreenSignals()
    try enter()
  }

  deinit { leave() }

  /// Asked anew each time; 80 × 24 where the terminal was never told.
  package var size: ScreenSize {
    var window = winsize()
    let result = unsafe ioctl(output, UInt(TIOCGWINSZ), &window)
    guard result == 0, window.ws_col > 0, window.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Shows the frame, by one write where the terminal takes all of it.
  package func show(_ frame: Frame) throws(TerminalError) {
    try send(painter.bytes(showing: frame))
  }

  /// Draws the next frame whole.
  package func repaint() { painter.forget() }

  /// Waits for something to happen, until the time is over.
  ///
  /// Escape alone is known by nothing following it for a moment.
  package func next(within milliseconds: Int) throws(TerminalError) -> ScreenEvent {
    if let event = try signalled() { return event }
    let patience = decoder.isUndecided ? Self.escapePatience : milliseconds
    switch Terminal.wait(for: input, milliseconds: patience) {
    case .readable: return try read()
    case .interrupted: return try signalled() ?? .nothing
    case .timeOver: return decoder.finish().map { .keys([$0]) } ?? .nothing
    case .ended: return .ended
    }
  }

  /// Leaves the screen, stops the process as `^Z` does, and shows the screen again, empty and
  /// perhaps of another size, once the process is continued.
  package func suspend() throws(TerminalError) {
    goBack()
    signals?.stop()
    _ = (ScreenSignals.takeStop(), ScreenSignals.takeContinuation())
    try enter()
  }

  /// Makes the terminal what it was. Once is enough; more does nothing.
  package func leave() {
    goBack()
    signals = nil
  }

  /// Makes the terminal what it was if a screen is shown. For handlers of signals, which end the
  /// process then.
  package static func leaveAtOnce() {
    if let way = unsafe WayBack.take() { unsafe way.pointee.go(discardsInput: true) }
  }
}

extension TerminalScreen {
  private func enter() throws(TerminalError) {
    let diverted = try DivertedError(error)
    let way = WayBack(
      input: input, output: output, error: error, settings: settings, diverted: diverted)
    way.open()
    do throws(TerminalError) {
      try appear()
    } catch {
      leave()
      throw error
    }
  }

  /// Sets the modes and shows an empty screen.
  private func appear() throws(TerminalError) {
    try TerminalMode.set(settings.raw, on: input)
    repaint()
    try send(TerminalMode.entering.withUTF8Buffer { unsafe Array($0) })
  }

  private func goBack() {
    // A signal that ends the process now would find no way back any more, and this one not gone.
    let blocked = BlockedSignals()
    defer { blocked.end() }
    guard let way = unsafe WayBack.take() else { return }
    unsafe way.pointee.go(discardsInput: false)
    unsafe way.pointee.free()
    unsafe way.deallocate()
  }

  private func signalled() throws(TerminalError) -> ScreenEvent? {
    if ScreenSignals.takeContinuation() {
      try appear()
      return .continued
    }
    if ScreenSignals.takeStop() { return .suspension }
    return ScreenSignals.takeResize() ? .resized : nil
  }

  private func read() throws(TerminalError) -> ScreenEvent {
    var buffer = [UInt8](repeating: 0, count: Self.readSize)
    let count = unsafe Glibc.read(input, &buffer, buffer.count)
    switch (count, errno) {
    case (0, _), (-1, EIO): return .ended
    case (-1, EINTR), (-1, EAGAIN): return .nothing
    case (-1, _): throw .last("read")
    default: break
    }
    if decoder.isPasting, buffer[..<count] == [0x03] {
      // A paste whose end is lost would swallow every key: a `^C` by itself was pressed, not pasted.
      decoder = KeyDecoder()
      return .keys([.control("c")])
    }
    let keys = decoder.decode(buffer[..<count])
    return keys.isEmpty ? .nothing : .keys(keys)
  }

  private func send(_ bytes: [UInt8]) throws(TerminalError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(output, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        Terminal.waitForRoom(on: output)
      } else if errno != EINTR {
        throw .last("write")
      }
    }
  }
}
