import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct DryRunTests {
  init() throws { try SampleCatalog.install() }

  @Test(
    "--dry-run prints what the real run prints, and leaves every byte",
    arguments: [
      ["add", "X", "--actor", "Al Pacino", "--actor", "New"],
      ["add", "--random", "--seed", "3"],
      ["edit", "1", "--title", "Y", "--remove-actor", "Edward Norton", "--add-actor", "Z"],
      ["favorite", "1..9"],
      ["favorite", "1..9", "--on"],
      ["delete", "1", "2"],
      ["delete", "--all", "--yes"],
      ["delete", "--matching", "heat", "--yes"],
    ], [[], ["--json"], ["--format", "csv"], ["--format", "table"], ["--format", "ids"]])
  func output(arguments: [String], format: [String]) throws {
    let before = try SampleCatalog.bytes
    let rehearsal = movies(arguments + format + ["--dry-run"])
    #expect(try SampleCatalog.bytes == before)
    #expect(rehearsal.error.hasPrefix("would "))
    let real = movies(arguments + format)
    #expect(real.output == rehearsal.output)
    #expect(real.status == rehearsal.status)
    #expect(real.status == .done)
    #expect(try SampleCatalog.bytes != before)
  }

  @Test("--dry-run asks nothing")
  func noQuestion() {
    #expect(movies("delete", "--all", "-n").error == "would delete 9 movies\n")
    #expect(movies("delete", "--all", "-n", on: .terminal).error == "would delete 9 movies\n")
  }

  @Test("--dry-run of an import and of a seeding counts")
  func counts() throws {
    let before = try SampleCatalog.bytes
    let text = #"{"title": "N", "cast": ["A", "B"]}"#
    #expect(
      movies("import", "-", "-n", input: text).error
        == "would import 1 movie, 2 new actors\n")
    #expect(movies("seed", "4", "-n").error.hasPrefix("would add 4 movies, "))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("--dry-run makes no database")
  func noDatabase() {
    let path = TemporaryDirectory.path("folder/none.db")
    #expect(movies("add", "x", "-n", "--db", path).output == "1\t\tx\t\n")
    #expect(movies("path", "--json", "--db", path).output.hasSuffix("\"exists\": false}\n"))
  }

  @Test(
    "a mistake is the same mistake in a dry run",
    arguments: [
      ["edit", "1", "--remove-actor", "Nobody"], ["favorite", "99"], ["delete", "heat"],
      ["add", ""], ["import", "/nowhere.json"],
    ])
  func mistakes(arguments: [String]) {
    #expect(movies(arguments + ["--dry-run"]) == movies(arguments))
  }
}
