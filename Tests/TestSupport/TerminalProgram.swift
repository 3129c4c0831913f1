import Foundation

/// A program on a terminal of its own, which controls it as the terminal of a shell does: the program
/// leads a session, is told of new sizes, and hangs up with the terminal.
package final class TerminalProgram {
  package struct Silence: Error {
    /// What the terminal showed, and the last of what it was sent.
    package let rows: [String]
    package let heard: String

    package init(rows: [String], heard: String = "") {
      self.rows = rows
      self.heard = heard
    }
  }

  package let processID: pid_t
  /// The terminal's settings before the program began.
  package let modesBefore: PseudoTerminal.Modes
  /// All that the program sent so far.
  package private(set) var heard: [UInt8] = []
  private var terminal: PseudoTerminal?
  private var size: (columns: Int, rows: Int)
  private var status: Int32?
  /// What the terminal shows, and how many of the bytes made it.
  private var painted: (grid: TerminalGrid?, count: Int) = (nil, 0)

  /// In milliseconds; for what is to happen at once on an idle machine.
  private static let patience = 20_000

  /// Starts it.
  package init(_ tool: Tool, columns: Int, rows: Int) throws {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    terminal.setCooked()
    self.terminal = terminal
    size = (columns, rows)
    modesBefore = terminal.modes
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens is the session's.
    posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
    for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
    processID = try RunningTool.spawn(tool, &actions, isLeader: true)
  }

  deinit {
    guard status == nil else { return }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
  }

  // MARK: What the person does

  package func type(_ text: String) throws { try type(Array(text.utf8)) }

  package func type(_ bytes: [UInt8]) throws {
    // A terminal holds some thousand bytes that nobody read yet.
    for start in stride(from: 0, to: bytes.count, by: 512) {
      try terminal?.personSide.write(Array(bytes[start..<min(start + 512, bytes.count)]))
      _ = try listen(milliseconds: 0)
    }
  }

  package func paste(_ text: String) throws { try type("\u{1B}[200~\(text)\u{1B}[201~") }

  package func send(_ signal: Int32) { kill(processID, signal) }

  package func resize(columns: Int, rows: Int) {
    size = (columns, rows)
    terminal?.resize(columns: columns, rows: rows)
  }

  /// Closes the terminal's window.
  package func closeTerminal() { terminal = nil }

  // MARK: What the terminal sees

  package var modes: PseudoTerminal.Modes? { terminal?.modes }

  /// The picture as it is now; `nil` where the program never painted one of this size.
  package var picture: TerminalGrid? {
    let clear = Array("\u{1B}[2J".utf8)
    let end = Array("\u{1B}[?2026l".utf8)
    guard let stop = heard.lastRange(of: end)?.upperBound, stop > painted.count else {
      return painted.grid
    }
    var new = Array(heard[painted.count..<stop])
    painted.count = stop
    if let start = new.lastRange(of: clear) {
      painted.grid = TerminalGrid(columns: size.columns, rows: size.rows) { _ in 1 }
      new.removeFirst(start.lowerBound)
    }
    // Frames of another size do not fit; one that does is still to come.
    do { try painted.grid?.take(new) } catch { painted.grid = nil }
    return painted.grid
  }

  /// Listens until the terminal shows what is waited for.
  @discardableResult
  package func wait(until isThere: (TerminalGrid) -> Bool) throws -> TerminalGrid {
    var found: TerminalGrid?
    try hear { _ in
      guard let picture, isThere(picture) else { return false }
      found = picture
      return true
    }
    guard let found else { throw silence }
    return found
  }

  /// Listens until some row of the terminal has the text.
  @discardableResult
  package func wait(for text: String) throws -> TerminalGrid {
    try wait { $0.rows.contains { $0.contains(text) } }
  }

  /// Listens until what was sent is what is waited for.
  package func hear(until isSaid: ([UInt8]) -> Bool) throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(Self.patience)
    while !isSaid(heard) {
      guard clock.now < deadline, try listen(milliseconds: 50) || !hasEnded else { throw silence }
    }
  }

  /// Listens for so long, and says what came.
  package func heard(within milliseconds: Int) throws -> [UInt8] {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(milliseconds)
    let before = heard.count
    while clock.now < deadline { _ = try listen(milliseconds: 20) }
    return Array(heard[before...])
  }

  /// Waits for the end.
  ///
  /// - Returns: the exit status; 128 and the signal's number where a signal ended it.
  package func outcome() throws -> Int32 {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(Self.patience)
    while !hasEnded {
      guard clock.now < deadline else { throw silence }
      _ = try listen(milliseconds: 10)
    }
    while try listen(milliseconds: 0) {}
    let status = status ?? -1
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private var silence: Silence {
    Silence(rows: picture?.rows ?? [], heard: String(decoding: heard.suffix(400), as: UTF8.self))
  }

  package var hasEnded: Bool {
    if status != nil { return true }
    var code: Int32 = 0
    guard waitpid(processID, &code, WNOHANG) == processID else { return false }
    status = code
    return true
  }

  /// - Returns: whether something came.
  private func listen(milliseconds: Int32) throws -> Bool {
    guard let person = terminal?.personSide else {
      poll(nil, 0, milliseconds)
      return false
    }
    guard person.isReadable(within: milliseconds), let piece = try person.next(), !piece.isEmpty
    else { return false }
    heard += piece
    return true
  }
}

extension PseudoTerminal {
  /// Echoes what is typed and turns newlines into lines, as where a shell waits for a command.
  fileprivate func setCooked() {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    settings.c_lflag |= tcflag_t(ECHO)
    settings.c_oflag |= tcflag_t(OPOST | ONLCR)
    tcsetattr(descriptor, TCSANOW, &settings)
  }
}

extension Array where Element == UInt8 {
  /// Where the bytes stand for the last time.
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
