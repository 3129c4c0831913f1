import Foundation
import MovieSQLite
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct DoctorTests {
  init() throws { try SampleCatalog.install() }

  /// Adds an actor without movies and a wrong sortable title.
  private static func damage() throws {
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute("INSERT INTO ActorModel(name) VALUES ('Unused')")
    try connection.execute("UPDATE MovieModel SET sortableTitle = 'zzz' WHERE id = 2")
    Files.setMode(0o600, of: SampleCatalog.path)
  }

  private static let checks = [
    "file", "schema", "integrity", "references", "log", "history", "actors", "titles", "attributes",
    "search", "data", "duplicates",
  ]

  @Test("a healthy catalog has a row per check")
  func healthy() throws {
    Files.setMode(0o600, of: SampleCatalog.path)
    let rows = Self.checks.map { "\($0)\tok\n" }.joined()
    let message = "no problems found\n"
    #expect(movies("doctor") == CommandResult(output: rows, error: message))
    #expect(movies("doctor", "-q") == CommandResult())
    let named = movies("doctor", SampleCatalog.path, environment: ["MOVIES_DB": "none.db"])
    #expect(named == CommandResult(output: rows, error: message))
    let before = try SampleCatalog.bytes
    #expect(
      movies("doctor", "--fix")
        == CommandResult(output: rows, error: "nothing to repair\n" + message)
    )
    #expect(try SampleCatalog.bytes == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
    let table = movies("doctor", on: .terminal).output.split(separator: "\n")
    #expect(table.count == 13 && table.first?.contains("CHECK") == true)
  }

  @Test("findings state what --fix would do; --fix does it after a backup")
  func findings() throws {
    try Self.damage()
    let before = try SampleCatalog.bytes
    let found = movies("doctor")
    #expect(found.status == .notFound)
    #expect(found.output.contains("\nactors\twarning: actors without movies: 1\n"))
    let lines = found.error.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("Warning: actors without movies: 1 (row "))
    #expect(lines[0].hasSuffix("'--fix' would delete them."))
    #expect(lines[2] == "found 2 warnings; '--fix' would repair all of them")
    let quiet = movies("doctor", "-q")
    #expect(quiet.status == .notFound)
    #expect(
      quiet.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["actors", "titles"])
    #expect(quiet.error.split(separator: "\n") == lines.dropLast())
    let planned = movies("doctor", "--fix", "--dry-run")
    #expect(planned.status == .notFound && planned.output == found.output)
    #expect(planned.error.hasSuffix("; '--fix' would repair all of them, after a backup\n"))
    #expect(try SampleCatalog.bytes == before)

    let repaired = movies("doctor", "--fix")
    #expect(repaired.status == .done)
    #expect(repaired.output == Self.checks.map { "\($0)\tok\n" }.joined())
    let message = repaired.error.split(separator: "\n")
    #expect(message.first?.hasPrefix("backup: \(SampleCatalog.path).v6-") == true)
    #expect(
      message.dropFirst() == [
        "deleted actors without movies (1 row)",
        "rebuilt sortable titles (1 row)", "no problems found",
      ])
  }

  @Test("a repair of movies is a change that undo refuses, with the backup to restore")
  func history() throws {
    try Self.damage()
    let first = movies("doctor", "--fix").error.split(separator: "\n").first
    let backup = try #require(first).dropFirst("backup: ".count)
    #expect(movies("history").output.contains("\tmovies doctor --fix\trepaired: "))
    let undo = movies("undo")
    #expect(undo.status == .notFound)
    #expect(
      undo.error == """
        Error: cannot undo change 2 (repaired: deleted actors without movies (1 row), \
        rebuilt sortable titles (1 row); backup: \(backup)): the history does not store the values of \
        the movies. Nothing was changed. To go back, restore a backup: movies restore <backup>

        """)
    #expect(movies("restore", String(backup), "--yes", "-q").status == .done)
    #expect(movies("doctor").status == .notFound)
  }

  @Test("a file that cannot be read needs a backup, not --fix", arguments: [[], ["--fix"]])
  func unreadable(options: [String]) throws {
    #expect(movies("seed", "40", "--seed", "3", "-q").status == .done)
    try Files.write(Array(try SampleCatalog.bytes.prefix(10_000)), to: SampleCatalog.path)
    let result = movies(["doctor"] + options)
    #expect(result.status == .inputOutput)
    #expect(result.error.contains("It cannot be repaired: restore a backup with 'movies restore'"))
    #expect(!result.error.contains("--fix"))
  }

  @Test("--json is one object")
  func json() throws {
    try Self.damage()
    let text = movies("doctor", "--json")
    #expect(text.status == .notFound)
    let masked = text.output.replacing(/"seconds": [0-9.e-]+/, with: #""seconds": 0"#)
      .replacing(TemporaryDirectory.current, with: "")
    Golden.expect(masked, is: "doctor/found")
    let repaired = movies("doctor", "--fix", "--json").output
      .replacing(/"seconds": [0-9.e-]+/, with: #""seconds": 0"#)
      .replacing(TemporaryDirectory.current, with: "").replacing(/-\d{8}T\d{6}Z/, with: "-TIME")
    Golden.expect(repaired, is: "doctor/fixed")
  }

  @Test("an unreadable file is reported in JSON, too")
  func failures() throws {
    let missing = movies("doctor", "--json", "--db", "/no/where.db")
    #expect(missing.status == .missingFile)
    #expect(
      missing.output.hasPrefix(
        #"{"command": "doctor", "file": "/no/where.db", "version": null, "newest": 6, "ok": false, "#
          + #""checks": [], "findings": [{"code": "file", "severity": "error", "#))
    #expect(missing.output.hasSuffix(#""fix": null}], "fixed": [], "backup": null}\#n"#))
    let newer = try CatalogFiles.newer(named: "newer.db")
    #expect(movies("doctor", "--db", newer).status == .wrongDatabase)
    #expect(
      movies("doctor", "--db", newer, "--json").output.contains(#""version": 9, "newest": 6"#))
    #expect(movies("doctor", environment: ["MOVIES_DB": "", "HOME": "/no"]).status == .missingFile)
  }

  @Test(
    "usage errors",
    arguments: [
      (["-n"], "'--dry-run' requires '--fix'"),
      (["--db", ":memory:"], "':memory:' is not a file. Specify a file to check."),
      ([":memory:"], "':memory:' is not a file. Specify a file to check."),
      (["x", "y"], "Unexpected argument 'y'"),
      (["x", "--db", "y"], "'<file>' and '--db' cannot be used together"),
    ])
  func usage(words: [String], message: String) {
    let result = movies(["doctor"] + words)
    #expect(result.status == .usage && result.output == "")
    #expect(result.error.hasPrefix("Error: \(message)"))
  }

  @Test("names in the database are escaped")
  func hostile() throws {
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute("CREATE TABLE \"a\u{1B}[2J\nb\"(x)")
    for console in [Console.pipes, .terminal] {
      let result = movies("doctor", on: console)
      #expect(result.error.contains(#"the table 'a\u{1B}[2J"#))
      #expect(!result.error.contains("\u{1B}"))
    }
  }
}
