import MovieInterchange
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Other catalogs as sources of an import.
@Suite(.limited, .temporaryDirectory) struct CatalogSourceTests {
  @Test(
    "A catalog of any version is imported with all that it has, and not changed",
    arguments: SchemaVersion.allCases)
  func versions(version: SchemaVersion) throws {
    let path = TemporaryDirectory.path("other/movies.db")
    try Files.makeDirectory(TemporaryDirectory.path("other"))
    let released = Golden.path("released/0.1.0/catalog-\(version).db")
    try Files.write(Files.bytes(released), to: path)
    let before = try DirectorySnapshot(TemporaryDirectory.path("other"))
    var store = try Catalog()
    let plan = try store.importMovies(from: [path])
    #expect(plan.counts == [.new: 19])
    #expect(try store.importMovies(from: [path]).counts == [.unchanged: 19])
    let after = try DirectorySnapshot(TemporaryDirectory.path("other"))
    #expect(after == before)
    try OldCatalog.migrate(path)
    #expect(try export(store) == export(Catalog(path: path, access: .reading)))
  }

  @Test("Of a catalog that cannot be migrated, the migration is named")
  func unmigratable() throws {
    let path = try OldCatalog.make([OldCatalog.Row("A", cast: "[1]")])
    var store = try Catalog()
    #expect(throws: StoreError(.olderSchema(path: path, version: .v1))) {
      try store.importMovies(from: [path])
    }
  }

  @Test("The export of a catalog is read as such whatever the options and names of its first keys")
  func options() throws {
    let path = TemporaryDirectory.path("other.xml")
    var other = try Catalog(path: path)
    let cast = (0..<2_000).map { "Extra with a name that is rather long \($0)" }
    _ = try other.add(MovieDraft(title: "Crowd (1928)", cast: cast))
    var store = try Catalog()
    let reading = ReadingOptions(format: .csv, encoding: .windows1252, keepsTitles: false)
    try store.importMovies(from: [path], ImportOptions(reading: reading))
    #expect(try export(store) == export(other))
  }

  private func export(_ store: borrowing Catalog) throws -> [UInt8] {
    let sink = ByteSink()
    _ = try store.exportMovies(order: .added, as: .ndjson, to: sink)
    return sink.bytes
  }
}
