import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// `Migrator.apply` on files of each older version.
@Suite(.limited, .temporaryDirectory) struct MigrateFileTests {
  @Test(
    "Migrates a file of any older version to the newest",
    arguments: SchemaVersion.allCases.dropLast())
  func everyVersion(version: SchemaVersion) throws {
    let path = try Self.file(of: version)
    let report = try Migrator(path: path).apply()
    #expect(report.from == version)
    #expect(report.to == .newest)
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.titles(order: .added) == ["The Score", "Amélie"])
    #expect(try store.cast(1) == ["Robert De Niro", "Edward Norton"])
    #expect(try store.found("amelie") == [2])
  }

  @Test("Writes a backup that only the owner can read")
  func backup() throws {
    let path = try Self.file(of: .v3)
    let before = try OtherProgram.rows(path, columns: 2, "SELECT pk, title FROM Movie ORDER BY pk")
    let backup = try #require(try Migrator(path: path).apply().backup)
    #expect(backup.hasPrefix(path + ".v3-") && backup.hasSuffix("Z.backup"))
    #expect(Files.mode(backup) == 0o600)
    #expect(
      try OtherProgram.rows(backup, columns: 2, "SELECT pk, title FROM Movie ORDER BY pk") == before
    )
    #expect(try OtherProgram.rows(backup, columns: 1, "PRAGMA user_version") == [["3"]])
  }

  @Test("Four simultaneous migrations: one migrates, the others have nothing to do")
  func simultaneous() async throws {
    let path = try Self.file(of: .v1)
    let reports = try await withThrowingTaskGroup(of: MigrationReport.self) { group in
      for _ in 0..<4 { group.addTask { try Migrator(path: path).apply() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reports.filter { $0.backup != nil }.count == 1)
    #expect(reports.filter { $0.from == .newest }.count == 3)
    #expect(try Files.names(in: TemporaryDirectory.current).count == 2)
  }

  @Test("Leaves a file of the newest version unchanged")
  func newest() throws {
    let path = try Catalog.file(holding: ["Heat"])
    let before = try Files.bytes(path)
    let report = try Migrator(path: path).apply()
    #expect(report.from == .newest && report.backup == nil)
    #expect(try Files.bytes(path) == before)
  }

  @Test("Stops at a cast that cannot be migrated and leaves the file unchanged")
  func stopped() throws {
    let path = try Self.file(of: .v2)
    try OtherProgram.run(path, "UPDATE Movie SET \"cast\" = '[1]' WHERE pk = 2")
    let before = try OtherProgram.rows(path, columns: 2, "SELECT pk, \"cast\" FROM Movie")
    let error = try storeProblem { _ = try Migrator(path: path).apply() }
    guard case .unmigratableData(.v4, _, [2]) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try OtherProgram.rows(path, columns: 2, "SELECT pk, \"cast\" FROM Movie") == before)
    #expect(try OtherProgram.rows(path, columns: 1, "PRAGMA user_version") == [["2"]])
  }

  @Test(
    "Rejects an old file with a changed schema by name",
    arguments: [
      ("DROP INDEX movie_by_uuid", "the index 'movie_by_uuid' is missing"),
      ("ALTER TABLE Movie ADD COLUMN year INTEGER", "the table 'Movie' was changed"),
      (
        "CREATE TRIGGER evil AFTER INSERT ON Movie BEGIN DELETE FROM Movie; END",
        "the trigger 'evil' is not part of the movies schema"
      ),
    ])
  func changed(sql: String, finding: String) throws {
    let path = try Self.file(of: .v2)
    try OtherProgram.run(path, sql)
    let before = try Files.bytes(path)
    let error = try storeProblem { _ = try Migrator(path: path).apply() }
    guard case .changedSchema(path, let findings) = error else { throw error }
    #expect(findings.map(\.message) == [finding])
    #expect(try Files.bytes(path) == before)
  }

  @Test("Does not create a missing file")
  func missing() throws {
    let path = TemporaryDirectory.path("none.db")
    #expect(
      try storeProblem { _ = try Migrator(path: path).apply() } == .fileNotFound(path: path))
    #expect(try Files.names(in: TemporaryDirectory.current).isEmpty)
  }

  /// Returns a file of the version with two movies.
  private static func file(of version: SchemaVersion) throws -> String {
    let path = TemporaryDirectory.path("old.db")
    try Files.touch(path)
    let connection = try ConnectionSetup.connection(to: .file(path))
    try connection.write { transaction throws in
      try MigrationExecutor.create(.v1, in: transaction)
      try transaction.execute(
        """
        INSERT INTO Movie(id, title, "cast") VALUES
          (printf('%036d', 1), 'The Score', '["Robert De Niro", "Edward Norton"]'),
          (printf('%036d', 2), 'Amélie', '["Audrey Tautou"]')
        """)
    }
    try OldCatalog.migrate(path, to: version)
    return path
  }
}
