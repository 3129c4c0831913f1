import Foundation
import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct FullDiskTests {
  @Test(
    "Succeeds or leaves the file unchanged, for any number of available pages",
    arguments: KilledMigrationTests.Route.all)
  func everyPage(route: KilledMigrationTests.Route) throws {
    let original = try KilledMigrationTests.file(of: route.start)
    if route.start == .newest {
      // A downgrade has their pages for itself.
      try OtherProgram.run(original, "DROP TABLE movieSearch", "DROP TABLE actorSearch", "VACUUM")
    }
    let before = try CatalogReading(original)
    let first = try #require(Int(OtherProgram.texts(original, "PRAGMA page_count")[0]))
    var outcomes: [StoreError?] = []
    for pages in stride(from: first, to: first + 400, by: Tier.amount(12, full: 1))
    where outcomes.last != .some(nil) {
      let path = try OldCatalog.copy(original, to: "movies.db")
      let error = try Self.migrate(path, to: route.target, within: pages)
      #expect(error == nil || error?.problem == .diskFull(path: path))
      #expect(try CatalogReading(path).version == (error == nil ? route.target : route.start))
      #expect(try CatalogReading(path).agrees(with: before))
      #expect(try CatalogReading.faults(path) == [])
      // SQLite does not restore the content of free pages.
      if error != nil { #expect(try Files.bytes(path).count == Files.bytes(original).count) }
      outcomes.append(error)
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(outcomes.count > Tier.amount(2, full: 10))
    #expect(outcomes.last == .some(nil))
  }

  private static func migrate(
    _ path: String, to target: SchemaVersion, within pages: Int
  ) throws -> StoreError? {
    let connection = try ConnectionSetup.connection(to: .file(path))
    try connection.execute("PRAGMA max_page_count = \(raw: pages)")
    do {
      _ = try Migrator(path: path).apply(
        to: target, Migrator.Options(backup: .none, acceptsLosses: true), on: connection)
      return nil
    } catch {
      return StoreError(error, path: path)
    }
  }
}
