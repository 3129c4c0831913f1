import MovieSQLite
import MovieStore
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
    var skipsExisting = false

    var testDescription: String {
      "\(existing) + \(coming), \(nameLimit) of \(names) names, \(sources) sources"
        + (skipsExisting ? ", no repeats" : "")
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

  private static let casesOfSkipping = [
    Case(existing: 0, coming: 400, names: 30, skipsExisting: true),
    Case(existing: 80, coming: 300, nameLimit: 40, sources: 3, skipsExisting: true),
    Case(existing: 0, coming: 1_200, sources: 2, skipsExisting: true),
  ]

  @Test(
    "All rows and schema objects are equal",
    arguments: Tier.isFull ? cases + casesOfSkipping : [cases[5], casesOfSkipping[1]])
  func same(_ sample: Case) throws {
    var drafts = GeneratedDrafts(seed: UInt64(sample.coming), names: sample.names)
    let there = try drafts.next(sample.existing)
    let path = try Self.catalog(of: there)
    let expected = try OldCatalog.copy(path, to: "expected.db")
    // Some existing movies are imported again.
    var coming = try there.suffix(sample.existing / 3) + drafts.next(sample.coming)
    if sample.skipsExisting { coming += coming.prefix(100) }
    var store = try Catalog.withoutDurability(path)
    let report = try store.importMovies(
      from: coming.sources(sample.sources), Self.options(sample))
    let counts = try Self.add(coming, to: expected, sample)
    #expect([report.movies, report.newActors, report.skipped] == counts)
    #expect(try CatalogState(path) == CatalogState(expected))
    try CatalogState.expectSound(path)
    try store.expectUsable()
  }

  private static func options(_ sample: Case) -> Catalog.ImportOptions {
    var options = Catalog.ImportOptions(skipsExisting: sample.skipsExisting)
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

  /// Adds the movies one by one, except existing ones if they are skipped.
  ///
  /// - Returns: The numbers of movies and actors added and of movies skipped.
  private static func add(
    _ drafts: [MovieDraft], to path: String, _ sample: Case
  ) throws -> [Int] {
    var store = try Catalog.withoutDurability(path)
    var known = Set(
      try store.movies().map { try draft($0.title, $0.cast.map(\.name)).spelling })
    var titles = Set(try store.movies().map { Array($0.title.utf8) })
    let (movies, actors) = try (store.movieCount(), store.actorCount())
    for draft in drafts {
      let hasNewTitle = titles.insert(Array(draft.title.utf8)).inserted
      let hasNewTexts = known.insert(draft.spelling).inserted
      let isNew = draft.cast.isEmpty ? hasNewTitle : hasNewTexts
      if isNew || !sample.skipsExisting { _ = try store.add(draft) }
    }
    let added = try store.movieCount() - movies
    return [added, try store.actorCount() - actors, drafts.count - added]
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
      try store.importMovies(from: Array(part).sources(2))
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
}
