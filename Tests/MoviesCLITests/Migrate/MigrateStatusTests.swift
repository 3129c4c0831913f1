import Foundation
import MovieStore
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct MigrateStatusTests {
  init() throws { try SampleCatalog.install() }

  @Test("a file of the newest version has status 0")
  func newest() {
    #expect(
      movies("migrate", "status")
        == CommandResult(output: "\(SampleCatalog.path)\tv6\tv6\t\tas expected\n"))
  }

  @Test("pending migrations are listed, with exit status 3")
  func pending() throws {
    let path = try CatalogFiles.make(.v3, named: "old.db")
    #expect(
      movies("migrate", "status", path)
        == CommandResult(.pending, output: "\(path)\tv3\tv6\tv4 v5 v6\tas expected\n"))
    let json = movies("migrate", "status", path, "--json").output
    #expect(json.hasPrefix(#"{"command": "status", "file": "\#(path)", "version": 3, "#))
    #expect(json.contains(#""ok": true, "steps": [{"version": 4, "direction": "up", "#))
  }

  @Test("an empty file has no version, and all migrations are pending")
  func empty() throws {
    let path = TemporaryDirectory.path("empty.db")
    try Files.touch(path)
    #expect(
      movies("migrate", "status", path)
        == CommandResult(.pending, output: "\(path)\tnone\tv6\tv1 v2 v3 v4 v5 v6\tas expected\n"))
    #expect(
      movies("migrate", "status", path, "--json").output.contains(#""version": 0, "newest": 6, "#))
    #expect(try Files.bytes(path) == [])
  }

  @Test(
    "an unreadable file is an error with its exit status",
    arguments: [
      ("missing", MoviesCLI.ExitStatus.missingFile, "the database "),
      ("foreign", .wrongDatabase, "'/"), ("newer", .wrongDatabase, "cannot open '/"),
    ])
  func failures(kind: String, status: MoviesCLI.ExitStatus, message: String) throws {
    let path =
      switch kind {
      case "foreign": try CatalogFiles.foreign(named: "f.db")
      case "newer": try CatalogFiles.newer(named: "n.db")
      default: TemporaryDirectory.path("missing.db")
      }
    for command in ["status", "check", "schema"] {
      let result = movies("migrate", command, path)
      #expect(result.status == status)
      #expect(result.output == "")
      #expect(result.error.hasPrefix("Error: \(message)"), "\(command): \(result.error)")
    }
    for command in [[], ["status"], ["plan"], ["rehearse"], ["check"], ["schema"], ["log"]] {
      let result = movies(["migrate"] + command + ["--json", "--db", path])
      #expect(result.status == status)
      let name = command.first ?? "migrate"
      #expect(result.output.hasPrefix(#"{"command": "\#(name)", "file": "\#(path)", "#))
      #expect(result.output.contains(#""newest": 6, "ok": false, "steps": [], "#))
      #expect(result.output.contains(#""code": "\#(kind == "newer" ? "newer" : "file")", "#))
      #expect(result.error.hasPrefix("Error: \(message)"))
      #expect(result.error.split(separator: "\n").count == (name == "check" ? 2 : 1))
    }
  }

  @Test("all files are checked, and the exit status is the most severe")
  func several() throws {
    let old = try CatalogFiles.make(.v5, named: "old.db")
    let foreign = try CatalogFiles.foreign(named: "foreign.db")
    let missing = TemporaryDirectory.path("missing.db")
    let result = movies("migrate", "status", missing, old, foreign, SampleCatalog.path)
    #expect(result.status == .wrongDatabase)
    #expect(
      result.output == """
        \(old)\tv5\tv6\tv6\tas expected
        \(SampleCatalog.path)\tv6\tv6\t\tas expected

        """)
    let errors = result.error.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(errors.first?.hasPrefix("Error: the database '\(missing)' does not exist") == true)
    #expect(errors.last?.hasPrefix("Error: '\(foreign)' is not a movies database") == true)
    #expect(movies("migrate", "status", missing, old).status == .missingFile)
    #expect(movies("migrate", "status", old, SampleCatalog.path).status == .pending)

    let json = movies("migrate", "status", missing, old, "--json")
    #expect(json.status == .missingFile)
    let objects = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(objects?.map { $0["file"] as? String } == [missing, old])
    #expect(objects?.map { $0["ok"] as? Bool } == [false, true])
  }

  @Test("prints the path as specified; a file argument requires no home directory")
  func names() {
    let result = movies(
      "migrate", "status", SampleCatalog.path, environment: ["MOVIES_DB": "", "HOME": ""])
    #expect(result.status == .done)
    #expect(
      movies("migrate", "check", SampleCatalog.path, environment: ["MOVIES_DB": ""]).status == .done
    )
    #expect(movies("migrate", "schema", "3", environment: ["MOVIES_DB": ""]).status == .done)
    #expect(movies("migrate", "status", environment: ["MOVIES_DB": ""]).status == .missingFile)
  }

  @Test(
    "read-only commands change no byte and create no file",
    arguments: [
      ["status"], ["plan"], ["plan", "--to", "1"], ["rehearse", "--to", "5"], ["check"],
      ["schema"], ["log"], ["--dry-run"], ["--dry-run", "--to", "1"],
    ])
  func untouched(words: [String]) throws {
    let before = try SampleCatalog.bytes
    _ = movies(["migrate"] + words + ["--db", SampleCatalog.path])
    #expect(try SampleCatalog.bytes == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }
}
