import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ColorTests {
  init() throws { try SampleCatalog.install() }

  private func isColored(
    _ options: [String], _ environment: [String: String], on console: Console
  ) -> Bool {
    movies(["list"] + options, on: console, environment: environment).output.contains("\u{1B}")
  }

  @Test(
    "--color, NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM and the terminal decide, in this order",
    arguments: [
      (["--color", "always"], ["NO_COLOR": "1", "TERM": "dumb"], true, true),
      (["--color", "never"], ["CLICOLOR_FORCE": "1", "TERM": "xterm"], false, false),
      ([], ["NO_COLOR": "1", "CLICOLOR_FORCE": "1", "TERM": "xterm"], false, false),
      ([], ["NO_COLOR": "", "TERM": "xterm"], true, false),
      ([], ["CLICOLOR_FORCE": "1", "CLICOLOR": "0", "TERM": "dumb"], true, true),
      ([], ["CLICOLOR": "0", "TERM": "xterm"], false, false),
      ([], ["TERM": "dumb"], false, false),
      ([], ["TERM": "xterm-256color"], true, false),
      (["--color", "auto"], ["TERM": "xterm"], true, false),
    ])
  func precedence(
    options: [String], environment: [String: String], terminal: Bool, pipe: Bool
  ) {
    #expect(isColored(options, environment, on: .terminal) == terminal)
    #expect(isColored(options + ["--format", "table"], environment, on: .pipes) == pipe)
  }

  @Test(
    "without color, the output has no escape sequences",
    arguments: [
      ["list"], ["actors"], ["show", "1", "--depth", "2"], ["stats"], ["path"],
    ])
  func none(arguments: [String]) {
    let result = movies(
      arguments + ["--color", "never"], on: .terminal, environment: ["TERM": "xterm"])
    #expect(!(result.output + result.error).contains("\u{1B}"))
  }

  @Test(
    "only tables are colored, not machine-readable formats",
    arguments: [
      "tsv", "csv", "json", "ndjson", "ids",
    ])
  func values(format: String) {
    let options = ["--color", "always", "--format", format]
    #expect(!isColored(options, [:], on: .terminal))
    #expect(!isColored(options, [:], on: .pipes))
  }
}
