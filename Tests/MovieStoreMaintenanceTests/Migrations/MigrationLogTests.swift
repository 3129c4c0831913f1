import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct MigrationLogTests {
  @Test("The log of a new file starts at the newest version")
  func newFile() throws {
    let log = try Migrator(path: try Catalog.file()).log()
    let entry = try #require(log.first)
    #expect(log.count == 1 && entry.event == .adopted && entry.version == .newest)
    #expect(entry.fingerprintAfter == Schema(.newest).fingerprint && entry.checksum == "")
    #expect(entry.sqlite == Connection.libraryVersion && entry.rows.movies == 0)
  }

  @Test("A migration appends its steps, with rows, time and program")
  func appended() throws {
    let path = try OldCatalog.make([
      try OldCatalog.Row("x", ["A", "B"]), try OldCatalog.Row("y", ["A"]),
    ])
    let old = try Migrator(path: path).log()
    let options = Migrator.Options(backup: .none, acceptsLosses: true, program: "test 1.0")
    try Migrator(path: path).apply(to: .v4, options)
    try Migrator(path: path).apply(to: .v3, options)
    let log = try Migrator(path: path).log()
    #expect(Array(log.prefix(old.count)) == old)
    let new = log.dropFirst(old.count)
    #expect(new.map(\.version) == [.v2, .v3, .v4, .v3])
    #expect(new.map(\.event) == [.up, .up, .up, .down])
    let down = try #require(DirectedMigration.sequence(from: .v4, to: .v3).first)
    #expect(
      new.map(\.checksum) == DirectedMigration.all[1...3].map(\.checksum) + [down.checksum])
    #expect(
      new.allSatisfy { $0.program == "test 1.0" && $0.duration >= .zero && $0.rows.movies == 2 })
    #expect(new.map(\.rows.actors) == [0, 0, 2, 0])
    #expect(new.map(\.rows.credits) == [0, 0, 3, 0])
    #expect(new.allSatisfy { Timestamp($0.time.description) == $0.time })
  }

  @Test(
    "Another program can have stored any duration",
    arguments: [("9e999", 0), ("-9e999", 0), ("-1", 0), ("1e300", 1_000_000_000), ("2", 2)])
  func durations(seconds: String, expected: Int) throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, "UPDATE migrationLog SET seconds = \(seconds)")
    #expect(try Migrator(path: path).log().map(\.duration) == [.seconds(expected)])
  }

  @Test("Adopts a file without a log", arguments: SchemaVersion.allCases)
  func adopted(version: SchemaVersion) throws {
    let path = try Self.file(version)
    try OtherProgram.run(path, "DROP TABLE migrationLog")
    #expect(try Migrator(path: path).log() == [])
    #expect(try Migrator(path: path).status().findings == [])
    let target: SchemaVersion = version == .newest ? .v5 : .newest
    try OldCatalog.migrate(path, to: target)
    let log = try Migrator(path: path).log()
    let first = try #require(log.first)
    #expect(first.event == .adopted && first.version == version && first.checksum == "")
    #expect(first.fingerprintAfter == Schema(version).fingerprint)
    #expect(log.dropFirst().map(\.version).last == target)
    #expect(try Migrator(path: path).verify().findings == [])
  }

  @Test(
    "Rejects a log whose table was changed",
    arguments: [
      "ALTER TABLE migrationLog ADD COLUMN x TEXT", "ALTER TABLE migrationLog DROP COLUMN rows",
    ])
  func changed(sql: String) throws {
    let path = try Self.file(.v3)
    try OtherProgram.run(path, sql)
    let before = try Files.bytes(path)
    let (applied, read) = try (
      storeProblem { try OldCatalog.migrate(path) },
      storeProblem { _ = try Migrator(path: path).log() }
    )
    for error in [applied, read] {
      guard case .changedSchema(path, let findings) = error else { throw error }
      #expect(findings.map(\.message) == ["the table 'migrationLog' was changed"])
      #expect(findings.allSatisfy { $0.object == MigrationLog.table })
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test(
    "Tolerates invalid counts in the log",
    arguments: [
      "rows = 'no JSON'", "rows = '[]'", "rows = '{\"movieKey\": []}'",
    ])
  func invalidCounts(change: String) throws {
    let path = try Self.file(.v6)
    try OtherProgram.run(path, "UPDATE migrationLog SET \(change)")
    let log = try Migrator(path: path).log()
    #expect(log.count == 6 && log.allSatisfy { $0.rows.movies == 0 })
    #expect(try Migrator(path: path).plan(to: .v4).losses == [])
    try OldCatalog.migrate(path, to: .v1)
    try OldCatalog.migrate(path)
    #expect(try CatalogReading(path).movies.count == 1)
  }

  @Test("Skips entries of unknown versions")
  func unknown() throws {
    let path = try Self.file(.v6)
    try OtherProgram.run(path, "UPDATE migrationLog SET version = 99 WHERE version = 2")
    #expect(try Migrator(path: path).log().map(\.version) == [.v1, .v3, .v4, .v5, .v6])
  }

  @Test("Warns if the log has other steps or ends at another version")
  func warnings() throws {
    let path = try Self.file(.v3)
    try OtherProgram.run(
      path, "UPDATE migrationLog SET checksum = 'other', program = 'other 2' WHERE version = 2")
    let other = try Migrator(path: path).verify()
    #expect(other.isSound && other.findings.map(\.kind) == [.log])
    #expect(
      other.findings.map(\.message)
        == ["the step to v2, run by other 2, differs from the one in this program"])
    try OtherProgram.run(path, "DELETE FROM migrationLog WHERE version = 3")
    let shorter = try Migrator(path: path).verify()
    #expect(shorter.isSound)
    #expect(
      shorter.findings.map(\.message)
        == [
          "the migration log ends at v2, but the schema version is v3: another program changed it"
        ])
  }

  private static func file(_ version: SchemaVersion) throws -> String {
    try OldCatalog.make([try OldCatalog.Row("x", ["A"])], version: version)
  }
}
