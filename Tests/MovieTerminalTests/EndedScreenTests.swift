import Foundation
import MovieSystem
import MovieTerminal
import TestSupport
import Testing

/// The terminal after a process with a screen ended or stopped.
@Suite(.limited, .fullTier) struct EndedScreenTests {
  private static let leaving =
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l"
    + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let terminal: PseudoTerminal
  private let before: PseudoTerminal.Modes

  init() throws {
    terminal = try PseudoTerminal(columns: 80)
    before = terminal.modes
  }

  /// Shows the screen on the terminal, which is also standard error.
  private static func screen(on path: String) throws -> TerminalScreen {
    Signals.unblock()
    let descriptor = open(path, O_RDWR | O_NOCTTY)
    dup2(descriptor, STDERR_FILENO)
    return try TerminalScreen(
      input: descriptor, output: descriptor, error: STDERR_FILENO, isColored: false)
  }

  /// The final content of the main screen.
  private func message() throws -> String {
    #expect(terminal.modes == before)
    let output = try terminal.output()
    #expect(output.hasPrefix("\u{1B}[?1049h"))
    let parts = output.components(separatedBy: Self.leaving)
    try #require(parts.count == 2, "\(output.debugDescription)")
    return parts[1]
  }

  @Test("a trap's message is readable on the main screen")
  func trap() async throws {
    await #expect(processExitsWith: .failure) { [path = terminal.path as String] in
      let screen = try Self.screen(on: path)
      if screen.size.rows > 0 { fatalError("a test message") }
      screen.leave()
    }
    let message = try message()
    #expect(message.contains("a test message"))
    #expect(message.contains("the terminal was restored\n"))
  }

  @Test("a stack overflow restores the terminal")
  func overflow() async throws {
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = terminal.path as String] in
      let screen = try Self.screen(on: path)
      let depth = Self.depth(below: Int.random(in: 1...2))
      screen.leave()
      print(depth)
    }
    #expect(try message() == "terminated by signal \(SIGSEGV); the terminal was restored\n")
  }

  /// Overflows the stack.
  private static func depth(below level: Int) -> Int {
    level == 0 ? 0 : 1 + depth(below: level + 1) * level
  }

  @Test("a custom signal handler restores the terminal and discards typed input")
  func handler() async throws {
    try terminal.type("x\r")
    await #expect(processExitsWith: .exitCode(7)) { [path = terminal.path as String] in
      signal(SIGTERM) { _ in
        TerminalRestorer.restoreInSignalHandler()
        _exit(7)
      }
      let screen = try Self.screen(on: path)
      raise(SIGTERM)
      screen.leave()
    }
    #expect(try message() == "")
    #expect(!Descriptor.hasInput(terminal.descriptor))
  }

  @Test(
    "suspending restores the terminal, and continuing shows the screen again")
  func suspended() async throws {
    let (terminal, before) = (terminal, before)
    async let continuation: Void = {
      let leaving = Self.leaving
      let output = try terminal.output(upTo: leaving)
      let process = try #require(output.firstMatch(of: /process ([0-9]+)/)?.1)
      let id = try #require(pid_t(process))
      while try !Self.isStopped(id) { usleep(1_000) }
      #expect(terminal.modes == before)
      kill(id, SIGCONT)
      let again = try terminal.output(upTo: leaving)
      #expect(again.hasPrefix("\u{1B}[?1049h"))
      #expect(again.contains("process"), "draws the complete frame")
    }()
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      // Stop only this process.
      setpgid(0, 0)
      let screen = try Self.screen(on: path)
      let frame = Frame(
        size: screen.size, rows: [FrameRow([FrameText("process \(getpid())", at: 1, width: 40)])],
        cursor: ScreenPosition(row: 1, column: 1))
      try screen.show(frame)
      try screen.suspend()
      try screen.show(frame)
      let event = try screen.next(within: 0)
      screen.leave()
      #expect(event == .nothing)
    }
    try await continuation
    #expect(terminal.modes == before)
  }

  private static func isStopped(_ process: pid_t) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status.contains(") T ")
  }
}
