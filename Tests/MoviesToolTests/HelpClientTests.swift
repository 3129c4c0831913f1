import Foundation
import TestSupport
import Testing

/// Clients in another language, which know the program only by `help --json` and `help schema`.
@Suite(.limited, .temporaryDirectory) struct HelpClientTests {
  private static let directory = Files.package.appending(path: "Tests/HelpClient").path()

  /// Runs the client on a catalog of the test.
  ///
  /// - Parameter program: The program that it runs.
  private static func run(_ program: String) throws -> Tool.Outcome {
    try ToolRunner.seed(60)
    let script = """
      cd '\(TemporaryDirectory.current)' && mkdir new && "$MOVIES" export list.csv -q
      exec python3 '\(directory)/client.py' \(program) "$PWD/movies.db" "$PWD/list.csv" "$PWD/new"
      """
    var tool = Tool(shell: script, [], environment: ToolRunner.environment)
    tool.timeout = 300_000
    return try tool.run()
  }

  @Test(
    "every command that only reads does what help --json says, and leaves the catalog unchanged",
    .needs(.python3))
  func client() throws {
    let outcome = try Self.run(#""$MOVIES""#)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    let count = outcome.output.matches(of: /\n(\d+) commands\n/).first.flatMap { Int($0.1) }
    #expect(try #require(count) > 20)
  }

  @Test(
    "Control: the client detects a wrong exit status, invalid JSON and a change",
    .needs(.python3),
    arguments: [
      (#"[ "$1" = random ] && exit 64"#, "exit status 64"),
      (#"[ "$2" = --json ] && [ "$1" = random ] && { echo '{'; exit; }"#, "invalid JSON"),
      (#"[ "$1" = random ] && "$MOVIES" add x -q"#, "the catalog was changed"),
    ])
  func controls(line: String, message: String) throws {
    let path = TemporaryDirectory.path("program")
    try Files.write(Array("#!/bin/sh\n\(line)\nexec \"$MOVIES\" \"$@\"\n".utf8), to: path)
    Files.setMode(0o755, of: path)
    let outcome = try Self.run("'\(path)'")
    #expect(outcome.status == 1 && outcome.error.contains(message), "\(outcome.error)")
  }

  @Test("every schema is valid for another implementation", .needs(.python3, .jsonschema))
  func schemas() throws {
    let outcome = try ToolRunner.shell("python3 '\(Self.directory)/schemas.py' \"$MOVIES\"")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.hasSuffix(" schemas\n"))
  }
}
