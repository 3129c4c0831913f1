import Foundation
import InterchangeTestSupport
import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// How a catalog differs from another one, from a list, and from its own past.
@Suite(.limited, .temporaryDirectory) struct DifferenceTests {
  private static func content(_ movie: Movie) -> String {
    "\(movie.title)|\(movie.isFavorite)|\(movie.cast.map(\.name))|\(movie.attributes)"
  }

  /// The contents of movies with how often each occurs.
  private static func contents(_ movies: [Movie]) -> [String: Int] {
    movies.reduce(into: [:]) { $0[content($1), default: 0] += 1 }
  }

  private static func catalog(_ seed: UInt64) throws -> String {
    let path = try Catalog.file("\(seed).db")
    var store = try Catalog.withoutDurability(path)
    var drafts = GeneratedDrafts(seed: seed &+ 100, names: 20)
    try store.importMovies(from: drafts.next(25).sources(1))
    return path
  }

  /// Expects that the differences turn the movies of the other catalog into those of the store.
  private static func expectDifferences(
    of store: borrowing Catalog, from other: borrowing Catalog
  ) throws -> DifferenceSummary {
    var contents = contents(try other.movies())
    func add(_ movie: Movie?, _ count: Int) {
      guard let movie else { return }
      contents[content(movie), default: 0] += count
    }
    var candidates: Set<Movie.ID> = []
    let summary = try store.differences(from: other) { difference in
      candidates.formUnion(difference.candidates)
      add(difference.change.before, -1)
      add(difference.change.after, 1)
      if case .updated = difference.change { #expect(!difference.fields.isEmpty) }
    }
    for id in candidates { add(try store.movie(id: id), 1) }
    let ours = Self.contents(try store.movies())
    let wrong = Set(contents.keys).union(ours.keys).filter { contents[$0] ?? 0 != ours[$0] ?? 0 }
    #expect(wrong.isEmpty)
    #expect(
      try summary.deleted + summary.updated + summary.unchanged + summary.ambiguous
        == other.movieCount())
    return summary
  }

  @Test(
    "The differences of two catalogs lead from one to the other, whether one is a copy or not",
    arguments: 1...6 as ClosedRange<UInt64>)
  func differences(seed: UInt64) throws {
    let path = try Self.catalog(seed)
    let other = TemporaryDirectory.path("other.db")
    let isCopy = !seed.isMultiple(of: 3)
    try FileManager.default.copyItem(
      atPath: isCopy ? path : Self.catalog(seed + 50), toPath: other)
    var first = try Catalog.withoutDurability(path)
    var second = try Catalog.withoutDurability(other)
    if isCopy { #expect(try first.differences(from: second).isEmpty) }
    var changes = RandomChanges(seed: seed)
    for _ in 0..<12 {
      try changes.make(in: &first)
      try changes.make(in: &second)
    }
    let summary = try Self.expectDifferences(of: first, from: second)
    let opposite = try Self.expectDifferences(of: second, from: first)
    #expect(!summary.isEmpty)
    if isCopy { #expect(summary.updated > 0 && summary.updated == opposite.updated) }
  }

  @Test("A copy is compared by id: a movie with another title and year is the same one")
  func copies() throws {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    let heat = try store.add(MovieDraft(title: "Heat", attributes: [.year: [1995]])).id
    try store.add(MovieDraft(title: "Ran"))
    let other = TemporaryDirectory.path("other.db")
    try FileManager.default.copyItem(atPath: path, toPath: other)
    var copy = try Catalog.withoutDurability(other)
    try store.edit(id: heat, MovieEdit(title: "Hitze", attributes: [.year: [1996]]))
    // Both have a third movie now, which are not the same.
    try store.add(MovieDraft(title: "Alien"))
    try copy.add(MovieDraft(title: "Solaris"))
    var found: [CatalogDifference] = []
    let summary = try store.differences(from: copy) { found.append($0) }
    #expect(found.map(\.fields) == [["title", "year"], [], []])
    #expect(found[0].change.before?.title == "Heat" && found[0].change.after?.title == "Hitze")
    guard case .deleted(let solaris) = found[1].change, case .added(let alien) = found[2].change
    else { throw Unexpected(found) }
    #expect(solaris.title == "Solaris" && solaris.id == Movie.ID(rawValue: 0))
    #expect(alien.title == "Alien" && alien.id == Movie.ID(rawValue: 3))
    #expect(summary.unchanged == 1)
  }

  struct Unexpected: Error { init(_ found: [CatalogDifference]) {} }

  @Test("A movie that can be several ones is ambiguous, and its candidates are not added")
  func ambiguity() throws {
    var store = try Catalog()
    let heat = try store.add(MovieDraft(title: "Heat", attributes: [.year: [1995]])).id
    var other = try Catalog()
    try other.add(MovieDraft(title: "Heat", attributes: [.year: [1996]]))
    var found: [CatalogDifference] = []
    let summary = try store.differences(from: other) { found.append($0) }
    #expect(found.map(\.candidates) == [[heat]])
    #expect(summary.ambiguous == 1 && summary.added == 0 && summary.deleted == 0)
    #expect(!summary.isEmpty)
  }

  private static func differences(
    of store: borrowing Catalog, from list: String, _ body: (CatalogDifference) throws -> Void
  ) throws -> DifferenceSummary {
    try store.differences(
      from: [ImportSource(name: "list.csv", ByteSource(bytes: Array(list.utf8)))],
      ReadingOptions(), readingArchives: nil, body, progress: { _ in }
    ).summary
  }

  @Test("Of a list, the fields that it has are compared")
  func lists() throws {
    var store = try Catalog()
    let heat = MovieDraft(
      title: "Heat", cast: ["Al Pacino"], isFavorite: true,
      attributes: [.year: [1995], .rating: [8], .tag: ["heist"]])
    try store.add(heat)
    try store.add(MovieDraft(title: "Ran"))
    let list = "title,year,rating\nHeat,1995,7\nAlien,1979,9\n"
    var found: [CatalogDifference] = []
    let summary = try Self.differences(of: store, from: list) { found.append($0) }
    #expect(found.map(\.fields) == [["rating"], [], []])
    #expect(found[0].change.before?.rating == 7 && found[0].change.after?.rating == 8)
    #expect(found[0].change.before?.tags == ["heist"])
    #expect(summary.changedFields.map(\.name) == ["rating"])
    #expect(summary.added == 1 && summary.deleted == 1 && summary.updated == 1)
  }

  @Test("A row that repeats a movie of the list is no difference")
  func repeats() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Heat", attributes: [.year: [1995]]))
    let list = "title,year\nHeat,1995\nHEAT,1995\nHeat,\nHeat,1996\n"
    var found: [CatalogDifference] = []
    let summary = try Self.differences(of: store, from: list) { found.append($0) }
    #expect(summary.unchanged == 1 && summary.ambiguous == 1 && summary.deleted == 0)
    #expect(found.map(\.candidates) == [[Movie.ID(rawValue: 1)]])
  }

  @Test(
    "A former state has the movies that the catalog had after the change",
    arguments: 1...Tier.amount(2, full: 3))
  func formerStates(seed: Int) throws {
    let seed = UInt64(seed)
    let path = try Self.catalog(seed)
    var store = try Catalog.withoutDurability(path)
    var changes = RandomChanges(seed: seed)
    var contents: [HistoryEntry.ID: [Movie]] = [:]
    func note(_ store: borrowing Catalog) throws {
      guard let last = try store.historyEntries(limit: 1).first else { return }
      contents[last.id] = try store.movies(order: .added)
    }
    try note(store)
    for step in 0..<25 {
      switch changes.number(below: 5) {
      case 0 where step > 3: try store.undo()
      case 1: try store.redo()
      default: try changes.make(in: &store)
      }
      try note(store)
    }
    #expect(contents.count > 12)
    for (entry, movies) in contents {
      let former = try FormerCatalog(of: path, after: entry)
      #expect(try former.catalog.movies(order: .added) == movies, "after change \(entry)")
      let isSame = try Self.contents(movies) == Self.contents(store.movies())
      #expect(try store.differences(since: former) { _ in }.isEmpty == isSame)
    }
    let empty = try FormerCatalog(of: path, after: 0)
    #expect(try empty.catalog.movieCount() == 0)
    let problem = try storeProblem {
      _ = try FormerCatalog(of: path, after: 99_999)
    }
    #expect(problem == .unknownHistoryEntry(99_999))
  }

  @Test("A time names the last change before it; the history tells when it began")
  func times() throws {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    func entry(_ text: String) throws -> HistoryEntry.ID? {
      let moment = try #require(try store.moment(text))
      return try store.historyEntry(at: moment)
    }
    #expect(try entry("2026-11-01") == nil)
    for title in ["Heat", "Ran", "Alien"] { try store.add(MovieDraft(title: title)) }
    try OtherProgram.run(
      path, "UPDATE movieHistory SET time = '2026-11-0' || id || 'T10:00:00Z'")
    #expect(try entry("2026-10-31T00:00:00Z") == 0)
    #expect(try entry("2026-11-02T09:59:59Z") == 1)
    #expect(try entry("2026-11-02T10:00:00Z") == 2)
    #expect(try entry("2026-12-01") == 3)
    for text in ["", "now", "tomorrow", "2026-13-01", "2026-11-01 25:00", "2026-11", "2026-02-30"] {
      #expect(try store.moment(text) == nil, "\(text)")
    }
    try OtherProgram.run(path, "DELETE FROM movieHistory WHERE id = 1")
    #expect(try entry("2026-11-02T09:00:00Z") == nil)
    #expect(try entry("2026-11-02T10:00:00Z") == 2)
  }

  @Test("The movies of a list are seen, unseen, missing or ambiguous")
  func groups() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Heat", attributes: [.year: [1995], .watched: ["2020"]]))
    try store.add(MovieDraft(title: "Ran", attributes: [.tag: ["seen"]]))
    try store.add(MovieDraft(title: "ALIEN", attributes: [.year: [1979]]))
    let list =
      "title,year\nAlien,1979\nHeat,1995\nSolaris,1972\nRan,\nheat,1995\nHEAT,1995\nAlien,1980\n"
      + "solaris,1972\n"
    var found: [(ListedMovie.Group, String, Int64)] = []
    func compare(_ shown: Set<ListedMovie.Group>) throws -> [ListedMovie.Group: Int] {
      found = []
      return try store.compare(
        with: [ImportSource(name: "list.csv", ByteSource(bytes: Array(list.utf8)))],
        ReadingOptions(), readingArchives: nil, showing: shown
      ) {
        found.append(($0.group, $0.movie.title, $0.movie.id.rawValue))
      } progress: { _ in
      }.counts
    }
    let counts = try compare(Set(ListedMovie.Group.allCases))
    #expect(counts == [.seen: 2, .unseen: 1, .missing: 1, .ambiguous: 1])
    #expect(found.map(\.0) == [.seen, .seen, .unseen, .missing, .ambiguous])
    #expect(found.map(\.1) == ["Heat", "Ran", "ALIEN", "Solaris", "Alien"])
    #expect(found.map(\.2) == [1, 2, 3, 0, 0])
    #expect(try compare([.missing]) == counts)
    #expect(found.map(\.1) == ["Solaris"])
  }
}
