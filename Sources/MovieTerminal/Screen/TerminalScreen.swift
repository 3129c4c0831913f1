internal import MovieSystem

/// A terminal that shows a screen. At most one exists in a process.
package final class TerminalScreen {
  private static let escapeTimeout = 40
  private static let readSize = 4_096

  private let input: Int32
  private let output: Int32
  private let error: Int32
  private let settings: TerminalSettings
  private var signals: ScreenSignals?
  private var painter: FramePainter
  private var decoder = KeyDecoder()

  /// Shows the alternate screen, empty.
  ///
  /// - Parameter error: Standard error. If it is a terminal, writes to it are captured until the screen is
  ///   left.
  package init(
    input: Int32, output: Int32, error: Int32, isColored: Bool
  ) throws(TerminalError) {
    settings = try TerminalError.wrapping { () throws(SystemError) in
      try TerminalRestorer.requireNone()
      return try TerminalSettings(of: input)
    }
    self.input = input
    self.output = output
    self.error = error
    painter = FramePainter(isColored: isColored)
    signals = ScreenSignals()
    try enter()
  }

  deinit { leave() }

  /// The current size of the window; 80 × 24 if the terminal does not know it.
  package var size: ScreenSize {
    guard let size = TerminalDevice.windowSize(of: output), size.columns > 0, size.rows > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: size.columns, rows: size.rows)
  }

  /// Shows the frame, by one write if the terminal accepts all bytes.
  package func show(_ frame: Frame) throws(TerminalError) {
    try send(painter.bytes(showing: frame))
  }

  /// Draws the next frame completely.
  package func repaint() { painter.forget() }

  /// Waits for the next event, or until the timeout.
  ///
  /// An Escape that no byte follows for a moment is the Escape key.
  package func next(within milliseconds: Int) throws(TerminalError) -> ScreenEvent {
    if let event = try signalEvent() { return event }
    let timeout = decoder.isUndecided ? Self.escapeTimeout : milliseconds
    switch Descriptor.waitForInput(input, milliseconds: timeout) {
    case .readable: return try read()
    case .interrupted: return try signalEvent() ?? .nothing
    case .timedOut: return decoder.finish().map { .keys([$0]) } ?? .nothing
    case .ended: return .ended
    }
  }

  /// Leaves the screen, stops the process as `^Z` does, and shows the screen again when the process
  /// continues: empty, and perhaps with another size.
  package func suspend() throws(TerminalError) {
    TerminalRestorer.restore()
    signals?.stop()
    _ = (ScreenSignals.consumeStopRequest(), ScreenSignals.consumeContinuation())
    try enter()
  }

  /// Restores the terminal. Has no effect after the first call.
  package func leave() {
    TerminalRestorer.restore()
    signals = nil
  }
}

extension TerminalScreen {
  private func enter() throws(TerminalError) {
    try TerminalError.wrapping { () throws(SystemError) in
      try TerminalRestorer.install(
        input: input, output: output, error: error, settings: settings,
        leaveSequence: TerminalMode.leaving)
    }
    do throws(TerminalError) {
      try appear()
    } catch {
      leave()
      throw error
    }
  }

  /// Sets the modes and shows an empty screen.
  private func appear() throws(TerminalError) {
    try TerminalError.wrapping { () throws(SystemError) in try settings.raw.apply(to: input) }
    repaint()
    try send(TerminalMode.entering.withUTF8Buffer { unsafe Array($0) })
  }

  private func signalEvent() throws(TerminalError) -> ScreenEvent? {
    if ScreenSignals.consumeContinuation() {
      try appear()
      return .continued
    }
    if ScreenSignals.consumeStopRequest() { return .suspension }
    return ScreenSignals.consumeResize() ? .resized : nil
  }

  private func read() throws(TerminalError) -> ScreenEvent {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try Descriptor.readAvailable(input, atMost: Self.readSize)
    } catch {
      // A terminal that hung up.
      if error.isIOError { return .ended }
      throw TerminalError(cause: error)
    }
    guard let bytes else { return .nothing }
    if bytes.isEmpty { return .ended }
    if decoder.isPasting, bytes == [0x03] {
      // If the end of a paste is lost, all keys would count as pasted. A single `^C` was pressed.
      decoder = KeyDecoder()
      return .keys([.control("c")])
    }
    let keys = decoder.decode(bytes)
    return keys.isEmpty ? .nothing : .keys(keys)
  }

  private func send(_ bytes: [UInt8]) throws(TerminalError) {
    try TerminalError.wrapping { () throws(SystemError) in
      try Descriptor.write(bytes, to: output)
    }
  }
}
