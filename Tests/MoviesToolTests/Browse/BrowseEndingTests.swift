import Foundation
import TestSupport
import Testing

/// However `movies browse` ends, the terminal is restored.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseEndingTests {
  private static let leaving =
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  private static let crashes = [SIGSEGV, SIGTRAP, SIGABRT, SIGBUS, SIGILL, SIGFPE]
  private static let signals =
    crashes + [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU]

  /// What was sent once the screen was left; `nil` where it was not, or twice.
  private func afterLeaving(_ program: TerminalProgram) -> String? {
    let pieces = String(decoding: program.output, as: UTF8.self).components(
      separatedBy: Self.leaving)
    return pieces.count == 2 ? pieces[1] : nil
  }

  private func integrity() throws -> String {
    try ToolRunner.shell("\"$SQL\" movies.db 'PRAGMA integrity_check; PRAGMA foreign_key_check'")
      .output
  }

  @Test("keys that quit give 0, and nothing is left behind", arguments: ["q", "Q", "\u{3}"])
  func quitting(key: String) throws {
    try Browsing.addFilms(3)
    let program = try Browsing.start()
    #expect(program.modes?.isRaw == true)
    try program.type(key)
    #expect(try program.outcome() == 0)
    #expect(program.modes == program.modesBefore)
    #expect(afterLeaving(program) == "")
  }

  @Test(
    "a signal ends it as signals do, and a crash is told where it can be read", arguments: signals)
  func signal(number: Int32) throws {
    try Browsing.addFilms(3)
    let program = try Browsing.start()
    program.send(number)
    #expect(try program.outcome() == 128 + number)
    #expect(program.modes == program.modesBefore)
    let told = "terminated by signal \(number); the terminal was restored\r\n"
    #expect(afterLeaving(program) == (Self.crashes.contains(number) ? told : ""))
    #expect(try integrity() == "ok\n")
  }

  @Test(
    "a signal in the middle of a change leaves the catalog whole, and the terminal as before",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func duringChange(number: Int32) throws {
    try Browsing.addFilms(40)
    for _ in 1...4 {
      let program = try Browsing.start()
      try program.type("xxxfau")
      program.send(number)
      #expect(try program.outcome() == 128 + number)
      #expect(program.modes == program.modesBefore)
      #expect(afterLeaving(program) == "")
    }
    #expect(try integrity() == "ok\n")
    #expect(try ToolRunner.tool("doctor").run().status == 0)
  }

  @Test("a terminal that closes ends it by SIGHUP")
  func hangUp() throws {
    try Browsing.addFilms(3)
    let program = try Browsing.start()
    program.closeTerminal()
    #expect(try program.outcome() == 128 + SIGHUP)
    #expect(try integrity() == "ok\n")
  }

  @Test("where SIGHUP is ignored, the end of the input ends it")
  func endOfInput() throws {
    try Browsing.addFilms(3)
    var tool = Tool(
      shell: #"trap '' HUP; exec "$MOVIES" browse"#, [], environment: ToolRunner.environment)
    tool.environment.merge(Browsing.environment) { $1 }
    let program = try TerminalProgram(tool, columns: 80, rows: 24)
    try program.wait { $0.hasCount }
    program.closeTerminal()
    let status = try program.outcome()
    #expect(status == 0)
    #expect(try integrity() == "ok\n")
  }
}
