import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// A page is a slice of the whole result, for every query and anchor.
@Suite(.limited, .temporaryDirectory) struct MoviePageTests {
  /// Many equal titles, and sortable titles that another program left empty or stale; equal years,
  /// and several values of a key, of which the first ordinal is not 0.
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
      "DELETE FROM MovieModel WHERE id % 13 = 0",
      "INSERT INTO MovieAttribute SELECT id, 'year', 0, 1990 + id % 3 FROM MovieModel WHERE id % 4",
      """
      INSERT INTO MovieAttribute
      SELECT m.id, 'watched', n.value, '202' || (m.id % (2 + n.value)) || '-11-0' || n.value
      FROM MovieModel AS m, json_each('[1, 2]') AS n WHERE m.id % 3 IN (0, n.value)
      """,
      """
      INSERT INTO MovieAttribute
      SELECT m.id, 'own', n.value, CASE m.id % 3 WHEN 0 THEN m.id % n.value ELSE 'v' || m.id % 2 END
      FROM MovieModel AS m, json_each('[2, 5]') AS n WHERE m.id % 7
      """,
      "UPDATE MovieAttribute SET value = CAST(x'76FF' AS TEXT) WHERE key = 'own' AND movieID = 8")
    return path
  }

  private static let orders: [MovieOrder] = [
    .title, .added, .relevance, .attribute(.year), .attribute(.watched), .attribute(.own),
    .attribute(.note),
  ]

  private static let texts: [MovieQuery] = [
    [.title("e")], [.title("he t"), .isFavorite], [.text("a1"), .title("e")],
    [.title("he t"), .isFavorite, .actor(id: 2)],
  ]

  /// Each kind, in each of the orders in one direction.
  ///
  /// - Parameters:
  ///   - part: Which of the queries are returned, of the given number of equal parts.
  private static func queries(part: Int = 0, of parts: Int = 1) -> [Listing] {
    let kinds: [MovieQuery] = [
      .all, [.isFavorite], [.actor(id: 2)], [.has(.year), .year < 1992], [.actor(id: 99)],
    ]
    return (kinds + texts).enumerated().flatMap { number, kind in
      orders.enumerated().map { place, order in
        Listing(kind, order: order, descending: (number + place) % 2 == 0)
      }
    }.enumerated().filter { $0.offset % parts == part % parts }.map(\.element)
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
  ///   - whole: The movies of the query, of which only those with one of the ids are expected.
  ///   - index: The number of movies of the result before the movie.
  ///   - isResult: Whether the movie is the next one of the result.
  private static func expectSlices(
    of query: Listing, _ whole: [Movie], at index: Int, _ movie: Movie,
    isResult: Bool = true, rows: Int, among ids: [Movie.ID]? = nil, in store: inout Catalog
  ) throws {
    let (before, after) = (max(0, index - rows), index + (isResult ? 1 : 0))
    let expected = [
      (MoviePage.Anchor.around(movie), before..<index + rows), (.before(movie), before..<index),
      (.after(movie), after..<after + rows),
    ]
    for (place, range) in expected {
      let page = try store.page(of: query, at: place, rows: rows, among: ids)
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
      // In the default tier, the first, the last and some others.
      for (index, movie) in whole.enumerated()
      where Tier.isFull || index % 5 == 0 || index + 1 == whole.count {
        try Self.expectSlices(of: query, whole, at: index, movie, rows: rows, in: &store)
      }
    }
  }

  @Test("Only movies with one of the ids, at the movies with one and at others")
  func among() throws {
    var store = try Catalog(path: try Self.catalog(seed: 8), access: .reading)
    let all = try store.movies()
    let lists = [[], [3], [4, 99, 4, 2, -1], [17, 16, 15, 10, 9, 8, 7]] as [[Movie.ID]]
    for (number, ids) in lists.enumerated() {
      for query in Self.queries(part: number, of: Tier.amount(2, full: 1))
      where query.order != .added {
        let whole = try store.movies(query)
        let expected = whole.filter { ids.contains($0.id) }
        for place in [MoviePage.Anchor.first, .last] {
          let page = try store.page(of: query, at: place, rows: 9, among: ids)
          #expect(page == Self.slice(expected, 0..<9), "\(query)")
        }
        for (index, movie) in whole.enumerated() where index % Tier.amount(8, full: 4) == 1 {
          let before = Set(whole[..<index].map(\.id))
          try Self.expectSlices(
            of: query, expected, at: expected.count { before.contains($0.id) }, movie,
            isResult: ids.contains(movie.id), rows: 2, among: ids, in: &store)
        }
      }
    }
    let many = (0..<10_000).map { Movie.ID(rawValue: $0) }
    #expect(try store.page(rows: 50, among: many) == Self.slice(all, 0..<50))
  }

  @Test("Reads each movie once, forward and backward, page by page", arguments: [1, 7])
  func forwardAndBackward(rows: Int) throws {
    let store = try Catalog(path: try Self.catalog(seed: 3), access: .reading)
    for query in Self.queries(part: rows, of: Tier.amount(2, full: 1)) {
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

  @Test("A deleted movie stands for the position of its values")
  func deleted() throws {
    let path = try Self.catalog(seed: 4)
    var store = try Catalog.withoutDurability(path)
    for (number, id) in ([1, 6, 11, 22] as [Movie.ID]).enumerated() {
      let movie = try #require(try store.movie(id: id))
      let queries = Self.queries(part: number, of: Tier.amount(2, full: 1))
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

  @Test("A changed movie stands for its current position, whether it matches or not")
  func changed() throws {
    let path = try Self.catalog(seed: 5)
    var store = try Catalog.withoutDurability(path)
    let edits = [
      MovieEdit(title: "Aa"), MovieEdit(title: "The heat"),
      MovieEdit(attributes: try MovieAttributes([.year: [1991], .watched: ["2021-11"]])),
      MovieEdit(removedAttributes: [.year, .own]),
    ]
    for id in [2, 18] as [Movie.ID] {
      let former = try #require(try store.movie(id: id))
      for (number, edit) in edits.enumerated() {
        _ = try store.edit(id: id, edit)
        for query in Self.queries(part: number, of: Tier.amount(4, full: 1)) {
          let whole = try store.movies(query)
          try Self.expectSlices(
            of: query, whole, at: try Self.index(of: id, query, whole, in: store), former,
            isResult: whole.contains { $0.id == id }, rows: 2, in: &store)
        }
      }
    }
  }

  /// Returns the number of movies of a result before a movie, which need not be one of them.
  private static func index(
    of id: Movie.ID, _ query: Listing, _ whole: [Movie], in store: borrowing Catalog
  ) throws -> Int {
    if let index = whole.firstIndex(where: { $0.id == id }) { return index }
    // A movie without the text is after all that have it.
    if query.order == .relevance, texts.contains(query.query) {
      return query.descending ? 0 : whole.count
    }
    let all = try store.movies(order: query.order, descending: query.descending)
    let before = Set(all.map(\.id).prefix { $0 != id })
    return whole.count { before.contains($0.id) }
  }

  @Test("Pages a random order, and relevance to no text, by title")
  func ignored() throws {
    let store = try Catalog(path: try Self.catalog(seed: 6), access: .reading)
    let plain = try store.page(of: [.isFavorite], at: .first, rows: 5)
    for order in [MovieOrder.relevance, .random(seed: 3)] {
      let query = Listing([.isFavorite], order: order)
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
