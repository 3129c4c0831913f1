internal import MovieSQLite
package import MovieStore
internal import MovieSystem

/// What a person watched, in a year or altogether.
package struct MovieReport: Sendable {
  /// A movie with what the report says of it.
  package struct Entry: Sendable {
    package let movie: Movie
    /// How often the movie was watched, of movies that were watched more than once.
    package let count: Int?
  }

  /// Movies, of which only the first ones are named.
  package struct Selection: Sendable {
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
  /// The viewings of the movies of the query, in the year if there is one.
  package let viewings: Viewings
  // Of the subjects:
  /// The minutes of watching: the running times of those subjects that have one, as often as these
  /// were watched.
  package let minutes: Int
  /// The number of the subjects that have a running time.
  package let timedSubjects: Int
  package let ratings: [MovieGroups.Group]
  package let decades: [MovieGroups.Group]
  package let genres: [MovieGroups.Group]
  package let tags: [MovieGroups.Group]
  package let directors: [MovieGroups.Group]
  /// The actors with the most movies.
  package let actors: [MovieGroups.Group]
  /// The actors with the highest average of at least three ratings.
  package let bestActors: [MovieGroups.Group]
  /// The movies that were watched first and last.
  package let first, last: Entry?
  /// The movies that were watched more than once, of a year until its end.
  package let rewatched: Selection
  package let favorites: Selection
  /// The movies of the query that were never watched.
  package let unwatched: Selection
}

extension Catalog {
  /// Returns a report of the movies of the query that were watched, read in one transaction.
  ///
  /// - Parameter year: The year in which they were watched; `nil` for any time.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  package func report(
    of query: MovieQuery = .all, year: Int? = nil
  ) throws(StoreError) -> MovieReport {
    try query.validate()
    return try core.read { catalog in try MovieReport(of: query, year: year, in: catalog) }
  }
}

extension MovieReport {
  /// How many groups and movies are named.
  private static let (groupLimit, entryLimit) = (10, 12)
  /// The number of rated movies from which an actor has an average.
  package static let leastRatings = 3

  fileprivate init(
    of query: MovieQuery, year: Int?, in catalog: borrowing CatalogTransaction
  ) throws {
    let watched = year.map(Self.watched) ?? .isWatched
    let seen = try FoundMovies(MovieQuery(query.terms + [watched]), in: catalog)
    let chosen = try FoundMovies(query, in: catalog)
    movies = chosen.count
    isAboutWatched = seen.count > 0 || year != nil
    let found = isAboutWatched ? seen : chosen
    subjects = found.count
    self.year = year

    let allViewings = try Viewings(of: chosen, in: catalog)
    viewings = year.map(allViewings.inYear) ?? allViewings
    let limit = Self.groupLimit
    ratings = try MovieGroups.groups(by: .attribute(.rating), of: found, limit: nil, in: catalog)
    decades = try MovieGroups.groups(by: .decade, of: found, limit: nil, in: catalog)
    genres = try MovieGroups.groups(by: .attribute(.genre), of: found, limit: limit, in: catalog)
    tags = try MovieGroups.groups(by: .attribute(.tag), of: found, limit: limit, in: catalog)
    directors = try MovieGroups.groups(
      by: .attribute(.director), of: found, limit: limit, in: catalog)
    actors = try MovieGroups.groups(by: .actor, of: found, limit: limit, in: catalog)
    bestActors = try MovieGroups.groups(
      by: .actor, of: found, summarizing: .rating, choosing: .average(atLeast: Self.leastRatings),
      limit: limit, in: catalog)
    (minutes, timedSubjects) = try Self.minutes(of: found, in: year, in: catalog)
    first = try Self.entry(watchedOn: viewings.days.first?.date, of: found, in: catalog)
    last = try Self.entry(watchedOn: viewings.days.last?.date, of: found, in: catalog)
    rewatched = try Self.rewatched(found, until: year, in: catalog)
    favorites = try Self.selection(
      """
      SELECT id, NULL AS count FROM MovieModel
      WHERE favorite = 1 AND \(found.condition(on: "id"))
      """, in: catalog)
    unwatched =
      isAboutWatched
      ? try Self.unwatched(MovieQuery(query.terms + [!.isWatched]), in: catalog)
      : Selection(count: 0, entries: [])
  }

  /// The average of all ratings, and the number of the subjects that have one; `nil` without
  /// ratings.
  package var averageRating: (value: Double, subjects: Int)? {
    let rated = ratings.compactMap { group in
      group.value.number.map { (sum: $0 * Double(group.movies), movies: group.movies) }
    }
    let count = rated.reduce(0) { $0 + $1.movies }
    return count > 0 ? (rated.reduce(0) { $0 + $1.sum } / Double(count), count) : nil
  }

  private static func watched(in year: Int) -> MovieQuery.Term {
    let period = AttributeValue.text(period(year))
    return MovieQuery.Term(.attribute(.watched), .matches, [.range(period, period)])
  }

  /// The year as it is stored, such as `0999`.
  private static func period(_ year: Int) -> String {
    CalendarDate(year: year)?.description ?? "\(year)"
  }

  private static func unwatched(
    _ query: MovieQuery, in catalog: borrowing CatalogTransaction
  ) throws -> Selection {
    let first = try MovieList(query, by: .title, limit: entryLimit).ids(in: catalog)
    let ids = jsonArray(first.map(\.rawValue))
    return Selection(
      count: try MovieSelect(query, in: catalog).count(in: catalog),
      entries: try entries(
        "SELECT value AS id, NULL AS count FROM json_each(\(ids))", limit: entryLimit, in: catalog))
  }

  private static func minutes(
    of found: FoundMovies, in year: Int?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> (minutes: Int, subjects: Int) {
    if !catalog.hasAttributes { return (0, 0) }
    let inYear: SQL = year.map { "AND value LIKE \(period($0) + "%")" } ?? ""
    // Another program can have stored any number.
    let sums = try catalog.database.fetchAll(
      """
      SELECT coalesce(sum(CAST(value AS INTEGER) * max(1, (
        SELECT count(*) FROM MovieAttribute
        WHERE movieID = runtime.movieID AND key = \(AttributeKey.watched.name) \(inYear)))), 0),
        count(DISTINCT movieID)
      FROM MovieAttribute AS runtime
      WHERE key = \(AttributeKey.runtime.name) AND typeof(value) <> 'text'
        AND value BETWEEN 1 AND 100000 AND \(found.condition(on: "movieID"))
      """
    ) { row throws(SQLiteError) in (Int(try row.int(at: 0)), Int(try row.int(at: 1))) }
    return sums.first ?? (0, 0)
  }

  /// - Parameter year: The last year whose dates count.
  private static func rewatched(
    _ found: FoundMovies, until year: Int?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Selection {
    if !catalog.hasAttributes { return Selection(count: 0, entries: []) }
    let isUntil: SQL = year.map { "AND substr(value, 1, 4) <= \(period($0))" } ?? ""
    return try selection(
      """
      SELECT movieID AS id, count(*) AS count FROM MovieAttribute
      WHERE key = \(AttributeKey.watched.name) AND \(found.condition(on: "movieID")) \(isUntil)
      GROUP BY movieID HAVING count(*) > 1
      """, by: "part.count DESC,", in: catalog)
  }

  /// The first of the movies that were watched on a day.
  private static func entry(
    watchedOn date: CalendarDate?, of found: FoundMovies, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Entry? {
    guard let date else { return nil }
    return try entries(
      """
      SELECT movieID AS id, NULL AS count FROM MovieAttribute
      WHERE key = \(AttributeKey.watched.name) AND value = \(date.description)
        AND \(found.condition(on: "movieID"))
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
      SELECT \(Movie.columns), part.count
      FROM (\(movies)) AS part JOIN MovieModel AS m ON m.id = part.id
      ORDER BY \(order) m.sortableTitle, m.id LIMIT \(limit)
      """
    ) { row throws(SQLiteError) in (try Movie(row: row), try row.optionalInt(at: 4)) }
    return try rows.map { (row, count) throws(SQLiteError) in
      Entry(movie: try catalog.withDetails(row), count: count.map { Int($0) })
    }
  }
}
