import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct DryRunTests {
  init() throws { try SampleCatalog.install() }

  @Test(
    "--dry-run prints the output of the real run, and changes no byte",
    arguments: [
      ["add", "X", "--actor", "Al Pacino", "--actor", "New"],
      ["add", "--random", "--seed", "3", "--format", "csv"],
      ["edit", "1", "--title", "Y", "--remove-actor", "Edward Norton", "--add-actor", "Z"],
      ["rate", "3..5", "7", "--json"], ["watch", "--favorites", "--yes"], ["tag", "1", "a", "b"],
      ["favorite", "1..9", "--format", "ids"],
      ["favorite", "1..9", "--on"],
      ["delete", "1", "2", "--json"],
      ["delete", "--all", "--yes", "--format", "table"],
      ["delete", "--where", "title:heat", "--yes"],
    ])
  func output(arguments: [String]) throws {
    let before = try SampleCatalog.bytes
    let dryRun = movies(arguments + ["--dry-run"])
    #expect(try SampleCatalog.bytes == before)
    #expect(dryRun.error.hasPrefix("would "))
    let real = movies(arguments)
    #expect(real.output == dryRun.output)
    #expect(real.status == dryRun.status)
    #expect(real.status == .done)
    #expect(try SampleCatalog.bytes != before)
  }

  @Test("--dry-run requires no confirmation")
  func noQuestion() {
    #expect(movies("delete", "--all", "-n").error == "would delete 9 movies\n")
    #expect(movies("delete", "--all", "-n", on: .terminal).error == "would delete 9 movies\n")
  }

  @Test("--dry-run of import and seed prints the counts")
  func counts() throws {
    let before = try SampleCatalog.bytes
    let text = #"{"title": "N", "cast": ["A", "B"]}"#
    #expect(movies("import", "-", "-n", input: text) == CommandResult(output: "new        1\n"))
    #expect(movies("seed", "4", "-n").error.hasPrefix("would add 4 movies, "))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("--dry-run creates no database")
  func noDatabase() {
    let path = TemporaryDirectory.path("directory/none.db")
    #expect(movies("add", "x", "-n", "--db", path).output == "1\t\tx\t\n")
    #expect(movies("path", "--json", "--db", path).output.hasSuffix("\"exists\": false}\n"))
  }

  @Test(
    "--dry-run reports the same errors",
    arguments: [
      ["edit", "1", "--remove-actor", "Jane Doe"], ["favorite", "99"], ["delete", "heat"],
      ["add", ""], ["import", "/nowhere.json"],
    ])
  func errors(arguments: [String]) {
    #expect(movies(arguments + ["--dry-run"]) == movies(arguments))
  }
}
