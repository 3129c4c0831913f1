import Foundation
import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// The functions that only read change no file, in any state of the database.
@Suite(.limited, .temporaryDirectory) struct MigratorReadOnlyTests {
  @Test(
    "A closed file, in any journal mode", arguments: [SchemaVersion.v1, .newest],
    ["delete", "wal"])
  func closedFile(version: SchemaVersion, mode: String) throws {
    let path = try Self.file(version)
    try OtherProgram.run(path, "PRAGMA journal_mode = \(mode)")
    try Self.expectNoTrace(of: version)
  }

  @Test("A write-ahead log in use, during a write of another process")
  func liveLog() throws {
    let path = try Self.file(.v3)
    let writer = try Connection(.file(path))
    try writer.execute("PRAGMA journal_mode = wal")
    try writer.execute("INSERT INTO Movie(id, title) VALUES (printf('%036d', 9), 'in the log')")
    try writer.write { transaction throws in
      try transaction.execute("DELETE FROM Movie WHERE title = 'in the log'")
      try Self.expectNoTrace(of: .v3, movies: 3)
    }
  }

  @Test("A write-ahead log without its process")
  func abandonedLog() throws {
    let path = try Self.file(.v4)
    let writer = try Connection(.file(path))
    try writer.execute("PRAGMA journal_mode = wal")
    try writer.execute("INSERT INTO Movie(id, title) VALUES (printf('%036d', 9), 'in the log')")
    let (database, log) = try (Files.bytes(path), Files.bytes(path + "-wal"))
    try Self.clear()
    try Files.write(database, to: path)
    try Files.write(log, to: path + "-wal")
    try Self.expectNoTrace(of: .v4, movies: 3)
  }

  @Test("A hot journal")
  func hotJournal() throws {
    let path = try Self.file(.v3)
    let writer = try Connection(.file(path))
    try writer.execute("PRAGMA cache_size = 1")
    let (database, journal) = try writer.write { transaction throws in
      try transaction.execute(
        """
        INSERT INTO Movie(id, title)
        WITH RECURSIVE number(n) AS (VALUES (9) UNION ALL SELECT n + 1 FROM number LIMIT 300)
        SELECT printf('%036d', n), 'never committed' FROM number
        """)
      return try (Files.bytes(path), Files.bytes(path + "-journal"))
    }
    try Self.clear()
    try Files.write(database, to: path)
    try Files.write(journal, to: path + "-journal")
    try Self.expectNoTrace(of: .v3)
  }

  @Test("A read-only directory")
  func readOnlyDirectory() throws {
    let path = try Self.file(.v2)
    Files.setMode(0o444, of: path)
    Files.setMode(0o555, of: TemporaryDirectory.current)
    defer { Files.setMode(0o755, of: TemporaryDirectory.current) }
    try withoutPrivileges { try Self.expectNoTrace(of: .v2) }
  }

  private static func file(_ version: SchemaVersion) throws -> String {
    try OldCatalog.make(
      [try OldCatalog.Row("one", ["A", "B"]), try OldCatalog.Row("two", ["B"])], version: version)
  }

  private static func clear() throws {
    for name in try Files.names(in: TemporaryDirectory.current) {
      try FileManager.default.removeItem(atPath: TemporaryDirectory.path(name))
    }
  }

  private static func expectNoTrace(
    of version: SchemaVersion, movies: Int64 = 2, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let migrator = try Migrator(path: TemporaryDirectory.path("movies.db"))
    let before = try DirectorySnapshot(TemporaryDirectory.current)
    #expect(try migrator.status().version == version, sourceLocation: sourceLocation)
    let target: SchemaVersion = version == .newest ? .v1 : .newest
    let plan = try migrator.plan(to: target)
    #expect(plan.findings == [] && !plan.steps.isEmpty, sourceLocation: sourceLocation)
    let rehearsal = try migrator.rehearse(to: target)
    #expect(rehearsal.findings == [] && rehearsal.after.movies == movies)
    #expect(try migrator.verify().isSound, sourceLocation: sourceLocation)
    #expect(try migrator.log().last?.version == version, sourceLocation: sourceLocation)
    #expect(try migrator.schema() == Migrator.schema(of: version), sourceLocation: sourceLocation)
    #expect(
      try DirectorySnapshot(TemporaryDirectory.current) == before, sourceLocation: sourceLocation)
  }
}
