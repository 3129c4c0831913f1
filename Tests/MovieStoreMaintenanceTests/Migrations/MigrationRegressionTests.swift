import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Faults that migrations once had.
@Suite(.limited, .temporaryDirectory) struct MigrationRegressionTests {
  @Test("A cast with text after a NUL cannot be migrated")
  func textAfterNUL() throws {
    let path = try OldCatalog.make([OldCatalog.Row("x")])
    try OtherProgram.run(path, "UPDATE Movie SET \"cast\" = CAST(x'5b2241225d002c22425d' AS TEXT)")
    let error = try storeProblem { try Migrator(path: path).apply() }
    guard case .unmigratableData(.v4, _, [1]) = error else { throw error }
    #expect(try Migrator(path: path).verify().findings.map(\.rows) == [[1]])
  }

  @Test("Rejects a file that stores text as UTF-16 and leaves it unchanged")
  func encoding() throws {
    let path = try OtherProgram.make(
      "utf16.db",
      ["PRAGMA encoding = 'UTF-16le'"] + Self.statements(of: Migrator.schema(of: .v1)))
    let before = try Files.bytes(path)
    let findings = try Migrator(path: path).status().findings
    #expect(findings.map(\.message) == ["the database stores text as UTF-16le instead of UTF-8"])
    #expect(throws: StoreError(.changedSchema(path: path, findings: findings))) {
      try Migrator(path: path).apply()
    }
    #expect(try Files.bytes(path) == before)
  }

  private static func statements(of script: String) -> [String] {
    script.split(separator: ";\n").map(String.init)
  }

  @Test(
    "Does not migrate a damaged file",
    arguments: [
      ["PRAGMA ignore_check_constraints = ON", "UPDATE Movie SET favorite = 7 WHERE pk = 2"],
      [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'spare') WHERE name = 'movie_by_uuid'",
      ],
    ])
  func damaged(statements: [String]) throws {
    let path = try OldCatalog.make(
      [OldCatalog.Row("1"), OldCatalog.Row("2"), OldCatalog.Row("3")], version: .v2)
    try OtherProgram.run(path, "CREATE TABLE other(a)", "CREATE INDEX spare ON other(a)")
    try OtherProgram.run(path, statements)
    let before = try Files.bytes(path)
    let error = try storeProblem { try Migrator(path: path).apply() }
    guard case .damaged = error else { throw error }
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("Stops if a third-party reference would refer to a missing row")
  func thirdPartyReference() throws {
    let path = try OldCatalog.make([OldCatalog.Row("1")])
    try OtherProgram.run(
      path, "CREATE TABLE watch(movie TEXT REFERENCES Movie(id))",
      "INSERT INTO watch SELECT id FROM Movie")
    let before = try Files.bytes(path)
    #expect(
      throws: StoreError(
        .migrationFailed(
          version: .v6, detail: "1 row of the table 'watch' would refer to missing rows"))
    ) {
      try Migrator(path: path).apply()
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Migrator(path: path).apply(to: .v4).to == .v4)
  }

  @Test("Does not reuse the id of an actor without movies after a downgrade")
  func orphan() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.add("1", "A", "B")
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Orphan')")
    try OldCatalog.migrate(path, to: .v3)
    try OldCatalog.migrate(path)
    var again = try Catalog(path: path, access: .writing)
    #expect(try again.add("2", "Newcomer").cast.allSatisfy { $0.id.rawValue > 3 })
  }

  @Test("Counts an actor whose only movie is missing as lost")
  func actorOfMissingMovie() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.add("1", "A")
    try store.add("2", "B")
    try OtherProgram.run(path, "PRAGMA foreign_keys = OFF", "DELETE FROM MovieModel WHERE id = 2")
    let losses = try Migrator(path: path).plan(to: .v3).losses
    #expect(
      losses.map { "\($0.what): \($0.count)" } == [
        "actors without movies: 1", "credits that refer to missing movies or actors: 1",
      ])
  }

  @Test(
    "Writes no backup to the paths of SQLite's side files", arguments: ["-journal", "-wal", "-shm"])
  func sideFilePaths(suffix: String) throws {
    let path = try OldCatalog.make([OldCatalog.Row("1")])
    let before = try Files.bytes(path)
    let directory = TemporaryDirectory.path("directory")
    try Files.makeDirectory(directory)
    for target in [path + suffix, directory + "/../movies.db" + suffix] {
      let error = try storeProblem {
        try Migrator(path: path).apply(Migrator.Options(backup: .file(target)))
      }
      guard case .cannotCreate(target, _) = error else { throw error }
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["directory", "movies.db"])
  }

  @Test("Rejects a file that already has the version but a changed schema")
  func changedNewest() throws {
    let path = try Catalog.file()
    try OtherProgram.run(path, "ALTER TABLE MovieModel ADD COLUMN year INTEGER")
    let error = try storeProblem { try Migrator(path: path).apply() }
    guard case .changedSchema = error else { throw error }
  }

  @Test("Names that are not UTF-8 get different UUIDs and are preserved to the byte")
  func invalidNames() throws {
    let path = try OldCatalog.make([OldCatalog.Row("1"), OldCatalog.Row("2")])
    for (key, hex) in [(1, "5b2241ff225d"), (2, "5b2241fe225d")] {
      try OtherProgram.run(
        path, "UPDATE Movie SET \"cast\" = CAST(x'\(hex)' AS TEXT) WHERE pk = \(key)")
    }
    try OldCatalog.migrate(path)
    let sql = "SELECT hex(name) FROM ActorModel ORDER BY id"
    #expect(try OtherProgram.texts(path, sql) == ["41FF", "41FE"])
    try OldCatalog.migrate(path, to: .v4)
    try OldCatalog.migrate(path)
    #expect(try OtherProgram.texts(path, sql) == ["41FF", "41FE"])
  }

  @Test("A rehearsal reports a changed schema")
  func rehearsalOfChangedSchema() throws {
    let path = try OldCatalog.make(version: .v2)
    try OtherProgram.run(path, "CREATE VIEW \"a\"\"b\" AS SELECT 1")
    let rehearsal = try Migrator(path: path).rehearse()
    #expect(rehearsal.from == .v2 && rehearsal.steps.isEmpty)
    #expect(rehearsal.findings.map(\.kind) == [.drift])
    #expect(rehearsal.findings.map(\.object) == [#"a"b"#])
  }

  @Test("A name that occurs twice in a cast is a note")
  func duplicateCastNames() throws {
    let path = try OldCatalog.make([try OldCatalog.Row("1", ["A", "B", "A"])])
    let verification = try Migrator(path: path).verify()
    #expect(verification.isSound)
    #expect(
      verification.findings.map(\.message) == ["casts that repeat a name: 1"])
  }

  @Test("The plan warns of existing references to missing rows, which are preserved")
  func existingViolations() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.add("1", "A")
    try OtherProgram.run(path, "INSERT INTO MovieActor VALUES (9, 1, 0)")
    try OldCatalog.migrate(path, to: .v5)
    let findings = try Migrator(path: path).plan().findings
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.map(\.kind) == [.foreignKey])
    #expect(try Migrator(path: path).apply().to == .newest)
  }
}
