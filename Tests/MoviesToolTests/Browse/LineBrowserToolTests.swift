import Foundation
import TestSupport
import Testing

/// `movies browse` without a screen.
@Suite(.limited, .fullTier, .temporaryDirectory) struct LineBrowserToolTests {
  @Test(
    "without a terminal for input and output, fails with a one-line usage error",
    arguments: ["", "< /dev/null", "> output", "| cat > output"])
  func noTerminal(redirection: String) throws {
    try Browsing.addMovies(3)
    // On a terminal, except for the redirection.
    var tool = Tool(
      shell: #"cd "$1"; set -o pipefail; "$MOVIES" browse \#(redirection)"#,
      [TemporaryDirectory.current], environment: ToolRunner.environment)
    tool.environment.merge(Browsing.environment) { $1 }
    if !redirection.isEmpty { tool.terminalColumns = 80 }
    let outcome = try tool.run()
    #expect(outcome.status == 64)
    let message = outcome.error + outcome.output
    #expect(message.hasPrefix("Error: 'browse' requires a terminal on standard input and output. "))
    #expect(message.filter(\.isNewline).count == 1)
    let output = ToolRunner.content(TemporaryDirectory.path("output")) ?? []
    #expect(!(Array(message.utf8) + output).contains(0x1B))
  }

  /// Starts the line-based mode and waits for its prompt.
  private func start(
    _ arguments: String..., terminal: String?
  ) throws -> TerminalProgram {
    var tool = Browsing.tool()
    tool.arguments += arguments.map { Array($0.utf8) }
    tool.environment["TERM"] = terminal
    let program = try TerminalProgram(tool, columns: 80, rows: 24)
    try execute(nil, program)
    return program
  }

  /// Types a line, and returns the output up to the next prompt.
  @discardableResult
  private func execute(_ line: String?, _ program: TerminalProgram) throws -> String {
    let before = program.output.count
    if let line { try program.type(line + "\n") }
    let echo = (line ?? "") + "\r\n"
    try program.waitForOutput { output in
      let new = String(decoding: output[before...], as: UTF8.self)
      return new.hasSuffix("\r\n> ") && (line == nil || new.hasPrefix(echo))
    }
    return String(decoding: program.output[before...], as: UTF8.self)
  }

  @Test(
    "dumb terminals and --plain use the line-based mode",
    arguments: [([], nil), ([], "dumb"), (["--plain"], "xterm")] as [([String], String?)])
  func lines(arguments: [String], terminal: String?) throws {
    try Browsing.addMovies(3)
    let program =
      try arguments.isEmpty
      ? start(terminal: terminal) : start("--plain", terminal: terminal)
    #expect(program.modes == program.modesBefore)
    #expect(try execute("2", program).contains("Movies > Movie 02, in billing order"))
    #expect(try execute("2", program).contains("3. Movie 03: Lead 03, Common"))
    #expect(
      try execute("x 3", program).contains("deleted 'Movie 03' (u to undo, later: movies undo)"))
    #expect(try execute("u", program).contains("undo: restored 'Movie 03'"))
    #expect(try execute("f 1", program).contains("'Movie 01' is now a favorite"))
    #expect(try execute("b", program).contains("Movies > Movie 02"))
    #expect(try execute("/lead", program).contains("1 actor"))
    try program.type("q\n")
    #expect(try program.outcome() == 0)
    #expect(!program.output.contains(0x1B))
    #expect(
      try ToolRunner.tool("list", "--favorites", "--columns", "title").run().output == "Movie 01\n")
  }

  @Test("a line that is too long ends it with an error, before the rest is read")
  func longLine() throws {
    try Browsing.addMovies(3)
    var tool = Tool(
      shell: #"head -c 100M /dev/zero | "$MOVIES" browse --plain"#, [],
      environment: ToolRunner.environment)
    tool.environment.merge(Browsing.environment) { $1 }
    let outcome = try tool.run()
    #expect(outcome.status == 65)
    #expect(outcome.error == "Error: a line on standard input is longer than 65,536 bytes.\n")
  }

  @Test("the end of the input quits")
  func endOfInput() throws {
    try Browsing.addMovies(3)
    let program = try start("--plain", terminal: "xterm")
    try program.type("\u{4}")
    #expect(try program.outcome() == 0)
    #expect(String(decoding: program.output, as: UTF8.self).hasSuffix("\r\n> \r\n"))
  }
}
