internal import MovieSQLite

/// What a person watched, in a year or altogether.
package struct MovieReport: Sendable {
  /// A movie with what the report says of it.
  package struct Entry: Hashable, Sendable {
    package let title: String
    package let year: Int?
    /// How often the movie was watched, of movies that were watched more than once.
    package let count: Int?

    /// The title, with the year if there is one.
    package var titleWithYear: String { title + (year.map { " (\($0))" } ?? "") }
  }

  /// Movies, of which only the first ones are named.
  package struct Selection: Hashable, Sendable {
    package let count: Int
    package let entries: [Entry]
  }

  /// The year in which the movies were watched; `nil` for all.
  package let year: Int?
  /// The number of movies of the query.
  package let movies: Int
  /// The number of movies that the report is about.
  package let subjects: Int
  /// Whether these were watched; if none of the movies was, the report is about all of them.
  package let isAboutWatched: Bool
  package let viewings: Viewings
  /// The sum of the running times in minutes of the subjects that have one, and their number.
  package let runtime: (minutes: Int, movies: Int)
  package let ratings: MovieGroups
  package let decades: MovieGroups
  package let genres: MovieGroups
  package let tags: MovieGroups
  package let directors: MovieGroups
  /// The actors with the most movies.
  package let actors: MovieGroups
  /// The actors with the highest average of at least three ratings.
  package let bestActors: MovieGroups
  /// The movies that were watched first and last.
  package let first, last: Entry?
  /// The movies that were watched more than once.
  package let rewatched: Selection
  package let favorites: Selection
  package let unwatched: Selection
}

extension Catalog {
  /// Returns a report of the movies of the query that were watched.
  package func report(
    of query: MovieQuery = .all, year: Int? = nil
  ) throws(StoreError) -> MovieReport {
    try query.validate()
    return try core.read { catalog in try MovieReport(of: query, year: year, in: catalog) }
  }
}

extension MovieReport {
  private static let (groupLimit, entryLimit) = (10, 12)

  fileprivate init(
    of query: MovieQuery, year: Int?, in catalog: borrowing CatalogTransaction
  ) throws {
    let watched: MovieQuery.Term =
      if let year { try Self.watched(in: year) } else { .isWatched }
    // Found once, and not in each of the reads below.
    let seen = try Self.ids(MovieQuery(query.terms + [watched]), in: catalog)
    isAboutWatched = !seen.isEmpty || year != nil
    let chosen = query.isEmpty ? nil : try Self.ids(query, in: catalog)
    movies = try chosen?.count ?? Int(catalog.database.fetchInt("SELECT count(*) FROM MovieModel"))
    subjects = isAboutWatched ? seen.count : movies
    self.year = year
    let ids = (isAboutWatched ? seen : chosen).map(Self.list)
    let all: SQL = ids ?? "SELECT id FROM MovieModel"

    let allViewings = try Viewings(of: chosen.map(Self.list), in: catalog)
    viewings = year.map(allViewings.inYear) ?? allViewings
    let limit = Self.groupLimit
    ratings = try MovieGroups(first: nil, by: .attribute(.rating), of: ids, in: catalog)
    decades = try MovieGroups(first: nil, by: .decade, of: ids, in: catalog)
    genres = try MovieGroups(first: limit, by: .attribute(.genre), of: ids, in: catalog)
    tags = try MovieGroups(first: limit, by: .attribute(.tag), of: ids, in: catalog)
    directors = try MovieGroups(first: limit, by: .attribute(.director), of: ids, in: catalog)
    actors = try MovieGroups(first: limit, by: .actor, of: ids, in: catalog)
    bestActors = try MovieGroups(
      first: limit, by: .actor, of: ids, summarizing: .rating, choosing: .average(atLeast: 3),
      in: catalog)
    runtime = try Self.runtime(of: all, in: catalog)
    first = try Self.entry(watchedOn: viewings.days.first?.date, of: all, in: catalog)
    last = try Self.entry(watchedOn: viewings.days.last?.date, of: all, in: catalog)
    rewatched = try Self.rewatched(all, in: catalog)
    favorites = try Self.selection(
      "SELECT id, NULL AS count FROM MovieModel WHERE favorite = 1 AND id IN (\(all))", in: catalog)
    unwatched =
      isAboutWatched
      ? try Self.unwatched(MovieQuery(query.terms + [!.isWatched]), in: catalog)
      : Selection(count: 0, entries: [])
  }

  /// The average of all ratings; `nil` without ratings.
  package var averageRating: Double? {
    let rated = ratings.groups.compactMap { group in
      group.value.number.map { (sum: $0 * Double(group.movies), movies: group.movies) }
    }
    let count = rated.reduce(0) { $0 + $1.movies }
    return count > 0 ? rated.reduce(0) { $0 + $1.sum } / Double(count) : nil
  }

  private static func watched(in year: Int) throws(StoreError) -> MovieQuery.Term {
    let date = CalendarDate(year: year)?.description ?? ""
    return try MovieQuery("watched:\(date)").terms[0]
  }

  private static func ids(
    _ query: MovieQuery, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Int64] {
    try catalog.database.fetchInts(MovieSelect(query, in: catalog).ids(in: catalog))
  }

  private static func list(_ ids: [Int64]) -> SQL {
    "SELECT value AS id FROM json_each(\(jsonArray(ids)))"
  }

  private static func unwatched(
    _ query: MovieQuery, in catalog: borrowing CatalogTransaction
  ) throws -> Selection {
    let first = try MovieList(query, by: .title, limit: entryLimit).ids(in: catalog)
    return Selection(
      count: try MovieSelect(query, in: catalog).count(in: catalog),
      entries: try entries(
        "SELECT id, NULL AS count FROM (\(list(first.map(\.rawValue))))", limit: entryLimit,
        in: catalog))
  }

  private static func runtime(
    of ids: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> (minutes: Int, movies: Int) {
    if !catalog.hasAttributes { return (0, 0) }
    let sums = try catalog.database.fetchOne(
      """
      SELECT CAST(total(value) AS INTEGER), count(*) FROM MovieAttribute
      WHERE key = \(AttributeKey.runtime.name) AND typeof(value) <> 'text' AND movieID IN (\(ids))
      """
    ) { row throws(SQLiteError) in (Int(try row.int(at: 0)), Int(try row.int(at: 1))) }
    return sums ?? (0, 0)
  }

  private static func rewatched(
    _ ids: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Selection {
    if !catalog.hasAttributes { return Selection(count: 0, entries: []) }
    return try selection(
      """
      SELECT movieID AS id, count(*) AS count FROM MovieAttribute
      WHERE key = \(AttributeKey.watched.name) AND movieID IN (\(ids))
      GROUP BY movieID HAVING count(*) > 1
      """, by: "part.count DESC,", in: catalog)
  }

  /// The first of the movies that were watched on a day.
  private static func entry(
    watchedOn date: CalendarDate?, of ids: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Entry? {
    guard let date else { return nil }
    return try entries(
      """
      SELECT movieID AS id, NULL AS count FROM MovieAttribute
      WHERE key = \(AttributeKey.watched.name) AND value = \(date.description)
        AND movieID IN (\(ids))
      """, limit: 1, in: catalog
    ).first
  }

  /// - Parameters:
  ///   - movies: `SELECT …` of the columns `id` and `count`.
  ///   - order: What the movies are ordered by before their titles.
  private static func selection(
    _ movies: SQL, by order: SQL = "", in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Selection {
    Selection(
      count: Int(try catalog.database.fetchInt("SELECT count(*) FROM (\(movies))")),
      entries: try entries(movies, by: order, limit: entryLimit, in: catalog))
  }

  private static func entries(
    _ movies: SQL, by order: SQL = "", limit: Int, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Entry] {
    let rows = try catalog.database.fetchAll(
      """
      SELECT m.id, m.title, part.count FROM (\(movies)) AS part JOIN MovieModel AS m ON m.id = part.id
      ORDER BY \(order) m.sortableTitle, m.id LIMIT \(limit)
      """
    ) { row throws(SQLiteError) in
      (Movie.ID(rawValue: try row.int(at: 0)), try row.text(at: 1), try row.optionalInt(at: 2))
    }
    return try rows.map { (id, title, count) throws(SQLiteError) in
      Entry(
        title: title, year: try catalog.attributes(of: id).year, count: count.map { Int($0) })
    }
  }
}
