import MovieStore
import TestSupport
import Testing

/// A page is a slice of the whole result, for every query and anchor.
@Suite(.limited, .temporaryDirectory) struct MoviePageTests {
  /// Many equal titles, and sortable titles that another program left empty or stale.
  private static func catalog(seed: UInt64) throws -> String {
    var random = RandomSource(seed: seed)
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    for number in 0..<26 {
      let title =
        Bool.random(using: &random)
        ? Generated.title(&random)
        : ["Heat", "The Heat", "El heat", "Wheat", "Él", "東京 heat"].randomElement(using: &random)
      try store.add(
        title ?? "x", "A\(number % 2)", "C\(number % 5)",
        favorite: Int.random(in: 0..<3, using: &random) == 0)
    }
    try OtherProgram.run(
      path, "UPDATE MovieModel SET sortableTitle = '' WHERE id % 6 = 0",
      "UPDATE MovieModel SET sortableTitle = 'heat' WHERE id % 11 = 0",
      // Invalid UTF-8.
      "UPDATE MovieModel SET sortableTitle = CAST(x'68FF' AS TEXT) WHERE id IN (7, 8, 9, 20)",
      "UPDATE MovieModel SET sortableTitle = CAST(x'680061' AS TEXT) WHERE id IN (13, 14)",
      "DELETE FROM MovieModel WHERE id % 13 = 0")
    return path
  }

  /// Each kind, in each of the orders.
  private static func queries() -> [Listing] {
    let kinds = [
      MovieQuery.all, MovieQuery([.isFavorite]), MovieQuery([.actor(id: 2)]),
      MovieQuery([.title("e")]), [.title("he t"), .isFavorite],
      MovieQuery([.title("e"), .actor(id: 1)]),
      [.title("he t"), .isFavorite, .actor(id: 2)], MovieQuery([.actor(id: 99)]),
    ]
    return kinds.flatMap { kind in
      [(MovieOrder.title, false), (.title, true), (.added, false), (.added, true)].map {
        Listing(kind, order: $0, descending: $1)
      }
    }
  }

  /// A slice of the whole result.
  private static func slice(_ whole: [Movie], _ range: Range<Int>) -> MoviePage {
    let range = range.clamped(to: 0..<whole.count)
    return MoviePage(
      movies: Array(whole[range]), hasMoreBefore: range.lowerBound > 0,
      hasMoreAfter: range.upperBound < whole.count)
  }

  /// Expects the pages at every anchor of a movie to be slices of the whole result.
  ///
  /// - Parameters:
  ///   - index: The number of movies of the result before the movie.
  ///   - isResult: Whether the movie is the next one of the result.
  private static func expectSlices(
    of query: Listing, _ whole: [Movie], at index: Int, _ movie: Movie,
    isResult: Bool = true, rows: Int, in store: inout Catalog
  ) throws {
    let (before, after) = (max(0, index - rows), index + (isResult ? 1 : 0))
    let expected = [
      (MoviePage.Anchor.around(movie), before..<index + rows), (.before(movie), before..<index),
      (.after(movie), after..<after + rows),
    ]
    for (place, range) in expected {
      let page = try store.page(of: query, at: place, rows: rows)
      #expect(page == slice(whole, range), "\(query) \(place)")
    }
  }

  @Test(
    "The first page, the last one, and those before, after and around each movie",
    arguments: [(2, 1), (1_000, 2)] as [(Int, UInt64)])
  func slices(rows: Int, seed: UInt64) throws {
    var store = try Catalog(path: try Self.catalog(seed: seed), access: .reading)
    for query in Self.queries() {
      let whole = try store.movies(query)
      #expect(try store.page(of: query, at: .first, rows: rows) == Self.slice(whole, 0..<rows))
      #expect(
        try store.page(of: query, at: .last, rows: rows)
          == Self.slice(whole, max(0, whole.count - rows)..<whole.count))
      for (index, movie) in whole.enumerated() {
        try Self.expectSlices(of: query, whole, at: index, movie, rows: rows, in: &store)
      }
    }
  }

  @Test("Reads each movie once, forward and backward, page by page", arguments: [1, 7])
  func forwardAndBackward(rows: Int) throws {
    let store = try Catalog(path: try Self.catalog(seed: 3), access: .reading)
    for query in Self.queries() {
      let whole = try store.movies(query)
      var (forward, backward): ([Movie], [Movie]) = ([], [])
      var page = try store.page(of: query, at: .first, rows: rows)
      while let last = page.movies.last {
        forward += page.movies
        page = try store.page(of: query, at: .after(last), rows: rows)
        try #require(forward.count <= whole.count)
      }
      page = try store.page(of: query, at: .last, rows: rows)
      while let first = page.movies.first {
        backward = page.movies + backward
        page = try store.page(of: query, at: .before(first), rows: rows)
        try #require(backward.count <= whole.count)
      }
      #expect(forward == whole && backward == whole, "\(query)")
    }
  }

  @Test("A deleted movie stands for its former position")
  func deleted() throws {
    let path = try Self.catalog(seed: 4)
    var store = try Catalog.withoutDurability(path)
    for id in [1, 6, 11, 22] as [Movie.ID] {
      let movie = try #require(try store.movie(id: id))
      let queries = Self.queries()
      let indexes = try queries.map { query in
        try store.movies(query).firstIndex { $0.id == id }
      }
      try store.delete(id: id)
      for (query, index) in zip(queries, indexes) {
        guard let index else { continue }
        try Self.expectSlices(
          of: query, try store.movies(query), at: index, movie, isResult: false, rows: 3,
          in: &store)
      }
      try store.undo()
    }
  }

  @Test("A retitled movie stands for its current position, whether it matches or not")
  func retitled() throws {
    let path = try Self.catalog(seed: 5)
    var store = try Catalog.withoutDurability(path)
    for id in [2, 18] as [Movie.ID] {
      let former = try #require(try store.movie(id: id))
      for title in ["Aa", "The heat"] {
        _ = try store.edit(id: id, MovieEdit(title: title))
        for query in Self.queries() {
          let whole = try store.movies(query)
          let all = try store.movies(order: query.order, descending: query.descending)
          let before = Set(all.map(\.id).prefix { $0 != id })
          try Self.expectSlices(
            of: query, whole, at: whole.count { before.contains($0.id) }, former,
            isResult: whole.contains { $0.id == id }, rows: 2, in: &store)
        }
      }
    }
  }

  @Test("Pages other orders by title")
  func ignored() throws {
    let store = try Catalog(path: try Self.catalog(seed: 6), access: .reading)
    let plain = try store.page(of: [.title("e")], at: .first, rows: 5)
    for order in [MovieOrder.relevance, .random(seed: 3)] {
      let query = Listing(.titles("e"), order: order)
      #expect(try store.page(of: query, at: .first, rows: 5) == plain)
    }
    for rows in [0, -1, .min] {
      let none = try store.page(at: .around(plain.movies[1]), rows: rows)
      #expect(none == MoviePage(movies: [], hasMoreBefore: true, hasMoreAfter: true))
    }
    #expect(try store.page(at: .last, rows: .max).movies == store.movies())
  }

  @Test("An empty catalog has no movies before or after an anchor")
  func empty() throws {
    let store = try Catalog()
    let deleted = Movie(id: 5, title: "x")
    for place in [
      MoviePage.Anchor.first, .last, .after(deleted), .before(deleted), .around(deleted),
    ] {
      let page = try store.page(of: [.isFavorite], at: place, rows: 3)
      #expect(page == MoviePage(movies: [], hasMoreBefore: false, hasMoreAfter: false))
    }
  }
}
