import FormatsTestSupport
import InterchangeTestSupport
import MovieCuration
import MovieFormats
import MovieInterchange
import MovieMatching
import MovieStore
import MovieSync
import StoreTestSupport
import TestSupport
import Testing

/// All that tells whether two movies are the same gives one answer.
@Suite(.limited, .temporaryDirectory) struct AgreementTests {
  private static func catalog(_ drafts: [MovieDraft], _ name: String? = nil) throws -> Catalog {
    var store =
      if let name {
        try Catalog.withoutDurability(TemporaryDirectory.path(name))
      } else {
        try Catalog()
      }
    try store.add(contentsOf: drafts)
    return store
  }

  /// The classes of the records of a list.
  private static func classes(
    _ store: borrowing Catalog, _ list: [MovieDraft]
  ) throws -> [ImportPlan.Class: Int] {
    try store.planImport(from: list.sources(1)).counts
  }

  private static func groups(
    _ store: borrowing Catalog, _ list: [MovieDraft]
  ) throws -> [ListedMovie.Group: Int] {
    try store.compare(
      with: list.sources(1), ReadingOptions(), readingArchives: nil, showing: []
    ) { _ in
    } progress: { _ in
    }.counts
  }

  @Test("Two movies", arguments: 0..<Tier.amount(25, full: 1_000))
  func pairs(seed: Int) throws {
    var drafts = LookalikeDrafts(seed: UInt64(seed))
    let (first, second) = (try drafts.next(), try drafts.next())
    let sameness = Sameness.of(MatchEntry(id: 0, first), MatchEntry(id: 0, second))
    let context = "\(first) \(second) \(sameness)"
    let isPerhaps = sameness.answer == .perhaps
    // Numbers with other signs are added, and found as duplicates.
    let isListed = isPerhaps && sameness.evidence != .digits

    let store = try Self.catalog([first])
    let records = try Self.classes(store, [second])
    let isMatched = records[.updated, default: 0] + records[.unchanged, default: 0] == 1
    switch sameness.answer {
    case .same: #expect(isMatched, "\(context)")
    case .perhaps where sameness.isByTitle:
      #expect(isMatched || records == [.byTitle: 1], "\(context)")
    case .perhaps where isListed: #expect(records == [.ambiguous: 1], "\(context)")
    case .perhaps, .different: #expect(records == [.new: 1], "\(context)")
    }

    let listed = try Self.groups(store, [second])
    #expect((listed[.ambiguous] == 1) == isListed, "\(context)")
    #expect(
      (listed[.seen, default: 0] + listed[.unseen, default: 0] == 1) == (sameness.answer == .same),
      "\(context)")

    let other = try Self.catalog([second])
    let summary = try store.differences(from: other)
    let hasYear = first.attributes.year != nil
    let isPaired =
      sameness.answer == .same
      || sameness.isByTitle && hasYear != (second.attributes.year != nil)
    #expect((summary.updated + summary.unchanged == 1) == isPaired, "\(context)")
    #expect((summary.ambiguous == 1) == (isListed && !isPaired), "\(context)")

    #expect(
      try store.duplicates(of: second).isEmpty == (sameness.answer == .different), "\(context)")
    let both = try Self.catalog([first, second]).duplicateMovies()
    #expect(both.isEmpty == (sameness.answer == .different), "\(context)")
    #expect(both.allSatisfy { $0.isAmbiguous == isPerhaps }, "\(context)")
  }

  @Test("The first sync unites what is the same", arguments: 0..<Tier.amount(12, full: 300))
  func firstSync(seed: Int) throws {
    var drafts = LookalikeDrafts(seed: UInt64(1_000 + seed))
    let (first, second) = (try drafts.next(), try drafts.next())
    let sameness = Sameness.of(MatchEntry(id: 0, first), MatchEntry(id: 0, second))
    let context = "\(first) \(second) \(sameness)"
    var store = try Self.catalog([first], "a.db")
    var other = try Self.catalog([second], "b.db")
    let report = try store.sync(with: &other) { _ in }.here
    #expect((report.paired == 1) == (sameness.answer == .same), "\(context)")
    let isListed = sameness.answer == .perhaps && sameness.evidence != .digits
    #expect((report.ambiguous.count == 1) == isListed, "\(context)")
    let movies = try store.movies()
    #expect(movies.count == (sameness.answer == .same ? 1 : 2), "\(context)")
    // The title that gave way is kept.
    for title in [first.title, second.title] {
      let titles = movies.flatMap { [$0.title] + $0.attributes.akas }
      #expect(Sameness.isTitle(title, among: titles), "\(context)")
    }
  }

  @Test("Lists and catalogs", arguments: 0..<Tier.amount(20, full: 1_000))
  func lists(seed: Int) throws {
    var drafts = LookalikeDrafts(seed: UInt64(2_000 + seed))
    let (movies, list) = (try drafts.next(5), try drafts.next(4))
    let store = try Self.catalog(movies)
    let records = try Self.classes(store, list)
    let groups = try Self.groups(store, list)
    let context = "\(movies) \(list) \(records) \(groups)"
    // What a list lacks is new, whichever record is about which movie.
    #expect(groups[.missing, default: 0] <= records[.new, default: 0], "\(context)")
    let had = groups[.seen, default: 0] + groups[.unseen, default: 0]
    #expect(had <= movies.count && had >= min(1, records[.updated, default: 0]), "\(context)")
    // A record that changes nothing of an import can differ in other fields.
    let summary = try store.differences(from: Self.catalog(list))
    #expect(summary.deleted <= records[.new, default: 0], "\(context) \(summary)")
  }
}
