import Foundation
import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// A migration that ends at any statement. The file has small pages and the connection a small cache, so
/// that SQLite writes to the file long before the commit.
@Suite("A killed migration", .limited, .fullTier, .temporaryDirectory)
struct KilledMigrationTests {
  struct Route: Sendable {
    var start: SchemaVersion
    var target: SchemaVersion

    static let all = [Route(start: .v1, target: .v6), Route(start: .v6, target: .v1)]
  }

  @Test("Leaves the file unchanged when killed at any statement", arguments: Route.all)
  func everyStatement(route: Route) throws {
    let path = try Self.file(of: route.start)
    let (before, bytes) = (try CatalogReading(path), try Files.bytes(path))
    var (statements, written) = (0, 0)
    // The copies of the database and its journal are what a killed process leaves.
    try Self.migrate(path, to: route.target) {
      statements += 1
      let copy = TemporaryDirectory.path("\(statements).db")
      try Self.copy(path, to: copy)
      if try Files.bytes(copy) != bytes { written += 1 }
      try Self.expectIntact(copy, as: before, nextTarget: route.target)
    }
    #expect(statements > 30 && written > 20)
    #expect(try CatalogReading(path).version == route.target)
  }

  /// A catalog of some 100 small pages.
  static func file(of version: SchemaVersion) throws -> String {
    let path = try OtherProgram.make("original.db", ["PRAGMA page_size = 512", "VACUUM"])
    let connection = try ConnectionSetup.connection(to: .file(path))
    try connection.execute("PRAGMA synchronous = OFF")
    try connection.write { transaction throws in
      try MigrationExecutor.create(.v1, in: transaction)
      try OldCatalog.insert(
        try (0..<80).map { try OldCatalog.Row("The \($0) ä", ["A", "Actor \($0 % 30)", "\($0)"]) },
        in: transaction)
    }
    try OldCatalog.migrate(path, to: .v2)
    try OtherProgram.run(path, "UPDATE Movie SET favorite = 1 WHERE pk % 3 = 0")
    try OldCatalog.migrate(path, to: version)
    return path
  }

  static func migrate(
    _ path: String, to target: SchemaVersion, beforeStatement: () throws -> Void
  ) throws {
    let connection = try ConnectionSetup.connection(to: .file(path))
    try connection.execute("PRAGMA cache_size = 10")
    _ = try Migrator(path: path).apply(
      to: target, Migrator.Options(backup: .none, acceptsLosses: true), chunk: 20, on: connection
    ) { _ in try beforeStatement() }
  }

  private static func copy(_ path: String, to target: String) throws {
    for name in ["", "-journal"] where FileManager.default.fileExists(atPath: path + name) {
      try Files.write(try Files.bytes(path + name), to: target + name)
    }
  }

  /// Opening the file rolls back the migration, and the next migration succeeds.
  private static func expectIntact(
    _ path: String, as before: CatalogReading, nextTarget target: SchemaVersion
  ) throws {
    #expect(try CatalogReading(path) == before)
    #expect(try CatalogReading.faults(path) == [])
    try OldCatalog.migrate(path, to: target)
    let after = try CatalogReading(path)
    #expect(after.version == target && after.agrees(with: before))
    #expect(try CatalogReading.faults(path) == [])
  }
}
