import Foundation
import TestSupport
import Testing

/// The program on a terminal of 24 rows, with a pager that marks its lines.
@Suite(.limited, .fullTier, .temporaryDirectory) struct PagerTests {
  private static let marking = "sed s/^/PAGED:/"

  private func start(
    _ arguments: [String], _ environment: [String: String], columns: Int = 80
  ) throws -> TerminalProgram {
    let defaults = ["TERM": "xterm", "MOVIES_DB": ToolRunner.database, "NO_COLOR": "1"]
    return try TerminalProgram(
      Tool(arguments, environment: defaults.merging(environment) { $1 }), columns: columns, rows: 24
    )
  }

  /// The lines on the terminal, and the exit status.
  private func run(
    _ arguments: [String], _ environment: [String: String] = ["PAGER": marking], columns: Int = 80
  ) throws -> (lines: [String], status: Int32) {
    let program = try start(arguments, environment, columns: columns)
    let status = try program.outcome()
    let lines = String(decoding: program.output, as: UTF8.self)
      .components(separatedBy: "\r\n").dropLast()
    return (Array(lines), status)
  }

  @Test(
    "the pager shows all of the output if its wrapped lines are taller than the terminal",
    arguments: [
      (["list", "-q", "--limit", "21"], 80, false), (["list", "-q", "--limit", "22"], 80, true),
      (["list", "--limit", "24", "-q", "--format", "csv"], 20, true),
      (["list", "-q", "--limit", "5", "--format", "csv"], 2_000, false),
      (["list", "-q", "--limit", "24", "--json"], 2_000, true),
      (["search", "a", "-q", "--limit", "24"], 80, true), (["actors", "-q"], 80, true),
      (["actors", "-q", "--limit", "9"], 80, false), (["show", "1..9"], 80, true),
      (["show", "1"], 80, false), (["show", "1..9", "--depth", "2"], 80, true),
      (["stats"], 80, true),
      (["help", "list"], 80, true), (["list", "--help", "--no-pager"], 80, false),
      (["list", "-q", "--no-pager"], 80, false), (["migrate", "schema"], 40, true),
      (["migrate", "plan", "--to", "1", "--sql"], 80, true), (["export"], 80, false),
      (["favorite", "1..40"], 80, false), (["delete", "1..40", "--yes"], 80, false),
    ])
  func height(words: [String], columns: Int, isPaged: Bool) throws {
    try ToolRunner.seed(40)
    let paged = try run(words, columns: columns)
    #expect(paged.status == 0)
    #expect(paged.lines.contains { $0.hasPrefix("PAGED:") } == isPaged)
    guard isPaged else { return }
    let unpaged = try run(words, ["PAGER": ""], columns: columns)
    #expect(paged.lines == unpaged.lines.map { "PAGED:" + $0 })
  }

  @Test(
    "MOVIES_PAGER overrides PAGER, which overrides less; empty, cat and a dumb terminal mean no pager",
    arguments: [
      (["MOVIES_PAGER": marking, "PAGER": "false"], true), (["PAGER": marking], true),
      (["MOVIES_PAGER": "", "PAGER": marking], false), (["PAGER": ""], false),
      (["PAGER": "cat"], false), (["MOVIES_PAGER": " ", "PAGER": marking], false),
      (["PAGER": marking, "TERM": "dumb"], false), (["PAGER": marking, "TERM": ""], false),
      ([:], true),
    ] as [([String: String], Bool)])
  func choice(environment: [String: String], isPaged: Bool) throws {
    try ToolRunner.seed(40)
    let directory = TemporaryDirectory.path("bin")
    // Another process writes the file: child processes of concurrent tests would inherit a descriptor
    // that this process has open for writing, and the file could not be executed.
    _ = try ToolRunner.shell(
      "mkdir bin; printf '#!/bin/sh\\nsed s/^/PAGED:/\\n' > bin/less; chmod 755 bin/less")
    let path = ["PATH": directory + ":/usr/bin:/bin"]
    let outcome = try run(["list", "-q"], environment.merging(path) { $1 })
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 41)
    #expect(outcome.lines.contains { $0.hasPrefix("PAGED:") } == isPaged)
  }

  @Test(
    "sets LESS and LV, and preserves the values of the user",
    arguments: [
      ([:], ["FRX", "-c"]), (["LESS": "", "LV": "-x"], ["-R ", "-x"]),
      (["LESS": "-S"], ["-R -S", "-c"]),
    ] as [([String: String], [String])])
  func options(environment: [String: String], expected: [String]) throws {
    try ToolRunner.seed(40)
    let pager = ["PAGER": "printenv LESS LV; cat > /dev/null"]
    let outcome = try run(["list", "-q"], environment.merging(pager) { $1 })
    #expect(outcome.lines == expected)
  }

  @Test("a pager that quits early ends the program with status 0 and without a message")
  func quitEarly() throws {
    try ToolRunner.seed(4_000)
    let outcome = try run(["list"], ["PAGER": "head -n 2"])
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines.first?.contains("TITLE") == true)
    #expect(outcome.status == 0)
  }

  @Test("holds no lock while a pager shows a long list")
  func noLock() throws {
    try ToolRunner.seed(4_000)
    let gate = TemporaryDirectory.path("gate")
    #expect(mkfifo(gate, 0o600) == 0)
    let program = try start(["list", "-q"], ["PAGER": "echo ready; cat '\(gate)'; wc -l"])
    try program.waitForOutput { String(decoding: $0, as: UTF8.self).contains("ready") }
    #expect(try ToolRunner.tool("add", "Meanwhile", "-q").run().status == 0)
    try Files.write(Array("go\n".utf8), to: gate)
    #expect(try program.outcome() == 0)
    #expect(String(decoding: program.output, as: UTF8.self).contains("4001"))
  }

  @Test("prints all output if the pager fails, and does not page an error")
  func failure() throws {
    try ToolRunner.seed(5)
    let outcome = try run(["list", "--sort", "added"], ["PAGER": "no-such-pager"])
    #expect(outcome.lines.first?.hasPrefix("cannot run the pager 'no-such-pager': check") == true)
    #expect(outcome.lines.count == 7)
    let damaged = try run(["migrate", "schema", "no-such.db"])
    #expect(damaged.status == 66)
    #expect(damaged.lines.count == 1)
  }
}
