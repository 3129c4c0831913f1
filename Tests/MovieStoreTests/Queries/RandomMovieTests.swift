import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct RandomMovieTests {
  /// Returns how often each movie is chosen, of 500 times.
  private static func counts(
    of query: MovieQuery, in store: borrowing Catalog
  ) throws -> [Movie.ID: Int] {
    var counts: [Movie.ID: Int] = [:]
    for _ in 0..<500 {
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
      // At least six standard deviations.
      let mean = 500 / expected.count
      #expect(counts.values.allSatisfy { abs($0 - mean) < 70 }, "\(counts)")
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
