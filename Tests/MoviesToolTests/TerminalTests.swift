import TestSupport
import Testing

/// The program on a pseudo terminal.
@Suite(.limited, .temporaryDirectory) struct TerminalTests {
  private static let titles = [
    "\u{1B}[2Jescape", "\u{1B}]0;bell\u{7}", "\u{9B}31mC1", "back\u{8}space", "carriage\rreturn",
    "two\nlines", "a\ttab", "\u{7F}", "\u{202E}right", "zero\u{200B}width", "\u{E0041}",
  ]

  private func run(
    _ arguments: [String], columns: Int = 80, input: String = "",
    environment: [String: String] = ["TERM": "xterm"]
  ) throws -> Tool.Outcome {
    try Tool(
      arguments, environment: Workbench.environment.merging(environment) { $1 }, input: input,
      terminalColumns: columns
    ).run()
  }

  private func addHostileTitles() throws {
    let tsv = Self.titles.map {
      $0.replacing("\n", with: "\\n").replacing("\t", with: "\\t").replacing("\r", with: "\\r")
    }
    let text = "title\tcast\n" + tsv.map { "\($0)\t\($0)\n" }.joined()
    #expect(
      try Workbench.tool("import", "-", "--format", "tsv", "-q", input: text).run().status == 0)
  }

  private func controls(in text: String) -> Set<String> {
    Set(
      text.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || 0x7F...0x9F ~= $0.value) }
        .map { $0.escaped(asASCII: true) })
  }

  @Test(
    "no control byte but newline is sent, whatever the titles are",
    arguments: [
      ["list"], ["list", "--json"], ["list", "--format", "csv"], ["actors"], ["stats"],
      ["show", "1..11", "--depth", "3"], ["export"], ["show", "esc"], ["favorite", "1..11"],
      ["list", "--db", "/\u{1B}[2J"], ["--\u{1B}[2J"], ["delete", "--all"],
    ])
  func noControls(arguments: [String]) throws {
    try addHostileTitles()
    let outcome = try run(arguments + ["--color", "never"], input: "n\n")
    #expect(outcome.output != "")
    #expect(controls(in: outcome.output) == [])
    let hidden = Set("\u{202E}\u{200B}\u{E0041}".unicodeScalars)
    #expect(!outcome.output.unicodeScalars.contains(where: hidden.contains))
  }

  @Test("colors are sent where they are wanted, and nothing else", arguments: ["list", "stats"])
  func colors(command: String) throws {
    try addHostileTitles()
    let plain = try run([command], environment: ["NO_COLOR": "1"]).output
    #expect(controls(in: plain) == [])
    let colored = try run([command]).output
    #expect(controls(in: colored) == ["\\u{1B}"])
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(try run([command], environment: [:]).output == plain)
  }

  @Test(
    "a table is fitted to the terminal, or to COLUMNS",
    arguments: [
      (nil, 80, 80), (nil, 40, 40), ("60", 80, 60), ("0", 50, 50), ("-1", 50, 50), ("x", 50, 50),
      ("999999999999999999999", 80, 10_000), (nil, 0, 80),
    ] as [(String?, Int, Int)])
  func widths(columns: String?, terminal: Int, expected: Int) throws {
    try Workbench.seed(2)
    let title = String(repeating: "word ", count: 3_000)
    _ = try Workbench.tool("add", "-q", title).run()
    let environment = columns.map { ["COLUMNS": $0] } ?? [:]
    let lines = try run(["list"], columns: terminal, environment: environment).output
      .split(separator: "\n")
    #expect(lines.map(\.count).max() == expected)
  }

  @Test(
    "a question is asked and answered on the terminal",
    arguments: [
      ("y\n", 0, 0), ("\n", 1, 3), ("\u{4}", 1, 3),
    ])
  func question(input: String, status: Int32, left: Int) throws {
    try Workbench.seed(3)
    let outcome = try run(["delete", "--all"], input: input)
    #expect(outcome.status == status)
    #expect(outcome.output.contains("Delete 3 movies? [y/N] "))
    #expect(try Workbench.tool("list").run().output.split(separator: "\n").count == left)
  }
}
