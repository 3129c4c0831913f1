import MovieSQLite
import MovieStore
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct FullDiskTests {
  @Test(
    "with room for so many pages and no more, it is done or it leaves the file as it was",
    arguments: KilledMigrationTests.Way.all)
  func everyPage(way: KilledMigrationTests.Way) throws {
    let original = try KilledMigrationTests.file(of: way.start)
    let before = try CatalogReading(original)
    var pages = try #require(Int(OtherProgram.texts(original, "PRAGMA page_count")[0]))
    var fullDisks = 0
    while true {
      let path = try OldCatalog.copy(original, to: "\(pages).db")
      guard let error = try Self.migrate(path, to: way.target, within: pages) else {
        #expect(try CatalogReading(path).version == way.target)
        #expect(try CatalogReading.faults(path) == [])
        break
      }
      #expect(error == .diskFull(path: path))
      #expect(try CatalogReading(path) == before)
      #expect(try Files.bytes(path) == Files.bytes(original))
      fullDisks += 1
      pages += 1
    }
    #expect(fullDisks > 10)
  }

  private static func migrate(
    _ path: String, to target: SchemaVersion, within pages: Int
  ) throws -> StoreError? {
    var connection = try Opening.connection(to: .file(path))
    try connection.pragma("PRAGMA max_page_count = \(pages)")
    do {
      _ = try Migrator(path: path).apply(
        to: target, Migrator.Options(backup: .none, acceptsLosses: true), on: &connection)
      return nil
    } catch {
      return StoreError(error, path: path)
    }
  }
}
