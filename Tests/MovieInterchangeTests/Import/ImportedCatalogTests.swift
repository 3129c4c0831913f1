import InterchangeTestSupport
import MovieInterchange
import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// An import gives the same catalog as adding its movies one by one.
@Suite(.limited, .temporaryDirectory) struct ImportedCatalogTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The numbers of existing and of imported movies.
    let existing: Int
    let coming: Int
    var names = 900
    var nameLimit = 400_000
    var sources = 1

    var testDescription: String {
      "\(existing) + \(coming), \(nameLimit) of \(names) names, \(sources) sources"
    }
  }

  private static let cases = [
    Case(existing: 0, coming: 0), Case(existing: 40, coming: 0, sources: 3),
    Case(existing: 0, coming: 1), Case(existing: 0, coming: 300, names: 1),
    Case(existing: 0, coming: 600, nameLimit: 1, sources: 2),
    Case(existing: 60, coming: 560, nameLimit: 50, sources: 4),
    // Dropped indexes: all; all except that of actors; that of actors for a part of the import.
    Case(existing: 0, coming: 1_100),
    Case(existing: 300, coming: 1_100, nameLimit: 200),
    Case(existing: 0, coming: 1_300, sources: 2),
    Case(existing: 1_100, coming: 1_100),
  ]

  @Test(
    "All rows and schema objects are equal",
    arguments: Tier.isFull ? cases : [cases[5]])
  func same(_ sample: Case) throws {
    var drafts = GeneratedDrafts(seed: UInt64(sample.coming), names: sample.names)
    let there = try drafts.next(sample.existing)
    let path = try Self.catalog(of: there)
    let expected = try OldCatalog.copy(path, to: "expected.db")
    // Some existing movies are imported again.
    let coming = try there.suffix(sample.existing / 3) + drafts.next(sample.coming)
    var store = try Catalog.withoutDurability(path)
    let report = try store.importMovies(
      from: coming.sources(sample.sources), Self.options(sample))
    let actors = try Self.add(coming, to: expected)
    #expect([report[.new], report.newActors] == [coming.count, actors])
    #expect(try CatalogState(path) == CatalogState(expected))
    try CatalogState.expectSound(path)
    try store.expectUsable()
  }

  private static func options(_ sample: Case) -> ImportOptions {
    var options = ImportOptions(records: .added)
    options.nameLimit = sample.nameLimit
    return options
  }

  /// Creates a file with the movies, of which the first and the last are deleted again.
  private static func catalog(of drafts: [MovieDraft]) throws -> String {
    let path = TemporaryDirectory.path("movies.db")
    var store = try Catalog.withoutDurability(path)
    for draft in drafts { _ = try store.add(draft) }
    if drafts.count > 2 { try store.delete(1, Int64(drafts.count)) }
    return path
  }

  /// Adds the movies one by one.
  ///
  /// - Returns: The number of actors added.
  private static func add(_ drafts: [MovieDraft], to path: String) throws -> Int {
    var store = try Catalog.withoutDurability(path)
    let actors = try store.actorCount()
    for draft in drafts { _ = try store.add(draft) }
    return try store.actorCount() - actors
  }

  @Test("In memory and with a write-ahead log")
  func otherJournals() throws {
    var drafts = GeneratedDrafts(seed: 5, names: 400)
    let coming = try drafts.next(1_100)
    let path = try Self.catalog(of: [])
    var plain = try Catalog.withoutDurability(path)
    try plain.importMovies(from: coming.sources(2))
    let expected = try CatalogState(path)
    let file = try Catalog.file("other.db")
    try OtherProgram.run(file, "PRAGMA journal_mode = WAL")
    for hasLog in [false, true] {
      var store = hasLog ? try Catalog(path: file, access: .writing) : try Catalog()
      try store.importMovies(from: coming.sources(2))
      let state = try store.core.connection.read { transaction throws in
        try CatalogState(in: transaction)
      }
      #expect(state == expected)
      try store.expectUsable()
    }
    #expect(try OtherProgram.texts(file, "PRAGMA journal_mode") == ["wal"])
  }

  @Test("Several imports give the same catalog as one")
  func again() throws {
    var drafts = GeneratedDrafts(seed: 6, names: 300)
    let coming = try drafts.next(1_300)
    let (once, parts) = try (Catalog.file("once.db"), Catalog.file("parts.db"))
    var store = try Catalog.withoutDurability(once)
    try store.importMovies(from: coming.sources(1))
    store = try Catalog.withoutDurability(parts)
    for part in [coming[..<80], coming[80..<1_240], coming[1_240...]] {
      try store.importMovies(from: Array(part).sources(2), ImportOptions(records: .added))
    }
    #expect(try CatalogState(once) == CatalogState(parts))
    try CatalogState.expectSound(parts)
  }

  @Test("Preserves a third-party index and keeps it up to date")
  func thirdPartyIndex() throws {
    var drafts = GeneratedDrafts(seed: 7, names: 300)
    let path = try Catalog.file()
    let sql = "CREATE INDEX byPosition ON MovieActor(position, actorID)"
    try OtherProgram.run(path, sql)
    var store = try Catalog.withoutDurability(path)
    try store.importMovies(from: drafts.next(1_100).sources(1))
    #expect(try CatalogState(path).schema.contains(["index", "byPosition", sql]))
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
    try SearchIndexState.expectCurrent(path)
  }

  @Test("Rebuilds a missing search index")
  func missingIndex() throws {
    var drafts = GeneratedDrafts(seed: 8, names: 300)
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, "DROP TABLE movieSearch", "DROP TRIGGER movie_noted_after_delete")
    var store = try Catalog.withoutDurability(path)
    try store.importMovies(from: drafts.next(1_100).sources(1))
    try CatalogState.expectSound(path)
    try store.expectUsable()
  }

  @Test("An import recognizes and sorts a movie by the title that another program gave it")
  func renamed() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.add("Alien", "Sigourney Weaver")
    try store.add("Ran", "Mieko Harada")
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'The Zone' WHERE id = 1",
      "INSERT INTO MovieModel(title) VALUES ('Heat')")
    let movies = TemporaryDirectory.path("movies.ndjson")
    try Files.write(
      Array(
        """
        {"title": "The Zone", "cast": ["Sigourney Weaver"]}
        {"title": "Heat"}

        """.utf8), to: movies)
    let report = try store.importMovies(from: [movies], ImportOptions(records: .new))
    #expect(report[.new] == 0 && report[.leftOut] == 2)
    #expect(try store.titles() == ["Heat", "Ran", "The Zone"])
    #expect(try SearchIndexState.pendingChanges(path) == [])
    try CatalogState.expectSound(path)
  }
}
