import TestSupport
import Testing

/// The program on a pseudo-terminal.
@Suite(.limited, .temporaryDirectory) struct TerminalTests {
  private func run(
    _ arguments: [String], columns: Int = 80, input: String = "",
    environment: [String: String] = ["TERM": "xterm"]
  ) throws -> Tool.Outcome {
    try Tool(
      arguments, environment: ToolRunner.environment.merging(environment) { $1 }, input: input,
      terminalColumns: columns
    ).run()
  }

  @Test(
    "a table fits the terminal, or COLUMNS",
    arguments: [(nil, 40, 40), ("60", 80, 60)] as [(String?, Int, Int)])
  func widths(columns: String?, terminal: Int, expected: Int) throws {
    try ToolRunner.seed(2)
    let title = String(repeating: "word ", count: 3_000)
    _ = try ToolRunner.tool("add", "-q", title).run()
    let environment = columns.map { ["COLUMNS": $0] } ?? [:]
    let lines = try run(["list"], columns: terminal, environment: environment).output
      .split(separator: "\n")
    #expect(lines.map(\.count).max() == expected)
  }

  @Test(
    "asks for confirmation on the terminal",
    arguments: [
      ("y\n", 0, 0), ("\n", 1, 3), ("\u{4}", 1, 3),
    ])
  func question(input: String, status: Int32, left: Int) throws {
    try ToolRunner.seed(3)
    let outcome = try run(["delete", "--all"], input: input)
    #expect(outcome.status == status)
    #expect(outcome.output.contains("Delete 3 movies? [y/N] "))
    #expect(try ToolRunner.tool("list").run().output.split(separator: "\n").count == left)
  }
}
