import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
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
    ("CREATE INDEX theirs ON MovieModel(unknown(title))", "unknown function: unknown()"),
    (
      "CREATE INDEX theirs ON MovieModel(title COLLATE unknown)",
      "no such collation sequence: unknown"
    ),
  ]

  @Test("Rejects a file that SQLite cannot load, with its reason", arguments: loadFailures)
  func unloadable(sql: String) throws {
    let path = try Self.file(sql)
    let bytes = try Files.bytes(path)
    for access in [Catalog.Access.writing, .dryRun] {
      try Self.expectDamaged { try Catalog.open(path, access) }
    }
    try Self.expectDamaged {
      _ = try Backup(of: path).write(to: TemporaryDirectory.path("backup.db"))
    }
    try Self.expectDamaged { _ = try Catalog(path: path, access: .reading) }
    #expect(try Files.bytes(path) == bytes)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["good.db", "movies.db"])
  }

  @Test("Rejects a change that SQLite cannot run, with its reason", arguments: useFailures)
  func unusable(sql: String, reason: String) throws {
    let path = try Self.file(sql)
    let bytes = try Files.bytes(path)
    var store = try Catalog(path: path, access: .writing)
    let error = try storeProblem { try store.add("Ran") }
    switch error {
    case .refused(path, let detail): #expect(detail == reason)
    // A missing collation prevents most reads, too.
    case .changedSchema(path, let findings):
      #expect(findings.map(\.message) == ["SQLite cannot use the schema: \(reason)"])
    default: throw error
    }
    #expect(try store.titles() == ["Heat"])
    let found = try Doctor(path: path).check().findings.filter { $0.severity == .error }
    #expect(found.map(\.problem) == [.invalidSchema])
    #expect(found.map(\.message) == ["SQLite cannot use the schema: \(reason)"])
    #expect(try Files.bytes(path) == bytes)
    try Backup(of: path).write(to: TemporaryDirectory.path("backup.db"))
  }

  @Test(
    "Restoring a backup replaces such a file and preserves it",
    arguments: loadFailures + useFailures.map(\.0))
  func restored(sql: String) throws {
    let path = try Self.file(sql)
    let bytes = try Files.bytes(path)
    let restoration = try Restoration(of: path, from: TemporaryDirectory.path("good.db"))
    // SQLite may be unable to count the movies.
    #expect(try [1, nil].contains(restoration.replacedMovieCount()))
    let kept = try #require(try restoration.run().kept)
    var store = try Catalog(path: path, access: .writing)
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
    try Self.expectDamaged { try Catalog.open(crashed) }
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
    var store = try Catalog(path: path, access: .writing)
    try store.add("Ran")
  }

  @Test("Reports damage in a file with third-party indexes")
  func damaged() throws {
    let path = try Self.file("CREATE INDEX lower ON MovieModel(lower(title))")
    try BrokenCatalog.rewrite(
      path, "UPDATE sqlite_schema SET sql = 'CREATE TABLE MovieActor(' WHERE name = 'MovieActor'")
    for _ in 0..<2 {
      let error = try storeProblem { try Catalog.open(path) }
      guard case .damaged = error else { throw error }
    }
  }

  /// Returns a catalog in which a program with its own functions and collations ran the statements.
  /// Next to it is another catalog, `good.db`.
  private static func file(_ statements: String...) throws -> String {
    _ = try Catalog.file("good.db", holding: ["Alien"])
    let path = try Catalog.file(holding: ["Heat"])
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

  /// Expects an error whose detail, in SQLite's words, names the object.
  private static func expectDamaged(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let error = try storeProblem(sourceLocation: sourceLocation, of: body)
    guard case .damaged(_, let detail) = error else { throw error }
    #expect(detail.contains("theirs"), sourceLocation: sourceLocation)
  }
}
