import FormatsTestSupport
import Foundation
import InterchangeTestSupport
import MovieFormats
import MovieInterchange
import MovieSQLite
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// A failed import changes nothing, and the store remains usable.
@Suite(.limited, .temporaryDirectory) struct ImportFailureTests {
  private struct Stop: Error {}

  private let coming: [MovieDraft]
  private let updates: [MovieDraft]
  private let path: String
  private let before: CatalogState

  /// Enough movies are imported for indexes to be dropped.
  init() throws {
    var drafts = GeneratedDrafts(seed: 1, names: 500)
    let there = try drafts.next(100)
    coming = try drafts.next(1_100)
    updates = there.map { movie in
      var movie = movie
      movie.attributes = [.year: [1995], .tag: ["seen"]]
      return movie
    }
    path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.importMovies(from: there.sources(1))
    before = try CatalogState(path)
  }

  /// Expects that the file is unchanged and the store works.
  private func expectUnchanged(_ store: inout Catalog) throws {
    #expect(try CatalogState(path) == before)
    try CatalogState.expectSound(path)
    try store.expectUsable()
    let report = try store.importMovies(
      from: Array(coming.prefix(100)).sources(1), ImportOptions(records: .added))
    #expect(report[.new] == 100)
    try CatalogState.expectSound(path)
  }

  private func source(endingWith text: String) throws -> ImportSource {
    let bytes = try written(coming, .ndjson) + text.utf8
    return ImportSource(name: "movies", ByteSource(bytes: bytes))
  }

  @Test("An invalid record at the end of a large file")
  func invalidRecord() throws {
    let original = try Files.bytes(path)
    var store = try Catalog(path: path, access: .writing)
    let error = #expect(throws: InterchangeError.self) {
      try store.importMovies(from: [source(endingWith: "{\"title\": 7}\n")])
    }
    #expect(error?.line == coming.count + 1)
    #expect(try Files.bytes(path) == original)
    try expectUnchanged(&store)
  }

  @Test("A second source that cannot be read")
  func unreadable() throws {
    var store = try Catalog.withoutDurability(path)
    let missing = TemporaryDirectory.path("missing")
    #expect(throws: SystemError.self) { try ImportSource(path: missing) }
    try Files.touch(missing)
    let source = try ImportSource(path: missing)
    unlink(missing)
    let error = #expect(throws: SystemError.self) {
      try store.importMovies(from: coming.sources(1) + [source])
    }
    #expect(error?.operation == "open")
    try expectUnchanged(&store)
  }

  @Test("A closure that throws, for an invalid record and for progress", arguments: [false, true])
  func bodyThrows(forProgress: Bool) throws {
    var store = try Catalog.withoutDurability(path)
    #expect(throws: Stop.self) {
      try store.importMovies(
        from: [source(endingWith: "bad\n")], ImportOptions(skipsInvalid: true),
        onInvalid: { _ in if !forProgress { throw Stop() } },
        progress: { if forProgress, $0.completed > 1_060 { throw Stop() } })
    }
    try expectUnchanged(&store)
  }

  @Test("A third-party unique index")
  func uniqueIndex() throws {
    try OtherProgram.run(
      path, "CREATE UNIQUE INDEX once ON MovieModel(title) WHERE title = 'Twice'")
    let state = try CatalogState(path)
    var store = try Catalog.withoutDurability(path)
    let error = try storeProblem {
      let twice = #"{"title": "Twice"}"# + "\n" + #"{"title": "Twice", "cast": ["B"]}"#
      try store.importMovies(
        from: [source(endingWith: twice)], ImportOptions(records: .added))
    }
    #expect(
      error == .refused(path: path, detail: "UNIQUE constraint failed: MovieModel.title"))
    #expect(try CatalogState(path) == state)
    try store.expectUsable()
  }

  @Test("A disk that becomes full")
  func fullDisk() throws {
    let original = try Files.bytes(path)
    let pages = try Self.pages(path)
    var failures = 0
    while true {
      try Files.write(original, to: path)
      var store = try Catalog.withoutDurability(path)
      try store.core.connection.execute(
        "PRAGMA max_page_count = \(raw: pages + failures * Tier.amount(24, full: 16))")
      do {
        // The last records update movies.
        try store.importMovies(from: (coming + updates).sources(1))
        break
      } catch {
        #expect(error as? StoreError == StoreError(.diskFull(path: path)))
      }
      failures += 1
      #expect(try CatalogState(path) == before)
      #expect(try CatalogReading.faults(path) == [])
      #expect(try store.core.connection.queryInt("PRAGMA foreign_keys") == 1)
      try store.core.connection.execute("PRAGMA max_page_count = 100000")
      try store.expectUsable()
    }
    #expect(failures > Tier.amount(2, full: 3))
    try CatalogState.expectSound(path)
  }

  private static func pages(_ path: String) throws -> Int {
    try #require(Int(OtherProgram.texts(path, "PRAGMA page_count")[0]))
  }

  @Test("A dry run changes nothing")
  func dryRun() throws {
    let original = try Files.bytes(path)
    var store = try Catalog(path: path, access: .dryRun)
    for drafts in [coming, Array(coming.prefix(50))] {
      let report = try store.importMovies(
        from: drafts.sources(2), ImportOptions(records: .added))
      #expect(report[.new] == drafts.count)
      #expect(try store.movieCount() == 100)
    }
    #expect(try Files.bytes(path) == original)
  }
}
