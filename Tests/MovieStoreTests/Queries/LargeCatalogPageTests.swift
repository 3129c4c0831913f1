import MovieStore
import TestSupport
import Testing

/// Pages of a catalog in which a scan gives up: rare matches, and many matches that are all far away.
@Suite(.limited, .temporaryDirectory) struct LargeCatalogPageTests {
  private static let movieCount = 15_500

  /// The order of ids is not the order of titles; `place` is the position by title.
  private static func catalog() throws -> String {
    let path = try Catalog.file()
    try OtherProgram.run(
      path,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(movieCount))
      INSERT INTO MovieModel(id, title, favorite, sortableTitle)
      SELECT i,
        CASE WHEN place >= 1300 THEN 'Cómmon ' ELSE '' END
        || CASE WHEN place >= 5200 THEN 'w' ELSE 'd' END
        || CASE WHEN place > 15480 THEN ' rare' WHEN place = 7000 THEN ' q' ELSE '' END,
        place > 15450 OR place = 9000, printf('%05d', place / 3)
      FROM (SELECT i, i * 7919 % \(movieCount) AS place FROM n)
      """)
    var store = try Catalog(path: path, access: .writing)
    try store.add("Last of all, and rare", "Al")
    // A pending change that is not in the index.
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'rare q' WHERE sortableTitle = '00400'")
    return path
  }

  private static func query(
    _ typed: String?, favoritesOnly: Bool = false, order: MovieQuery.Order = .title,
    descending: Bool = false
  ) -> MovieQuery {
    MovieQuery(
      search: typed ?? "", favoritesOnly: favoritesOnly, order: order,
      descending: descending)
  }

  /// Expects the page to be the slice of the whole result.
  private static func expect(
    _ query: MovieQuery, at place: MoviePage.Anchor, _ whole: [Movie.ID], _ range: Range<Int>,
    in store: inout Catalog
  ) throws {
    let range = range.clamped(to: 0..<whole.count)
    let page = try store.page(of: query, at: place, rows: rows)
    #expect(page.movies.map(\.id) == Array(whole[range]), "\(query) \(place)")
    #expect(page.hasMoreBefore == (range.lowerBound > 0), "\(query) \(place)")
    #expect(page.hasMoreAfter == (range.upperBound < whole.count), "\(query) \(place)")
  }

  private static let rows = 12

  private static func expectSlices(
    of query: MovieQuery, _ places: [Int] = [1_250, 7_777, 15_495], in store: inout Catalog
  ) throws {
    let all = try store.movieIDs(
      MovieQuery(order: query.order, descending: query.descending))
    let whole = try store.movieIDs(query)
    let matches = Set(whole)
    try expect(query, at: .first, whole, 0..<rows, in: &store)
    try expect(query, at: .last, whole, whole.count - rows..<whole.count, in: &store)
    for place in places {
      let movie = try #require(try store.movie(id: all[place]))
      let index = all.prefix(place).count { matches.contains($0) }
      try expect(query, at: .around(movie), whole, index - rows..<index + rows, in: &store)
      let after = index + (matches.contains(movie.id) ? 1 : 0)
      try expect(query, at: .after(movie), whole, after..<after + rows, in: &store)
    }
  }

  @Test("Every page is a slice of the whole result", .fullTier)
  func slices() throws {
    var store = try Catalog(path: try Self.catalog(), access: .reading)
    for typed in ["common", "rare", "comm w", "zebra", nil] {
      try Self.expectSlices(of: Self.query(typed), in: &store)
      try Self.expectSlices(of: Self.query(typed, descending: true), in: &store)
      try Self.expectSlices(of: Self.query(typed, favoritesOnly: true), [9_000], in: &store)
    }
    for typed in ["q", "w", "zq"] {
      try Self.expectSlices(of: Self.query(typed), [2], in: &store)
    }
    try Self.expectSlices(of: Self.query("rare", order: .added), in: &store)
    try Self.expectSlices(of: Self.query("common", order: .added, descending: true), in: &store)
  }

  @Test(
    "Every page is a slice of the whole result without the search index",
    arguments: ["common", "rare"])
  func withoutIndex(typed: String) throws {
    let path = try Self.catalog()
    try OtherProgram.run(path, "DROP TABLE movieSearch")
    var store = try Catalog(path: path, access: .reading)
    try Self.expectSlices(of: Self.query(typed), [1_250], in: &store)
  }
}
