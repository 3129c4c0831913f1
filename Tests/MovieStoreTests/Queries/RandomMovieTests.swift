import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct RandomMovieTests {
  private static let times = Tier.amount(200, full: 500)

  /// Returns how often each movie is chosen.
  private static func counts(
    of query: MovieQuery, in store: borrowing Catalog
  ) throws -> [Movie.ID: Int] {
    var counts: [Movie.ID: Int] = [:]
    for _ in 0..<times {
      let movie = try #require(try store.randomMovie(of: query))
      counts[movie.id, default: 0] += 1
    }
    return counts
  }

  @Test("Each movie of the query is equally likely, also after gaps", arguments: [25, 1 << 40])
  func uniform(last: Int64) throws {
    var store = try Catalog()
    let ids: [Int64] = [1, 2, 3, 17, 18, last]
    for id in ids {
      try store.add(
        MovieDraft(title: "Movie \(id)", isFavorite: id % 2 == 1), id: Movie.ID(rawValue: id))
    }
    for query in [MovieQuery.all, [.isFavorite]] {
      let counts = try Self.counts(of: query, in: store)
      let expected = try store.movieIDs(query)
      #expect(Set(counts.keys) == Set(expected))
      let mean = Double(Self.times) / Double(expected.count)
      let deviation = (mean * (1 - 1 / Double(expected.count))).squareRoot()
      #expect(counts.values.allSatisfy { abs(Double($0) - mean) < 6.5 * deviation }, "\(counts)")
    }
  }

  @Test("Returns nil without movies, and the only movie with its cast")
  func few() throws {
    var store = try Catalog()
    #expect(try store.randomMovie() == nil)
    try store.add("Heat", "Al Pacino")
    #expect(try store.randomMovie(of: [.isFavorite]) == nil)
    #expect(try store.randomMovie()?.cast.map(\.name) == ["Al Pacino"])
  }

  @Test("Finds one movie of many")
  func rare() throws {
    let store = try Catalog(path: try LargeCatalog.file(), access: .reading)
    let query = MovieQuery.titles(LargeCatalog.rareWord)
    #expect(try store.randomMovie(of: query)?.id == 4_711)
  }
}
