import MovieMatching
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The movies of a catalog that a new one can repeat.
@Suite(.limited) struct MovieLookupTests {
  /// A catalog in which titles are looked up: reading all of them would take longer.
  private static func catalog(_ drafts: [MovieDraft]) throws -> Catalog {
    var store = try Catalog()
    let others = (0..<1_200).map { MovieDraft(title: "Movie \($0) of those that were made") }
    try store.add(contentsOf: drafts + others)
    return store
  }

  @Test("A title that is looked up finds all movies that are the same, or perhaps")
  func lookups() throws {
    var drafts = LookalikeDrafts(seed: 1)
    let movies = try drafts.next(Tier.amount(60, full: 150))
    let titles = [
      "M", "M (1931)", "M|1931", "Up", "Up, The", "It Chapter Two", "It: Chapter 2", "12 Monkeys",
      "Twelve Monkeys", "Two", "2", "11:14", "11.14", "1984", "Tom & Jerry", "Tom and Jerry",
      "Seven (1995)", "7", "Love II", "Love Part 2", "Love", "Die Hard", "2 Fast 2 Furious",
      "Two Fast Two Furious", "C.R.A.Z.Y.", "Crazy", "R.S.V.P.", "RSVP", "F/X", "FX",
      "Two-Fisted", "Twofisted", "Alien Part Two", "AlienPartTwo", "'68", "\u{2019}68", "★", "?",
      "The", "A", "The The",
    ]
    let others = titles.map { MovieDraft(title: $0) }
    let store = try Self.catalog(movies + others)
    let stored = try store.movies(order: .added).prefix(movies.count + others.count)
      .map { MatchEntry(id: $0.id.rawValue, MovieDraft(valuesOf: $0)) }
    for draft in try movies + others + drafts.next(Tier.amount(60, full: 150)) {
      let entry = MatchEntry(id: 0, draft)
      let expected = zip(1..., stored).filter { Sameness.of(entry, $1).answer != .different }
      let found = try store.core.read { catalog in try catalog.movies(like: draft) }
      #expect(found.map(\.id.rawValue) == expected.map { Int64($0.0) }, "\(draft)")
    }
  }
}
