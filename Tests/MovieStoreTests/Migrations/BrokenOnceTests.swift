import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// What a migration once let through, or said wrongly.
@Suite(.limited, .temporaryDirectory) struct BrokenOnceTests {
  @Test("a cast with a NUL behind its array cannot be carried")
  func hiddenRest() throws {
    let path = try OldCatalog.make([OldCatalog.Row("x")])
    try OtherProgram.run(path, "UPDATE Movie SET \"cast\" = CAST(x'5b2241225d002c22425d' AS TEXT)")
    let error = try storeError { try Migrator(path: path).apply() }
    guard case .unmigratableData(.v4, _, [1]) = error else { throw error }
    #expect(try Migrator(path: path).verify().findings.map(\.rows) == [[1]])
  }

  @Test("a file that keeps text as UTF-16 is refused, untouched")
  func encoding() throws {
    let path = try OtherProgram.make(
      "utf16.db",
      ["PRAGMA encoding = 'UTF-16le'"] + Self.statements(of: try Migrator.schema(of: .v1)))
    let before = try Files.bytes(path)
    let findings = try Migrator(path: path).status().findings
    #expect(findings.map(\.message) == ["the database stores text as UTF-16le instead of UTF-8"])
    #expect(throws: StoreError.changedSchema(path: path, findings: findings)) {
      try Migrator(path: path).apply()
    }
    #expect(try Files.bytes(path) == before)
  }

  private static func statements(of script: String) -> [String] {
    script.split(separator: ";\n").map(String.init)
  }

  @Test(
    "a damaged file is not migrated",
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
    let error = try storeError { try Migrator(path: path).apply() }
    guard case .damaged = error else { throw error }
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("a reference of another program's table that would point at nothing stops the migration")
  func strangersReference() throws {
    let path = try OldCatalog.make([OldCatalog.Row("1")])
    try OtherProgram.run(
      path, "CREATE TABLE watch(movie TEXT REFERENCES Movie(id))",
      "INSERT INTO watch SELECT id FROM Movie")
    let before = try Files.bytes(path)
    #expect(
      throws: StoreError.migrationFailed(
        version: .v6, detail: "the number of references to missing rows grew by 1")
    ) {
      try Migrator(path: path).apply()
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Migrator(path: path).apply(to: .v4).to == .v4)
  }

  @Test("the id of an actor without movies is not given again after the way down")
  func orphan() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try store.add("1", "A", "B")
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Orphan')")
    try OldCatalog.migrate(path, to: .v3)
    try OldCatalog.migrate(path)
    var again = try MovieStore(path: path, access: .writing)
    #expect(try again.add("2", "Newcomer").cast.allSatisfy { $0.id.rawValue > 3 })
  }

  @Test("an actor of a missing movie alone is counted as lost")
  func actorOfNothing() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
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
    "no backup goes where SQLite keeps files of its own", arguments: ["-journal", "-wal", "-shm"])
  func reserved(suffix: String) throws {
    let path = try OldCatalog.make([OldCatalog.Row("1")])
    let before = try Files.bytes(path)
    let folder = TemporaryDirectory.path("folder")
    try Files.makeFolder(folder)
    for target in [path + suffix, folder + "/../movies.db" + suffix] {
      let error = try storeError {
        try Migrator(path: path).apply(Migrator.Options(backup: .file(target)))
      }
      guard case .cannotCreate(target, _) = error else { throw error }
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["folder", "movies.db"])
  }

  @Test("a file of the version already is refused all the same where it was changed")
  func changedNewest() throws {
    let path = try MovieStore.file()
    try OtherProgram.run(path, "ALTER TABLE MovieModel ADD COLUMN year INTEGER")
    let error = try storeError { try Migrator(path: path).apply() }
    guard case .changedSchema = error else { throw error }
  }

  @Test("names that are no UTF-8 get UUIDs of their own, and come through to the byte")
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

  @Test("a rehearsal on a changed schema finds it")
  func rehearsedDrift() throws {
    let path = try OldCatalog.make(version: .v2)
    try OtherProgram.run(path, "CREATE VIEW \"a\"\"b\" AS SELECT 1")
    let rehearsal = try Migrator(path: path).rehearse()
    #expect(rehearsal.from == .v2 && rehearsal.steps.isEmpty)
    #expect(rehearsal.findings.map(\.kind) == [.drift])
    #expect(rehearsal.findings[0].hint?.hasSuffix(#"DROP VIEW "a""b";"#) == true)
  }

  @Test("a name that stands twice in a cast is told, and harms nothing")
  func repeatedNames() throws {
    let path = try OldCatalog.make([try OldCatalog.Row("1", ["A", "B", "A"])])
    let verification = try Migrator(path: path).verify()
    #expect(verification.isSound)
    #expect(
      verification.findings.map(\.message) == ["casts that repeat a name: 1"])
  }

  @Test("references that are broken already are told in the plan, and stay")
  func brokenBefore() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try store.add("1", "A")
    try OtherProgram.run(path, "INSERT INTO MovieActor VALUES (9, 1, 0)")
    try OldCatalog.migrate(path, to: .v5)
    let findings = try Migrator(path: path).plan().findings
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.map(\.kind) == [.foreignKey])
    #expect(try Migrator(path: path).apply().to == .newest)
  }
}
