import Foundation
import TestSupport
import Testing

/// `movies browse` restores the terminal however it ends.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseEndingTests {
  private static let leaving =
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l"
    + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  private static let crashes = [SIGSEGV, SIGTRAP, SIGABRT, SIGBUS, SIGILL, SIGFPE]
  private static let signals =
    crashes + [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU]

  /// The output after leaving the screen; `nil` if it was not left exactly once.
  private func afterLeaving(_ program: TerminalProgram) -> String? {
    let parts = String(decoding: program.output, as: UTF8.self).components(
      separatedBy: Self.leaving)
    return parts.count == 2 ? parts[1] : nil
  }

  private func integrity() throws -> String {
    try ToolRunner.shell("\"$SQL\" movies.db 'PRAGMA integrity_check; PRAGMA foreign_key_check'")
      .output
  }

  @Test("keys that quit exit with status 0 and leave no output", arguments: ["q", "Q", "\u{3}"])
  func quitting(key: String) throws {
    try Browsing.addMovies(3)
    let program = try Browsing.start()
    #expect(program.modes?.isRaw == true)
    try program.type(key)
    #expect(try program.outcome() == 0)
    #expect(program.modes == program.modesBefore)
    #expect(afterLeaving(program) == "")
  }

  @Test(
    "signals have their default status, and a crash prints a message on the main screen",
    arguments: signals)
  func signal(number: Int32) throws {
    try Browsing.addMovies(3)
    let program = try Browsing.start()
    program.send(number)
    #expect(try program.outcome() == 128 + number)
    #expect(program.modes == program.modesBefore)
    let message = "terminated by signal \(number); the terminal was restored\r\n"
    #expect(afterLeaving(program) == (Self.crashes.contains(number) ? message : ""))
    #expect(try integrity() == "ok\n")
  }

  @Test(
    "a signal during a change leaves the catalog sound and restores the terminal",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func duringChange(number: Int32) throws {
    try Browsing.addMovies(40)
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

  @Test("closing the terminal ends it by SIGHUP")
  func hangUp() throws {
    try Browsing.addMovies(3)
    let program = try Browsing.start()
    program.closeTerminal()
    #expect(try program.outcome() == 128 + SIGHUP)
    #expect(try integrity() == "ok\n")
  }

  @Test("the end of the input ends it if SIGHUP is ignored")
  func endOfInput() throws {
    try Browsing.addMovies(3)
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
