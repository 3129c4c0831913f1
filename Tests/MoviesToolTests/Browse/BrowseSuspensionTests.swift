import Foundation
import TestSupport
import Testing

/// `^Z` and `fg`, in a shell with job control.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseSuspensionTests {
  /// A bash without line editing, at its prompt.
  private func shell() throws -> TerminalProgram {
    var tool = Tool(shell: "", [], environment: ToolRunner.environment)
    tool.arguments = ["--norc", "--noprofile", "--noediting", "-i"].map { Array($0.utf8) }
    tool.environment.merge(Browsing.environment) { $1 }
    tool.environment.merge(["PS1": "ready> ", "HISTFILE": "/dev/null"]) { $1 }
    let shell = try TerminalProgram(tool, columns: 80, rows: 24)
    try wait(shell, for: "ready> ")
    return shell
  }

  private func wait(_ shell: TerminalProgram, for end: String) throws {
    try shell.waitForOutput { output in output.suffix(end.utf8.count).elementsEqual(end.utf8) }
  }

  private func modes(_ shell: TerminalProgram) throws -> PseudoTerminal.Modes {
    try #require(shell.modes)
  }

  @Test("^Z restores the terminal for the shell, and fg repaints at the new size")
  func suspended() throws {
    try Browsing.addMovies(30)
    let shell = try shell()
    let before = try modes(shell)
    try shell.type("\"$MOVIES\" browse\n")
    try shell.wait { $0.hasCount }
    try shell.type("/movie 2\rstitle\rj")
    try shell.wait(for: "/movie 2  (Esc to clear)")
    for (columns, rows) in [(60, 12), (100, 30)] {
      #expect(try modes(shell).isRaw)
      try shell.type("\u{1A}")
      try wait(shell, for: "ready> ")
      #expect(try modes(shell) == before)
      shell.resize(columns: columns, rows: rows)
      try shell.type("fg\n")
      let grid = try shell.wait { grid in
        grid.hasCount && grid.rows.count == rows && grid.header.count == columns
      }
      #expect(grid.message == "/movie 2  (Esc to clear)")
      #expect(grid.selected.contains("Movie 12"))
    }
    try shell.type("Q")
    try wait(shell, for: "ready> ")
    #expect(try modes(shell) == before)
    try shell.type("echo status $?; exit\n")
    #expect(try shell.outcome() == 0)
    #expect(String(decoding: shell.output, as: UTF8.self).contains("status 0\r\n"))
  }

  @Test("SIGTSTP has the effect of ^Z")
  func fromOutside() throws {
    try Browsing.addMovies(3)
    let shell = try shell()
    let before = try modes(shell)
    try shell.type("\"$MOVIES\" browse\n")
    try shell.wait { $0.hasCount }
    let children = try Files.bytes("/proc/\(shell.processID)/task/\(shell.processID)/children")
    let child = try #require(
      pid_t(String(decoding: children, as: UTF8.self).replacing(" ", with: "")))
    kill(child, SIGTSTP)
    try wait(shell, for: "ready> ")
    #expect(try modes(shell) == before)
    let outputBefore = shell.output.count
    try shell.type("fg\n")
    try shell.waitForOutput { output in
      String(decoding: output[outputBefore...], as: UTF8.self).contains("\u{1B}[2J")
    }
    try shell.wait { $0.hasCount }
    try shell.type("q")
    try wait(shell, for: "ready> ")
    #expect(try modes(shell) == before)
  }

  @Test("repaints after SIGSTOP and SIGCONT")
  func stopped() throws {
    try Browsing.addMovies(30)
    let program = try Browsing.start()
    program.send(SIGSTOP)
    program.resize(columns: 50, rows: 10)
    program.send(SIGCONT)
    try program.wait { $0.hasCount && $0.header.hasSuffix("by title") }
    #expect(program.modes?.isRaw == true)
    try program.type("q")
    #expect(try program.outcome() == 0)
  }

  @Test("without job control, ^Z only repaints")
  func alone() throws {
    try Browsing.addMovies(3)
    let program = try Browsing.start()
    let before = program.output.count
    try program.type("\u{1A}")
    try program.waitForOutput { output in
      String(decoding: output[before...], as: UTF8.self).contains("\u{1B}[2J")
    }
    try program.wait { $0.hasCount }
    // The screen can be painted before the terminal is in raw mode.
    try program.waitForOutput { _ in program.modes?.isRaw == true }
    try program.type("q")
    #expect(try program.outcome() == 0)
  }
}
