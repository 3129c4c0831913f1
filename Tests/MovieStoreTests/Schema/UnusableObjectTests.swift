import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// Third-party tables and indexes that need a third-party function or collation.
@Suite(.limited, .temporaryDirectory) struct UnusableObjectTests {
  /// Schemas must not call `fold`, a function of this library: SQLite loads no table of such a file.
  private static let loadFailures = [
    "CREATE INDEX theirs ON MovieModel(fold(title))",
    "CREATE UNIQUE INDEX theirs ON ActorModel(id) WHERE fold(name) > ''",
    "CREATE TABLE theirs(a, b AS (fold(a)))", "CREATE TABLE theirs(a CHECK (fold(a) > ''))",
  ]
  /// These fail when SQLite uses them.
  private static let useFailures = [
    "CREATE INDEX theirs ON MovieModel(unknown(title))",
    "CREATE INDEX theirs ON MovieModel(title COLLATE unknown)",
  ]

  @Test("Rejects a file that SQLite cannot load, by the object's name", arguments: loadFailures)
  func unloadable(sql: String) throws {
    let path = try Self.file(sql)
    let bytes = try Files.bytes(path)
    for access in [MovieStore.Access.writing, .dryRun] {
      try Self.expectRefused(path) { try MovieStore.open(path, access) }
    }
    try Self.expectRefused(path) {
      _ = try Backup(of: path).write(to: TemporaryDirectory.path("backup.db"))
    }
    try Self.expectReported(path)
    #expect(try Files.bytes(path) == bytes)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["good.db", "movies.db"])
  }

  @Test("Rejects a change that SQLite cannot run, by the object's name", arguments: useFailures)
  func unusable(sql: String) throws {
    let path = try Self.file(sql)
    let bytes = try Files.bytes(path)
    var store = try MovieStore(path: path, access: .writing)
    try Self.expectRefused(path) { try store.add("Ran") }
    #expect(try store.titles() == ["Heat"])
    try Self.expectReported(path)
    #expect(try Files.bytes(path) == bytes)
    let report = try Backup(of: path).write(to: TemporaryDirectory.path("backup.db"))
    #expect(report.findings.map(\.object) == ["theirs"])
  }

  @Test(
    "Restoring a backup replaces such a file and preserves it",
    arguments: loadFailures + useFailures)
  func restored(sql: String) throws {
    let path = try Self.file(sql)
    let bytes = try Files.bytes(path)
    let restoration = try Restoration(of: path, from: TemporaryDirectory.path("good.db"))
    // SQLite may be unable to count the movies.
    #expect(try [1, nil].contains(restoration.replacedMovieCount()))
    let kept = try #require(try restoration.run().kept)
    var store = try MovieStore(path: path, access: .writing)
    #expect(try store.titles() == ["Alien"])
    try store.add("Ran")
    #expect(try Files.bytes(kept).dropFirst(100) == bytes.dropFirst(100))
  }

  @Test("Reads and preserves the write-ahead log after a crash")
  func writeAheadLog() throws {
    let path = try Self.file("PRAGMA journal_mode = WAL")
    let writer = try Connection(.file(path))
    try writer.execute("INSERT INTO MovieModel(title) VALUES ('Ran')")
    try Self.run(path, Self.loadFailures[0])
    let crashed = TemporaryDirectory.path("crashed.db")
    for name in ["", "-wal"] { try Files.write(try Files.bytes(path + name), to: crashed + name) }
    try Self.expectReported(crashed)
    try Self.expectRefused(crashed) { try MovieStore.open(crashed) }
    let restoration = try Restoration(of: crashed, from: TemporaryDirectory.path("good.db"))
    let kept = try #require(try restoration.run().kept)
    #expect(try OtherProgram.texts(kept, "SELECT title FROM MovieModel") == ["Heat", "Ran"])
    #expect(try OtherProgram.texts(crashed, "SELECT title FROM MovieModel") == ["Alien"])
  }

  @Test("Allows objects that SQLite can use")
  func usable() throws {
    let path = try Self.file(
      "CREATE INDEX lower ON MovieModel(lower(title)) WHERE favorite", "CREATE TABLE t(a UNIQUE)",
      "CREATE INDEX i ON t(a)", "CREATE INDEX n ON movieSearchNote(movieID)",
      "CREATE VIRTUAL TABLE f USING fts5(a)", "CREATE TABLE made AS SELECT 1 AS a")
    #expect(try Doctor(path: path).check().isHealthy)
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Ran")
  }

  @Test("Reports damage in a file with third-party indexes")
  func damaged() throws {
    let path = try Self.file("CREATE INDEX lower ON MovieModel(lower(title))")
    try BrokenCatalog.rewrite(
      path, "UPDATE sqlite_schema SET sql = 'CREATE TABLE MovieActor(' WHERE name = 'MovieActor'")
    for _ in 0..<2 {
      let error = try storeError { try MovieStore.open(path) }
      guard case .damaged = error else { throw error }
    }
  }

  @Test("Rejects the file of another program that needs its functions")
  func otherProgram() throws {
    let path = try Self.file("PRAGMA application_id = 7", Self.loadFailures[0])
    let error = try storeError { try MovieStore.open(path) }
    #expect(
      error == .notAMovieDatabase(path: path, reason: "it was not created by movies"))
  }

  /// Returns a catalog in which a program with its own functions and collations ran the statements.
  /// Next to it is another catalog, `good.db`.
  private static func file(_ statements: String...) throws -> String {
    _ = try MovieStore.file("good.db", holding: ["Alien"])
    let path = try MovieStore.file(holding: ["Heat"])
    for sql in statements { try run(path, sql) }
    return path
  }

  /// Runs the statement with SQLite's own functions and collations instead of missing ones. Then writes
  /// the original statement to the schema table.
  private static func run(_ path: String, _ sql: String) throws {
    var statement = sql
    for (theirs, own) in [("fold(", "lower("), ("unknown(", "lower("), ("E unknown", "E nocase")] {
      statement = statement.split(separator: theirs, omittingEmptySubsequences: false)
        .joined(separator: own)
    }
    try OtherProgram.run(path, statement)
    if statement == sql { return }
    let text = sql.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    try BrokenCatalog.rewrite(
      path, "UPDATE sqlite_schema SET sql = '\(text)' WHERE name = 'theirs'")
  }

  private static func expectRefused(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let error = try storeError(sourceLocation: sourceLocation, of: body)
    guard case .changedSchema(path, let findings) = error else { throw error }
    #expect(findings.map(\.object) == ["theirs"], sourceLocation: sourceLocation)
  }

  /// Expects that the doctor and the migrator name the object, even if SQLite cannot read the file.
  private static func expectReported(_ path: String) throws {
    do {
      let found = try Doctor(path: path).check().findings
      #expect(found.first { $0.severity == .error }?.code == .unusableObject)
      let findings = try Migrator(path: path).status().findings
      #expect(findings.map(\.object) == ["theirs"])
    } catch StoreError.changedSchema(path, let findings) {
      #expect(findings.map(\.object) == ["theirs"])
    }
  }
}
