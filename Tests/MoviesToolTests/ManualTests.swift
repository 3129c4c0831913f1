import Foundation
import TestSupport
import Testing

/// The manual page that the program prints, and how formatters show it.
@Suite(.limited, .fullTier, .temporaryDirectory) struct ManualTests {
  private func page(_ script: String) throws -> Tool.Outcome {
    try ToolRunner.shell(
      "\"$MOVIES\" --generate-manual > movies.1 && \(script)",
      environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "100"])
  }

  @Test(
    "mandoc -Tlint reports nothing",
    .needs(.mandoc))
  func lint() throws {
    let result = try page("mandoc -Tlint -Wwarning movies.1")
    #expect(result.status == 0)
    #expect(result.output + result.error == "")
  }

  @Test(
    "man shows every command and option of the help, without a warning",
    .needs(.man))
  func content() throws {
    let result = try page("man --warnings -l movies.1")
    #expect(result.status == 0)
    #expect(result.error == "")
    let shown = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let titles =
      ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "GLOBAL OPTIONS", "KEYS", "ENVIRONMENT"]
      + ["FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO"]
    for title in titles { #expect(result.output.contains("\n\(title)\n"), "\(title)") }
    let help = try helpOfEverything()
    let options = Set(help.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
    let commands = help.matches(of: /USAGE: (movies(?: [a-z]+)*)/).map { String($0.output.1) }
    #expect(options.count > 40 && commands.count > 20)
    for name in options { #expect(shown.contains(name), "\(name)") }
    for name in commands { #expect(shown.contains(name), "\(name)") }
  }

  /// The help of every command and subcommand.
  private func helpOfEverything() throws -> String {
    try ToolRunner.shell(
      """
      names() { awk '/^[A-Z ]+:$/ { on = !/OPTIONS|TOPICS|ARGUMENTS|EXAMPLES/ } on && /^  [a-z]/ { sub(",", "", $1); print $1 }'; }
      for command in "" options $("$MOVIES" help | names); do
        "$MOVIES" help $command
        [ -z "$command" ] || for sub in $("$MOVIES" help $command | names); do "$MOVIES" help $command $sub; done
      done
      """
    ).output
  }

  @Test("needs no home directory, and rejects further arguments")
  func alone() throws {
    let page = try Tool(["--generate-manual"]).run()
    #expect(page.status == 0 && page.output.hasPrefix(".Dd ") && page.error == "")
    #expect(try Tool(["--generate-manual", "x"]).run().status == 64)
  }
}
