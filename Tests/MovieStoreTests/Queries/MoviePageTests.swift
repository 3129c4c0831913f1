import MovieStore
import TestSupport
import Testing

/// A window is the slice of the whole answer, whatever the query and wherever the place.
@Suite(.limited, .temporaryDirectory) struct MovieWindowTests {
  /// Many equal titles, some sortable ones that another program left empty or stale.
  private static func catalog(seed: UInt64) throws -> String {
    var random = RandomSource(seed: seed)
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    for number in 0..<60 {
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
      // Bytes that are no UTF-8.
      "UPDATE MovieModel SET sortableTitle = CAST(x'68FF' AS TEXT) WHERE id IN (7, 8, 9, 20)",
      "UPDATE MovieModel SET sortableTitle = CAST(x'680061' AS TEXT) WHERE id IN (13, 14)",
      "DELETE FROM MovieModel WHERE id % 13 = 0")
    return path
  }

  /// Each kind, in each of the orders.
  private static func queries() throws -> [MovieQuery] {
    let (letter, words) = (try SearchPattern("e"), try SearchPattern("he t"))
    let heat = try SearchPattern("heat")
    let kinds = [
      MovieQuery(), MovieQuery(favoritesOnly: true), MovieQuery(actors: [2]),
      MovieQuery(actors: [1, 2]),
      MovieQuery(text: letter), MovieQuery(text: words, favoritesOnly: true),
      MovieQuery(text: heat), MovieQuery(text: letter, actors: [1]),
      MovieQuery(text: words, favoritesOnly: true, actors: [2]), MovieQuery(actors: [99]),
    ]
    return kinds.flatMap { kind in
      [(MovieQuery.Order.title, false), (.title, true), (.added, false), (.added, true)].map {
        var query = kind
        (query.order, query.descending) = $0
        return query
      }
    }
  }

  /// The slice of the whole answer.
  private static func slice(_ whole: [MovieWithCast], _ range: Range<Int>) -> MoviePage {
    let range = range.clamped(to: 0..<whole.count)
    return MoviePage(
      movies: Array(whole[range]), hasMoreBefore: range.lowerBound > 0,
      hasMoreAfter: range.upperBound < whole.count)
  }

  /// Expects the windows at every place by a movie to be those around a place of the whole answer.
  ///
  /// - Parameters:
  ///   - index: how many of the answer are before the movie.
  ///   - isThere: whether the movie is the next one.
  private static func expectSlices(
    of query: MovieQuery, _ whole: [MovieWithCast], at index: Int, _ movie: Movie,
    isThere: Bool = true, rows: Int, in store: inout MovieStore
  ) throws {
    let (before, after) = (max(0, index - rows), index + (isThere ? 1 : 0))
    let expected = [
      (PageAnchor.around(movie), before..<index + rows), (.before(movie), before..<index),
      (.after(movie), after..<after + rows),
    ]
    for (place, range) in expected {
      let window = try store.window(of: query, at: place, rows: rows)
      #expect(window == slice(whole, range), "\(query) \(place)")
    }
  }

  @Test(
    "the first, the last, and those beside and around each movie",
    arguments: [(1, 1), (4, 2), (1_000, 1)] as [(Int, UInt64)])
  func slices(rows: Int, seed: UInt64) throws {
    var store = try MovieStore(path: try Self.catalog(seed: seed), access: .reading)
    for query in try Self.queries() {
      let whole = try store.movies(query)
      #expect(try store.window(of: query, at: .first, rows: rows) == Self.slice(whole, 0..<rows))
      #expect(
        try store.window(of: query, at: .last, rows: rows)
          == Self.slice(whole, max(0, whole.count - rows)..<whole.count))
      for (index, movie) in whole.enumerated() {
        try Self.expectSlices(of: query, whole, at: index, movie.movie, rows: rows, in: &store)
      }
    }
  }

  @Test("window by window, each movie is met once, there and back", arguments: [2, 7])
  func walks(rows: Int) throws {
    var store = try MovieStore(path: try Self.catalog(seed: 3), access: .reading)
    for query in try Self.queries() {
      let whole = try store.movies(query)
      var (forth, back): ([MovieWithCast], [MovieWithCast]) = ([], [])
      var window = try store.window(of: query, at: .first, rows: rows)
      while let last = window.movies.last {
        forth += window.movies
        window = try store.window(of: query, at: .after(last.movie), rows: rows)
        try #require(forth.count <= whole.count)
      }
      window = try store.window(of: query, at: .last, rows: rows)
      while let first = window.movies.first {
        back = window.movies + back
        window = try store.window(of: query, at: .before(first.movie), rows: rows)
        try #require(back.count <= whole.count)
      }
      #expect(forth == whole && back == whole, "\(query)")
    }
  }

  @Test("a movie that is gone marks where it was")
  func gone() throws {
    let path = try Self.catalog(seed: 4)
    var store = try MovieStore.hasty(path)
    // What another program left stale counts as it is, but what is no UTF-8 cannot be told again.
    for id in [1, 6, 11, 22, 60] as [Movie.ID] {
      let movie = try #require(try store.movie(id))
      let queries = try Self.queries()
      let indexes = try queries.map { query in
        try store.movies(query).firstIndex { $0.id == id }
      }
      try store.delete([id]) { _ in }
      for (query, index) in zip(queries, indexes) {
        guard let index else { continue }
        try Self.expectSlices(
          of: query, try store.movies(query), at: index, movie.movie, isThere: false, rows: 3,
          in: &store)
      }
      _ = try store.reinsert(movie)
    }
  }

  @Test("a movie that got another title marks where it is now, whether it matches or not")
  func retitled() throws {
    let path = try Self.catalog(seed: 5)
    var store = try MovieStore.hasty(path)
    for id in [2, 18] as [Movie.ID] {
      let former = try #require(try store.movie(id)).movie
      for title in ["Aa", "The heat"] {
        _ = try store.edit(id, MovieEdit(title: title))
        for query in try Self.queries() {
          let whole = try store.movies(query)
          let all = try store.movies(MovieQuery(order: query.order, descending: query.descending))
          let before = Set(all.map(\.id).prefix { $0 != id })
          try Self.expectSlices(
            of: query, whole, at: whole.count { before.contains($0.id) }, former,
            isThere: whole.contains { $0.id == id }, rows: 2, in: &store)
        }
      }
    }
  }

  @Test("limit and offset do not count, other orders are by title, and no rows are no rows")
  func leftAside() throws {
    var store = try MovieStore(path: try Self.catalog(seed: 6), access: .reading)
    let text = try SearchPattern("e")
    let plain = try store.window(of: MovieQuery(text: text), at: .first, rows: 5)
    for order in [MovieQuery.Order.relevance, .random(seed: 3)] {
      let query = MovieQuery(text: text, order: order, limit: 1, offset: 2)
      #expect(try store.window(of: query, at: .first, rows: 5) == plain)
    }
    for rows in [0, -1, .min] {
      let none = try store.window(of: MovieQuery(), at: .around(plain.movies[1].movie), rows: rows)
      #expect(none == MoviePage(movies: [], hasMoreBefore: true, hasMoreAfter: true))
    }
    #expect(try store.window(of: MovieQuery(), at: .last, rows: .max).movies == store.movies())
  }

  @Test("an empty catalog has nothing before or after")
  func empty() throws {
    var store = try MovieStore()
    let gone = Movie(id: 5, title: "x", sortableTitle: "x", isFavorite: false)
    for place in [PageAnchor.first, .last, .after(gone), .before(gone), .around(gone)] {
      let window = try store.window(of: MovieQuery(favoritesOnly: true), at: place, rows: 3)
      #expect(window == MoviePage(movies: [], hasMoreBefore: false, hasMoreAfter: false))
    }
  }
}
