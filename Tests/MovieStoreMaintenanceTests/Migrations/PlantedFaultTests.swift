import MovieSQLite
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Steps that lose data, and the comparisons that find it.
@Suite(.limited) struct PlantedFaultTests {
  /// A statement that destroys data at the end of a step.
  struct Fault: Sendable, CustomTestStringConvertible {
    let version: SchemaVersion
    var isDown = false
    let sql: String
    let finding: String
    var testDescription: String { "\(isDown ? "down from" : "up to") v\(version.rawValue): \(sql)" }

    var migrations: [Migration] {
      Migration.all.map { migration in
        guard migration.version == version else { return migration }
        let harm = [Migration.Action.instantly(sql)]
        return Migration(
          version: version, summary: "faulty", requirements: migration.requirements,
          up: migration.up + (isDown ? [] : harm), down: migration.down + (isDown ? harm : []),
          losses: migration.losses)
      }
    }
  }

  static let all = [
    Fault(
      version: .v2, sql: "DELETE FROM Movie WHERE pk = 2",
      finding: "the number of movies changed from 15 to 14"),
    Fault(
      version: .v3, sql: "UPDATE Movie SET title = 'x' WHERE pk = 3", finding: "the titles changed"),
    Fault(
      version: .v3, sql: "UPDATE Movie SET pk = 99 WHERE pk = 3", finding: "the titles changed"),
    Fault(
      version: .v4, sql: "UPDATE Movie SET favorite = 1 - favorite",
      finding: "the favorites changed"),
    Fault(
      version: .v5, sql: "UPDATE Movie SET sortableTitle = '' WHERE id = 4",
      finding: "the sortable titles changed"),
    Fault(
      version: .v6, sql: "UPDATE MovieActor SET position = position + 1",
      finding: "the casts changed"),
    Fault(
      version: .v6, sql: "DELETE FROM MovieActor WHERE movieID = 7", finding: "the casts changed"),
    Fault(
      version: .v5, sql: "UPDATE Actor SET name = name || ' II' WHERE id = 1",
      finding: "the casts changed"),
    Fault(
      version: .v6, sql: "UPDATE sqlite_sequence SET seq = 15 WHERE name = 'MovieModel'",
      finding: "the movie id counter changed"),
    Fault(
      version: .v4, sql: "INSERT INTO MovieActor VALUES (1, 999, 9)",
      finding: "1 row of the table 'MovieActor' would refer to missing rows"),
    Fault(
      version: .v4, sql: "DELETE FROM MovieAttribute WHERE key = 'tag' AND ordinal = 2",
      finding: "the attributes changed"),
    Fault(
      version: .v6, sql: "UPDATE MovieAttribute SET value = value + 1e-16 WHERE key = 'third'",
      finding: "the attributes changed"),
    Fault(
      version: .v2, sql: "UPDATE MovieAttribute SET value = '1997' WHERE key = 'year'",
      finding: "the attributes changed"),
    Fault(
      version: .v5, isDown: true, sql: "DROP TABLE MovieAttribute",
      finding: "the attributes changed"),
    Fault(
      version: .v5, sql: "INSERT INTO MovieAttribute VALUES (99, 'year', 0, 1997)",
      finding: "the attributes changed"),
    Fault(
      version: .v4, isDown: true, sql: "UPDATE Movie SET title = title || ' '",
      finding: "the titles changed"),
    Fault(
      version: .v6, isDown: true, sql: "DELETE FROM MovieActor WHERE movieID = 7",
      finding: "the casts changed"),
    Fault(
      version: .v3, sql: "DROP INDEX movie_by_sortable_title",
      finding: "the resulting schema is not the expected one"),
  ]

  @Test("A step that loses data stops the migration with the difference", arguments: all)
  func verified(fault: Fault) throws {
    let before = SchemaVersion(rawValue: fault.version.rawValue - 1) ?? .v1
    let (start, target) = fault.isDown ? (fault.version, before) : (before, fault.version)
    let connection = try ConnectionSetup.connection(to: .memory)
    try SampleCatalog.edgeCases.create(start, in: connection)
    let rows = try connection.read { try CatalogReading.rows(in: $0) }
    var failure: StoreError?
    do {
      try connection.write { transaction throws in
        try MigrationExecutor.migrate(
          from: start, to: target, using: fault.migrations, in: transaction)
      }
    } catch let error as StoreError {
      failure = error
    }
    #expect(failure?.problem == .migrationFailed(version: target, detail: fault.finding))
    #expect(try connection.read { try CatalogReading.rows(in: $0) } == rows)
  }

  @Test(
    "The check of the migrations finds faults that their invariants do not",
    arguments: [
      Fault(
        version: .v4, isDown: true, sql: "UPDATE Movie SET \"cast\" = '[]' WHERE pk = 7",
        finding: "the casts changed"),
      Fault(
        version: .v4, sql: "UPDATE Actor SET name = name || ' II'", finding: "the casts changed"),
    ].prefix(Tier.amount(1, full: 2)))
  func selfCheck(fault: Fault) throws {
    let verification = try Migrator.verify(
      fault.migrations, on: [SampleCatalog.edgeCases.migrationSample])
    #expect(!verification.isSound)
    #expect(
      verification.findings.allSatisfy {
        $0.kind == .migration && $0.message.contains(fault.finding)
      })
  }

  @Test("Neither check reports a harmless step", .fullTier)
  func sound() throws {
    let harmless = Fault(version: .v4, sql: "UPDATE Movie SET title = title", finding: "")
    let verification = try Migrator.verify(
      harmless.migrations, on: [SampleCatalog.edgeCases.migrationSample])
    #expect(verification.checks.dropFirst().flatMap(\.findings) == [])
  }
}
