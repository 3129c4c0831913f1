import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// Searches for one or two letters, of which the first page is found by a scan.
@Suite(.limited, .temporaryDirectory) struct FirstMatchesTests {
  /// More titles than a scan reads: `q` occurs only after those, and `k` in early ones.
  private static func catalog() throws -> String {
    let path = try Catalog.file()
    try OtherProgram.run(
      path, "INSERT INTO ActorModel VALUES (1, 'Al'), (2, 'Bo')",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6400)
      INSERT INTO MovieModel(id, title, favorite, sortableTitle)
      SELECT i,
        CASE WHEN i % 7 = 0 THEN 'É' WHEN i % 5 = 0 THEN 'e' ELSE '' END
        || CASE WHEN p > 6380 THEN 'q' WHEN p < 30 THEN 'k' WHEN p = 3000 THEN 'ww' ELSE 'd' END,
        i % 3 = 0, printf('%05d', p / 2)
      FROM (SELECT i, i * 2731 % 6400 AS p FROM n)
      """,
      "INSERT INTO MovieActor SELECT id, 1 + id % 2, 0 FROM MovieModel WHERE id % 4 < 2")
    var store = try Catalog(path: path, access: .writing)
    try store.toggleFavorite(id: 1)
    return path
  }

  private struct Row {
    let id: Int64
    let title: [UInt8]
    let isFavorite: Bool
    let actor: Int64?
  }

  /// All movies by title, read by another program.
  private static func rows(_ path: String) throws -> [Row] {
    try OtherProgram.rows(
      path, columns: 4,
      """
      SELECT id, title, favorite, actorID FROM MovieModel LEFT JOIN MovieActor ON movieID = id
      ORDER BY sortableTitle, id
      """
    ).map { row in
      Row(
        id: try #require(Int64(row[0])), title: Folding.fold(row[1]).bytes,
        isFavorite: row[2] == "1", actor: Int64(row[3]))
    }
  }

  private static func expected(_ query: MovieQuery, _ rows: [Row]) throws -> [Int64] {
    let words = try SearchPattern(query.search)?.words.map(\.bytes) ?? []
    let ids = rows.filter { row in
      words.allSatisfy { row.title.firstRange(of: $0) != nil }
        && (!query.favoritesOnly || row.isFavorite)
        && query.actors.allSatisfy { $0.rawValue == row.actor }
    }.map(\.id)
    let ordered = query.descending ? ids.reversed() : ids
    return Array(ordered.dropFirst(query.offset).prefix(query.limit ?? .max))
  }

  private static func queries(_ typed: String) -> [MovieQuery] {
    let kinds = [
      MovieQuery(search: typed), MovieQuery(search: typed, descending: true),
      MovieQuery(search: typed, favoritesOnly: true, actors: [2], descending: true),
    ]
    let pages: [(Int?, Int)] = [(20, 0), (0, 7), (3, 5), (10, 990)]
    return kinds.flatMap { kind in
      pages.map { limit, offset in
        var query = kind
        (query.limit, query.offset) = (limit, offset)
        return query
      }
    }
  }

  @Test("Every page is a slice of the filtered titles")
  func pages() throws {
    let path = try Self.catalog()
    let rows = try Self.rows(path)
    let store = try Catalog(path: path, access: .reading)
    for typed in ["É", "ed", "q", "k", "z", "e d", "e k", "\" \""] {
      for query in Self.queries(typed) {
        #expect(try store.ids(query) == Self.expected(query, rows), "\(query)")
      }
    }
  }

  @Test(
    "Pages of about a thousand movies",
    arguments: [(1_000, 0), (991, 10), (.max, 1), (5, 100_000)])
  func large(limit: Int, offset: Int) throws {
    let path = try Self.catalog()
    let query = MovieQuery(search: "e", limit: limit, offset: offset)
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.ids(query) == Self.expected(query, Self.rows(path)))
  }

  @Test("Finds a title that another program changed, and not its former title")
  func pending() throws {
    let path = try Self.catalog()
    let store = try Catalog(path: path, access: .reading)
    let query = MovieQuery(search: "ww", limit: 1)
    let found = try store.ids(query)
    try OtherProgram.run(path, "UPDATE MovieModel SET title = 'x' WHERE title LIKE '%ww%'")
    #expect(found.count == 1)
    #expect(try store.ids(query).isEmpty)
    try OtherProgram.run(path, "UPDATE MovieModel SET title = 'ww' WHERE id = 77")
    #expect(try store.ids(query) == [77])
  }
}
