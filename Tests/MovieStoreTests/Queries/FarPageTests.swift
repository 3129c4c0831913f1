import MovieStore
import TestSupport
import Testing

/// A page is a slice of the whole result for every query, limit and offset.
@Suite(.limited) struct FarPageTests {
  private static func catalog() throws -> Catalog {
    var random = RandomSource(seed: 12)
    var store = try Catalog()
    for number in 0..<70 {
      let title = ["Heat", "The Heat", "Wheat", "Él", "El heat", "東京 heat", "x"]
        .randomElement(using: &random)
      try store.add(title ?? "x", "A\(number % 2)", "C\(number % 5)", favorite: number % 3 != 0)
    }
    return store
  }

  private static let pages: [(Int?, Int)] =
    [(nil, 0), (nil, 9), (nil, 900), (.max, 3), (1_000, 5), (1_001, 5), (0, 4), (1, .max)]
    + [(1, 1), (2, 1), (7, 30), (12, 12), (40, 40), (70, 1), (1, 69), (3, 68)]

  @Test(
    "Pages of a search, of favorites and of an actor, in both directions",
    arguments: MovieQueryTests.orders,
    ["", "heat", "t h"])
  func slices(order: MovieQuery.Order, text: String) throws {
    var store = try Self.catalog()
    for (favoritesOnly, actor, descending) in [
      (false, nil, false), (false, nil, true), (true, nil, false), (true, 2, true),
      (false, 2, false),
    ] as [(Bool, Actor.ID?, Bool)] {
      let query = MovieQuery(
        search: text, favoritesOnly: favoritesOnly,
        actors: actor.map { [$0] } ?? [],
        order: order, descending: descending)
      try Self.expectSlices(of: query, in: &store)
    }
  }

  private static func expectSlices(of query: MovieQuery, in store: inout Catalog) throws {
    let whole = try store.movies(query)
    #expect(try whole.count == store.movieCount(query))
    #expect(whole.count > 3)
    var page = query
    for (limit, offset) in pages {
      (page.limit, page.offset) = (limit, offset)
      let slice = Array(whole.dropFirst(offset).prefix(limit ?? .max))
      #expect(try store.movies(page) == slice, "\(page)")
      #expect(try store.movieIDs(page) == slice.map(\.id), "\(page)")
    }
  }
}
