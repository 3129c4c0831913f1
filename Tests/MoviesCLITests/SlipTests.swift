import TestSupport
import Testing

/// Slips of the hand, and what is said that helps.
@Suite(.limited, .temporaryDirectory) struct SlipTests {
  init() throws { try SampleCatalog.install() }

  @Test(
    "the first line of the answer says what to do",
    arguments: [
      (
        ["seed", "-5"],
        "Error: The value '-5' is invalid for '<count>'. "
          + "Please provide a whole number from 0 to 10000000."
      ),
      (
        ["edit", "1", "--actor", "X"],
        "Error: Unknown option '--actor'. Did you mean '--add-actor'?"
      ),
      (["lst"], "Error: Unexpected argument 'lst'. Did you mean 'list'?"),
      (["find", "x"], "Error: Unexpected argument 'find'. Did you mean 'search'?"),
      (["random"], "Error: Unexpected argument 'random'. Did you mean 'add --random'?"),
      (["list", "--desc"], "Error: Unknown option '--desc'. Did you mean '--reverse'?"),
      (["list", "-n", "5"], "Error: Unknown option '-n'. Did you mean '--limit'?"),
      (["delete", "1", "--force"], "Error: Unknown option '--force'. Did you mean '--yes'?"),
      (["migrate", "history"], "Error: Unexpected argument 'history'. Did you mean 'log'?"),
      (["add"], "Error: Missing expected argument '<title>'. Name a movie, or use '--random'"),
    ])
  func firstLine(words: [String], line: String) {
    let answer = movies(words)
    #expect(answer.status == .usage)
    #expect(answer.error.split(separator: "\n").first.map(String.init) == line)
  }

  @Test("a pager that is not there is told, and the list is shown without it")
  func pager() {
    let answer = movies(
      "list", "--limit", "1", on: .terminal,
      environment: ["TERM": "xterm", "PAGER": "no-such-pager -R"])
    #expect(answer.status == .done)
    #expect(answer.error.contains("the pager 'no-such-pager -R' is not there"))
  }
}
