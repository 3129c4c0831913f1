import MovieSQLite
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// A damaged search index is derived data: repairs rebuild it, and no other check fails because of it.
@Suite(.limited, .temporaryDirectory) struct DamagedSearchIndexTests {
  /// Damage that FTS5 detects when it opens or searches the index.
  static let statements = [
    "DELETE FROM movieSearch_config", "UPDATE movieSearch_config SET v = 99",
    "DELETE FROM movieSearch_data", "DELETE FROM movieSearch_data WHERE id > 10",
    "UPDATE movieSearch_data SET block = zeroblob(8)",
    "UPDATE movieSearch_data SET block = randomblob(length(block))",
    "DELETE FROM movieSearch_content", "DELETE FROM movieSearch_idx",
    "UPDATE movieSearch_content SET c0 = 'x'",
  ]

  private static func makeCatalog() throws -> String {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.seed(60, seed: 3)
    return path
  }

  @Test(
    "A write succeeds or reports the damage, and a repair rebuilds the index", arguments: statements
  )
  func write(statement: String) throws {
    let path = try Self.makeCatalog()
    let found = try Catalog.found("the", in: path)
    try OtherProgram.run(path, statement)
    let last = try #require(found.last)
    do {
      var store = try Catalog(path: path, access: .writing)
      try store.setFavorite(true, of: [1])
      do throws(StoreError) {
        try store.edit(id: last, MovieEdit(title: "The End"))
      } catch {
        // FTS5 can read the size of an allocation from a damaged block.
        switch error.problem {
        case .damaged, .outOfMemory: break
        default: throw error
        }
        #expect(try store.movie(id: last)?.title != "The End")
      }
    }
    #expect(try Doctor(path: path).repair().after.findings == [])
    #expect(try Catalog.found("the", in: path) == found)
    var store = try Catalog(path: path, access: .writing)
    try store.edit(id: last, MovieEdit(title: "Heat"))
    #expect(try Catalog.found("the", in: path) == found.dropLast())
  }

  @Test("The next write rebuilds an index of another version; until then, titles are scanned")
  func otherVersion() throws {
    let path = try Self.makeCatalog()
    let found = try Catalog.found("the", in: path)
    // What another folding would have stored.
    try OtherProgram.run(
      path, "UPDATE movieSearchVersion SET version = 1",
      "UPDATE movieSearch_content SET c0 = 'x'")
    let reader = try Catalog(path: path, access: .reading)
    #expect(try reader.found("the").map { Movie.ID(rawValue: $0) } == found)
    #expect(try Doctor(path: path).check().findings.map(\.problem) == [.missingSearchIndex])
    var store = try Catalog(path: path, access: .writing)
    try store.setFavorite(true, of: [1])
    #expect(try Doctor(path: path).check().findings == [])
    #expect(try Catalog.found("the", in: path) == found)
  }

  @Test(
    "A check of migrations and a downgrade do not depend on the index",
    arguments: [0, 2, 4, 6].map { statements[$0] })
  func migration(statement: String) throws {
    let path = try Self.makeCatalog()
    try OtherProgram.run(path, statement)
    #expect(try Migrator(path: path).verify().isSound)
    try Migrator(path: path).apply(to: .v5)
    try Migrator(path: path).apply()
    #expect(try Doctor(path: path).check().findings == [])
  }

  @Test(
    "Damaged pages of the index are repaired: the file is rebuilt without them",
    arguments: SearchIndex.shadowTables)
  func pages(table: String) throws {
    let path = try Self.makeCatalog()
    let movies = try BrokenCatalog.movies(path)
    let found = try Catalog.found("the", in: path)
    try BrokenCatalog.overwriteRoot(of: table, with: 0, in: path)
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.damagedSearchIndex])
    #expect(report.after.findings == [])
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
    #expect(try BrokenCatalog.movies(path) == movies)
    #expect(try Catalog.found("the", in: path) == found)
    let backup = try #require(report.backup)
    #expect(try BrokenCatalog.movies(backup) == movies)
  }

  @Test("Repairs nothing if pages of another table are damaged too")
  func otherPages() throws {
    let path = try Self.makeCatalog()
    for table in ["movieSearch_data", "migrationLog"] {
      try BrokenCatalog.overwriteRoot(of: table, with: 0xFF, in: path)
    }
    let before = try Files.bytes(path)
    let report = try Doctor(path: path).repair()
    #expect(report.after.findings.contains { $0.problem == .damagedData })
    #expect(report.after.repairable == [])
    #expect(report.backup == nil)
    #expect(try Files.bytes(path) == before)
  }
}

extension Catalog {
  fileprivate static func found(_ text: String, in path: String) throws -> [Movie.ID] {
    let store = try Catalog(path: path)
    return try store.found(text).map { Movie.ID(rawValue: $0) }
  }
}
