import Foundation

/// A program with a controlling terminal, as in a shell: the program leads a session, and gets SIGWINCH
/// and SIGHUP.
package final class TerminalProgram {
  package struct TimeoutError: Error {
    /// The text on the screen.
    package let rows: [String]
    /// The end of the output.
    package let output: String

    package init(rows: [String], output: String = "") {
      self.rows = rows
      self.output = output
    }
  }

  package let processID: pid_t
  /// The terminal's settings before the program started.
  package let modesBefore: PseudoTerminal.Modes
  /// All bytes that the program has written.
  package private(set) var output: [UInt8] = []
  private var terminal: PseudoTerminal?
  private var size: (columns: Int, rows: Int)
  private var status: Int32?
  /// The screen, and the number of output bytes that it reflects.
  private var painted: (grid: TerminalGrid?, count: Int) = (nil, 0)

  /// Milliseconds, for what happens immediately on an idle machine.
  private static let timeout = 20_000

  /// Starts the program.
  package init(_ tool: Tool, columns: Int, rows: Int) throws {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    terminal.setCooked()
    self.terminal = terminal
    size = (columns, rows)
    modesBefore = terminal.modes
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes the controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
    for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
    processID = try RunningTool.spawn(tool, &actions, isLeader: true)
  }

  deinit {
    guard status == nil else { return }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
  }

  // MARK: - Input

  package func type(_ text: String) throws { try type(Array(text.utf8)) }

  package func type(_ bytes: [UInt8]) throws {
    // A terminal buffers only a few thousand unread bytes.
    for start in stride(from: 0, to: bytes.count, by: 512) {
      try terminal?.primary.write(Array(bytes[start..<min(start + 512, bytes.count)]))
      _ = try receive(milliseconds: 0)
    }
  }

  package func paste(_ text: String) throws { try type("\u{1B}[200~\(text)\u{1B}[201~") }

  package func send(_ signal: Int32) { kill(processID, signal) }

  package func resize(columns: Int, rows: Int) {
    size = (columns, rows)
    terminal?.resize(columns: columns, rows: rows)
  }

  /// Closes the terminal, like closing its window.
  package func closeTerminal() { terminal = nil }

  // MARK: - Output

  package var modes: PseudoTerminal.Modes? { terminal?.modes }

  /// The current screen, or `nil` if the program never painted one of this size.
  package var picture: TerminalGrid? {
    let clear = Array("\u{1B}[2J".utf8)
    let end = Array("\u{1B}[?2026l".utf8)
    guard let stop = output.lastRange(of: end)?.upperBound, stop > painted.count else {
      return painted.grid
    }
    var new = Array(output[painted.count..<stop])
    painted.count = stop
    if let start = new.lastRange(of: clear) {
      painted.grid = TerminalGrid(columns: size.columns, rows: size.rows) { _ in 1 }
      new.removeFirst(start.lowerBound)
    }
    // Frames of the previous size do not fit; one of the new size follows.
    do { try painted.grid?.feed(new) } catch { painted.grid = nil }
    return painted.grid
  }

  /// Waits until the screen satisfies the condition.
  @discardableResult
  package func wait(until isSatisfied: (TerminalGrid) -> Bool) throws -> TerminalGrid {
    var found: TerminalGrid?
    try waitForOutput { _ in
      guard let picture, isSatisfied(picture) else { return false }
      found = picture
      return true
    }
    guard let found else { throw timeoutError }
    return found
  }

  /// Waits until a row of the screen contains the text.
  @discardableResult
  package func wait(for text: String) throws -> TerminalGrid {
    try wait { $0.rows.contains { $0.contains(text) } }
  }

  /// Waits until the whole output satisfies the condition.
  package func waitForOutput(until isSatisfied: ([UInt8]) -> Bool) throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(Self.timeout)
    while !isSatisfied(output) {
      guard clock.now < deadline, try receive(milliseconds: 50) || !hasEnded else {
        throw timeoutError
      }
    }
  }

  /// Returns the output of the next milliseconds.
  package func output(within milliseconds: Int) throws -> [UInt8] {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(milliseconds)
    let before = output.count
    while clock.now < deadline { _ = try receive(milliseconds: 20) }
    return Array(output[before...])
  }

  /// Waits for the program to end.
  ///
  /// - Returns: The exit status, or 128 plus the number of the signal that ended the program.
  package func outcome() throws -> Int32 {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(Self.timeout)
    while !hasEnded {
      guard clock.now < deadline else { throw timeoutError }
      _ = try receive(milliseconds: 10)
    }
    while try receive(milliseconds: 0) {}
    let status = status ?? -1
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private var timeoutError: TimeoutError {
    TimeoutError(
      rows: picture?.rows ?? [], output: String(decoding: output.suffix(400), as: UTF8.self))
  }

  package var hasEnded: Bool {
    if status != nil { return true }
    var code: Int32 = 0
    guard waitpid(processID, &code, WNOHANG) == processID else { return false }
    status = code
    return true
  }

  /// - Returns: Whether there was output.
  private func receive(milliseconds: Int32) throws -> Bool {
    guard let primary = terminal?.primary else {
      poll(nil, 0, milliseconds)
      return false
    }
    guard primary.isReadable(within: milliseconds), let chunk = try primary.next(), !chunk.isEmpty
    else { return false }
    output += chunk
    return true
  }
}

extension PseudoTerminal {
  /// Echoes input and translates newlines, as when a shell waits for a command.
  fileprivate func setCooked() {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    settings.c_lflag |= tcflag_t(ECHO)
    settings.c_oflag |= tcflag_t(OPOST | ONLCR)
    tcsetattr(descriptor, TCSANOW, &settings)
  }
}

extension Array where Element == UInt8 {
  /// The last occurrence of the bytes.
  package func lastRange(of bytes: [UInt8]) -> Range<Int>? {
    var start = count - bytes.count
    while start >= 0 {
      if self[start..<start + bytes.count].elementsEqual(bytes) {
        return start..<start + bytes.count
      }
      start -= 1
    }
    return nil
  }
}
