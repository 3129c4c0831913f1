internal import MovieSystem

package enum ScreenEvent: Hashable, Sendable {
  /// The keys of one read; never empty.
  case keys([Key])
  case resized
  /// The process was stopped and continued. The screen is empty.
  case continued
  /// A signal requested a stop; call ``TerminalScreen/suspend()``.
  case suspension
  case nothing
  /// The terminal hung up, or the input ended.
  case ended
}

/// A system call that failed while the terminal shows a screen.
package struct TerminalError: Error, Hashable, CustomStringConvertible {
  let cause: SystemError

  /// Whether the terminal hung up.
  package var isHangUp: Bool { cause.isIOError }

  package var description: String { "\(cause.operation): \(cause.reason)" }

  static func wrapping<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(TerminalError) -> Result {
    do throws(SystemError) { return try body() } catch { throw TerminalError(cause: error) }
  }
}

/// A terminal that shows a screen. At most one exists in a process.
package final class TerminalScreen {
  private static let escapeTimeout = 40
  private static let readSize = 4_096
  /// Enough for the largest paste.
  private static let typedReadLimit = 2 * KeyDecoder.pasteByteLimit / readSize
  /// The alternate screen, no automatic line wrap, and bracketed paste.
  private static let enterSequence: StaticString = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"
  /// Reports of mouse buttons, in the format of SGR.
  private static let mouseSequence: StaticString = "\u{1B}[?1000h\u{1B}[?1006h"
  /// Ends every mode that could be on: synchronized updates, styles, the scroll region, the mouse,
  /// bracketed paste; and shows the cursor.
  private static let leaveSequence: StaticString = """
    \u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\
    \u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l
    """

  private let input: Int32
  private let output: Int32
  private let error: Int32
  private let usesMouse: Bool
  private let settings: TerminalSettings
  private var signals: ScreenSignals?
  private var painter: FramePainter
  private var decoder = KeyDecoder()
  /// Keys from before an interlude, which are the next event.
  private var typedKeys: [Key] = []

  /// - Parameters:
  ///   - error: Standard error. If it is a terminal, writes to it are captured until the screen is
  ///     left.
  ///   - usesMouse: Whether clicks and the wheel are keys. Most terminals then select text only
  ///     while Shift is held.
  package init(
    input: Int32, output: Int32, error: Int32, isColored: Bool, usesMouse: Bool = false
  ) throws(TerminalError) {
    settings = try TerminalError.wrapping { () throws(SystemError) in
      try TerminalRestorer.requireNone()
      return try TerminalSettings(of: input)
    }
    (self.input, self.output, self.error) = (input, output, error)
    self.usesMouse = usesMouse
    painter = FramePainter(isColored: isColored)
    signals = ScreenSignals()
    try enter()
  }

  deinit { leave() }

  package var size: ScreenSize { Terminal.size(of: output) }

  package func show(_ frame: Frame) throws(TerminalError) {
    try TerminalError.wrapping { () throws(SystemError) in
      try Descriptor.write(painter.bytes(showing: frame), to: output)
    }
  }

  package func repaint() { painter.invalidate() }

  /// Copies the text to the clipboard, with OSC 52. Terminals without support ignore it, and it
  /// has no reply.
  package func copy(_ text: String) throws(TerminalError) {
    let sequence = "\u{1B}]52;c;\(Base64.encoded(Array(text.utf8)))\u{1B}\\"
    try TerminalError.wrapping { () throws(SystemError) in
      try Descriptor.write(Array(sequence.utf8), to: output)
    }
  }

  /// Waits for the next event, or until the timeout.
  ///
  /// An ESC byte without a following byte within 40 ms is the Escape key.
  package func next(within milliseconds: Int) throws(TerminalError) -> ScreenEvent {
    try TerminalError.wrapping { () throws(SystemError) in
      if let event = try signalEvent() { return event }
      if !typedKeys.isEmpty {
        defer { typedKeys = [] }
        return .keys(typedKeys)
      }
      let timeout = decoder.isUndecided ? Self.escapeTimeout : milliseconds
      switch Descriptor.waitForInput(input, milliseconds: timeout) {
      case .readable: return try read()
      case .interrupted: return try signalEvent() ?? .nothing
      case .timedOut: return decoder.finish().map { .keys([$0]) } ?? .nothing
      case .ended: return .ended
      }
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

  /// Leaves the screen while the body runs another program, such as an editor. Afterwards shows the
  /// screen again, also after an error: empty, and perhaps with another size.
  ///
  /// The program does not read the keys that were typed before. They are the next event. While the
  /// body runs, the screen handles no signals.
  ///
  /// - Throws: The error of the body, or a ``TerminalError`` if the screen cannot be shown again.
  package func interlude<Value>(_ body: () throws -> Value) throws -> Value {
    try TerminalError.wrapping { () throws(SystemError) in try readTypedKeys() }
    leave()
    let result = Result { try body() }
    signals = ScreenSignals()
    do throws(TerminalError) {
      try enter()
    } catch {
      leave()
      throw error
    }
    return try result.get()
  }

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
        leaveSequence: Self.leaveSequence)
      do throws(SystemError) {
        try appear()
      } catch {
        leave()
        throw error
      }
    }
  }

  private func appear() throws(SystemError) {
    try settings.raw.apply(to: input)
    repaint()
    try Descriptor.write(
      Array("\(Self.enterSequence)\(usesMouse ? Self.mouseSequence : "")".utf8), to: output)
  }

  private func signalEvent() throws(SystemError) -> ScreenEvent? {
    if ScreenSignals.consumeContinuation() {
      try appear()
      return .continued
    }
    if ScreenSignals.consumeStopRequest() { return .suspension }
    return ScreenSignals.consumeResize() ? .resized : nil
  }

  /// Reads the keys that were typed up to now. An incomplete sequence or paste has 40 ms to
  /// continue.
  private func readTypedKeys() throws(SystemError) {
    var isWaiting = true
    // Input without an end must not delay the interlude without an end.
    for _ in 0..<Self.typedReadLimit where isWaiting {
      let isIncomplete = decoder.isUndecided || decoder.isPasting
      let timeout = isIncomplete ? Self.escapeTimeout : 0
      switch Descriptor.waitForInput(input, milliseconds: timeout) {
      case .readable:
        let event = try read()
        if case .keys(let keys) = event { typedKeys += keys }
        isWaiting = event != .ended
      case .interrupted: break
      case .timedOut, .ended: isWaiting = false
      }
    }
    if let key = decoder.finish() { typedKeys.append(key) }
    // The rest of an incomplete paste is not for the screen.
    decoder = KeyDecoder()
  }

  private func read() throws(SystemError) -> ScreenEvent {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try Descriptor.readAvailable(input, atMost: Self.readSize)
    } catch {
      // A terminal that hung up.
      if error.isIOError { return .ended }
      throw error
    }
    guard let bytes else { return .nothing }
    if bytes.isEmpty { return .ended }
    if decoder.isPasting, bytes == [0x03] {
      // If the end of a paste is lost, all keys would count as pasted. A single `^C` was pressed.
      decoder = KeyDecoder()
      return .keys([.control("c")])
    }
    let keys = decoder.feed(bytes)
    return keys.isEmpty ? .nothing : .keys(keys)
  }
}
