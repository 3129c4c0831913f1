import Foundation
import TestSupport
import Testing

/// Where there is no screen to browse on.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseDialogueTests {
  @Test(
    "without a terminal on both sides it is a misuse, told in one line that has no escape",
    arguments: ["", "< /dev/null", "> output", "| cat > output"])
  func noTerminal(redirection: String) throws {
    try Browsing.addFilms(3)
    // On a terminal it is; the redirection takes one side of it away.
    var tool = Tool(
      shell: #"cd "$1"; set -o pipefail; "$MOVIES" browse \#(redirection)"#,
      [TemporaryDirectory.current], environment: ToolRunner.environment)
    tool.environment.merge(Browsing.environment) { $1 }
    if !redirection.isEmpty { tool.terminalColumns = 80 }
    let outcome = try tool.run()
    #expect(outcome.status == 64)
    let told = outcome.error + outcome.output
    #expect(told.hasPrefix("Error: 'browse' requires a terminal on standard input and output. "))
    #expect(told.filter(\.isNewline).count == 1)
    let output = ToolRunner.content(TemporaryDirectory.path("output")) ?? []
    #expect(!(Array(told.utf8) + output).contains(0x1B))
  }

  /// Starts the dialogue, and waits for it to ask.
  private func dialogue(
    _ arguments: String..., terminal: String?
  ) throws -> TerminalProgram {
    var tool = Browsing.tool()
    tool.arguments += arguments.map { Array($0.utf8) }
    tool.environment["TERM"] = terminal
    let program = try TerminalProgram(tool, columns: 80, rows: 24)
    try ask(program, to: nil)
    return program
  }

  /// Says a line, and waits for what the next question comes after.
  @discardableResult
  private func ask(_ program: TerminalProgram, to line: String?) throws -> String {
    let before = program.output.count
    if let line { try program.type(line + "\n") }
    let isEcho = (line ?? "") + "\r\n"
    try program.waitForOutput { output in
      let new = String(decoding: output[before...], as: UTF8.self)
      return new.hasSuffix("\r\n> ") && (line == nil || new.hasPrefix(isEcho))
    }
    return String(decoding: program.output[before...], as: UTF8.self)
  }

  @Test(
    "a terminal that cannot place a cursor, or --plain, gets a dialogue of lines",
    arguments: [([], nil), ([], "dumb"), (["--plain"], "xterm")] as [([String], String?)])
  func lines(arguments: [String], terminal: String?) throws {
    try Browsing.addFilms(3)
    let program =
      try arguments.isEmpty
      ? dialogue(terminal: terminal) : dialogue("--plain", terminal: terminal)
    #expect(program.modes == program.modesBefore)
    #expect(try ask(program, to: "2").contains("Movies > Film 02, in billing order"))
    #expect(try ask(program, to: "2").contains("3. Film 03: Lead 03, Common"))
    #expect(try ask(program, to: "x 3").contains("deleted 'Film 03' (u to undo)"))
    #expect(try ask(program, to: "u").contains("undo: restored 'Film 03'"))
    #expect(try ask(program, to: "f 1").contains("'Film 01' is now a favorite"))
    #expect(try ask(program, to: "b").contains("Movies > Film 02"))
    #expect(try ask(program, to: "/lead").contains("1 actor"))
    try program.type("q\n")
    #expect(try program.outcome() == 0)
    #expect(!program.output.contains(0x1B))
    #expect(
      try ToolRunner.tool("list", "--favorites", "--columns", "title").run().output == "Film 01\n")
  }

  @Test("the end of the input ends the dialogue")
  func endOfInput() throws {
    try Browsing.addFilms(3)
    let program = try dialogue("--plain", terminal: "xterm")
    try program.type("\u{4}")
    #expect(try program.outcome() == 0)
    #expect(String(decoding: program.output, as: UTF8.self).hasSuffix("\r\n> \r\n"))
  }
}
