import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Files whose schema another program changed.
@Suite(.limited, .temporaryDirectory) struct ChangedSchemaTests {
  private static func findings(_ path: String) throws -> [String] {
    let before = try Files.bytes(path)
    var found: [String] = []
    for access in [Catalog.Access.reading, .writing, .dryRun] {
      let error = try storeProblem { _ = try Catalog(path: path, access: access) }
      guard case .changedSchema(path, let findings) = error else { throw error }
      found = findings.map(\.message)
    }
    #expect(try Files.bytes(path) == before)
    return found
  }

  @Test(
    "Rejects changed, dropped and added objects by name",
    arguments: [
      ("ALTER TABLE MovieModel ADD COLUMN year INTEGER", "the table 'MovieModel' was changed"),
      ("ALTER TABLE ActorModel RENAME COLUMN name TO n", "the table 'ActorModel' was changed"),
      (
        "ALTER TABLE MovieModel ADD COLUMN g TEXT AS (title || 'x')",
        "the table 'MovieModel' was changed"
      ),
      ("DROP TABLE MovieActor", "the table 'MovieActor' is missing"),
      ("DROP INDEX actor_by_name", "the index 'actor_by_name' is missing"),
      ("DROP INDEX cast_by_actor", "the index 'cast_by_actor' is missing"),
      (
        "CREATE TRIGGER evil AFTER INSERT ON MovieModel BEGIN DELETE FROM MovieModel; END",
        "the trigger 'evil' is not part of the movies schema"
      ),
      ("CREATE VIEW evil AS SELECT 1", "the view 'evil' is not part of the movies schema"),
      (
        """
        CREATE VIEW evil AS
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n
        """, "the view 'evil' is not part of the movies schema"
      ),
      (
        "CREATE TRIGGER movieSearch AFTER INSERT ON MovieModel BEGIN DELETE FROM MovieActor; END",
        "the trigger 'movieSearch' is not part of the movies schema"
      ),
      (
        "CREATE TRIGGER MovieModel AFTER INSERT ON MovieModel BEGIN DELETE FROM MovieActor; END",
        "the trigger 'MovieModel' is not part of the movies schema"
      ),
    ])
  func rejected(sql: String, finding: String) throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, sql)
    let findings = try Self.findings(path)
    #expect(findings.first == finding)
  }

  @Test("Rejects an index or trigger with another definition")
  func redefined() throws {
    let path = try Catalog.file()
    try OtherProgram.run(
      path, "DROP INDEX actor_by_name", "CREATE INDEX actor_by_name ON ActorModel(name)",
      "DROP TRIGGER movie_noted_after_delete",
      """
      CREATE TRIGGER movie_noted_after_delete AFTER DELETE ON MovieModel BEGIN
        DELETE FROM MovieActor;
      END
      """)
    #expect(
      try Self.findings(path) == [
        "the index 'actor_by_name' was changed",
        "the trigger 'movie_noted_after_delete' was changed",
      ])
  }

  @Test("Rejects a view in place of a table")
  func viewForTable() throws {
    let path = try Catalog.file()
    try OtherProgram.run(
      path, "DROP TABLE movieSearchNote", "CREATE VIEW movieSearchNote AS SELECT 1 AS movieID")
    #expect(try Self.findings(path).contains { $0.contains("'movieSearchNote'") })
  }

  @Test("Rejects a trigger with the prefix that SQLite reserves")
  func reservedPrefix() throws {
    let path = try Catalog.file()
    try Self.insertHidden(path)
    #expect(
      try Self.findings(path) == ["the trigger 'sqlite_evil' is not part of the movies schema"])
  }

  /// Writes the trigger to the schema table, because CREATE TRIGGER would fail.
  private static func insertHidden(_ path: String) throws {
    let connection = try Connection(.file(path))
    try connection.execute("PRAGMA writable_schema = ON")
    try connection.execute(
      """
      INSERT INTO sqlite_schema(type, name, tbl_name, rootpage, sql) VALUES (
        'trigger', 'sqlite_evil', 'MovieModel', 0,
        'CREATE TRIGGER sqlite_evil AFTER INSERT ON MovieModel BEGIN DELETE FROM MovieActor; END')
      """)
  }

  @Test(
    "Allows third-party tables and indexes",
    arguments: [
      ["CREATE TABLE notes(id INTEGER PRIMARY KEY, note TEXT)"],
      ["CREATE INDEX by_favorite ON MovieModel(favorite)"],
      ["CREATE TABLE _litestream_seq(id INTEGER)"], ["ANALYZE"],
      ["CREATE TABLE movie_noted_after_delete(a)"],
      ["CREATE VIRTUAL TABLE f USING fts5(a)"], ["DROP TABLE movieSearch"], ["VACUUM"],
    ])
  func accepted(statements: [String]) throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, statements)
    var store = try Catalog(path: path, access: .writing)
    try store.add("Speed")
    #expect(try store.titles() == ["Heat", "Speed"])
    #expect(try store.found("ee") == [2])
  }

  @Test("An open store rejects an object that another process adds, before its next read or write")
  func whileOpen() throws {
    let path = try Catalog.file(holding: ["Heat"])
    var store = try Catalog(path: path, access: .writing)
    #expect(try store.titles() == ["Heat"])
    try OtherProgram.run(path, "CREATE VIEW evil AS SELECT 1")
    for attempt: () throws -> Void in [{ _ = try store.titles() }, { try store.add("Speed") }] {
      let error = try storeProblem(of: attempt)
      guard case .changedSchema(path, let findings) = error else { throw error }
      #expect(findings.map(\.message) == ["the view 'evil' is not part of the movies schema"])
    }
    try OtherProgram.run(path, "DROP VIEW evil")
    try store.add("Speed")
    #expect(try store.titles() == ["Heat", "Speed"])
  }

  @Test(
    "A third-party index that computes long values fails or works within the length limit",
    arguments: [
      "zeroblob(900000000)", "printf('%.17000000c', 'x')",
      "length(FORMAT('%.17000000c', title))", "zeroblob(1 << 20)", "length(zeroblob(16000000))",
    ])
  func longValues(expression: String) throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(
      path, "CREATE INDEX long ON MovieModel(\(expression)) WHERE title <> 'Heat'")
    var store = try Catalog(path: path, access: .writing)
    var isAdded = false
    do {
      try store.add("Speed")
      isAdded = true
    } catch let error as StoreError {
      guard case .damaged(_, let detail) = error.problem else { throw error }
      #expect(detail == "it contains a value that is too long")
    }
    #expect(try store.titles() == (isAdded ? ["Heat", "Speed"] : ["Heat"]))
    #expect(try Migrator(path: path).verify().isSound)
    #expect(try Files.bytes(path).count < 4 << 20)
  }

  @Test("The connection disables unsafe features")
  func hardened() throws {
    let path = try OtherProgram.make(
      "evil.db",
      [
        "CREATE TABLE t(a)", "CREATE VIEW v AS SELECT 1",
        "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT fold('a'); END",
      ])
    let connection = try ConnectionSetup.connection(to: .file(path))
    for (sql, code) in [
      ("SELECT * FROM v", ResultCode.error), ("INSERT INTO t VALUES (1)", .error),
      ("SELECT \"text\"", .error), ("SELECT load_extension('x')", .error),
      ("SELECT zeroblob(20000000)", .tooBig),
    ] {
      let error = #expect(throws: SQLiteError.self) { try connection.execute(SQL(raw: sql)) }
      #expect(error?.code == code, "\(sql): \(String(describing: error))")
    }
    try connection.execute("PRAGMA writable_schema = ON")
    #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM sqlite_schema") }
    #expect(try connection.queryInt("PRAGMA foreign_keys") == 1)
    #expect(try connection.queryInt("PRAGMA cell_size_check") == 1)
    #expect(try connection.queryInt("PRAGMA mmap_size") == 0)
    try ConnectionSetup.configureDurability(on: connection)
    #expect(try connection.queryText("PRAGMA journal_mode") == "delete")
    #expect(try connection.queryInt("PRAGMA synchronous") == 3)
  }
}
