internal import MovieSQLite

/// A position in the order of a query.
///
/// The current title of the movie counts. A movie that was deleted stands for its former position.
package enum PageAnchor: Hashable, Sendable {
  case first
  case last
  /// After the movie, without it.
  case after(Movie)
  /// Before the movie, without it.
  case before(Movie)
  /// On both sides of the movie, and the movie itself.
  case around(Movie)
}

/// A part of the result of a query.
package struct MoviePage: Hashable, Sendable {
  /// The movies in the order of the query.
  package let movies: [MovieWithCast]
  /// Whether the query has movies before these.
  package let hasMoreBefore: Bool
  /// Whether the query has movies after these.
  package let hasMoreAfter: Bool

  package init(movies: [MovieWithCast], hasMoreBefore: Bool, hasMoreAfter: Bool) {
    self.movies = movies
    self.hasMoreBefore = hasMoreBefore
    self.hasMoreAfter = hasMoreAfter
  }
}

/// Reads pages of a query by key, without counting the rows before them: forward or backward from a
/// movie, by title or by id.
///
/// A page is found by the first of three ways that is fast enough:
/// 1. `scan` reads movies in order and tests each one. It finds common matches soon.
/// 2. `sort` finds all matches with the search index and sorts them, if they are few.
/// 3. `probe` reads ids in order and tests whether they are among all matches, if these are many.
struct KeysetPager {
  /// A direction, and where to start: at the key of a movie, or at the end of the order.
  private struct Walk {
    /// The sortable title and the id of a movie, or only the id.
    var key: [DatabaseValue]?
    /// Whether the page contains the movie of the key.
    var isInclusive = false
    let isForward: Bool
  }

  private let query: MovieQuery
  private let hasIndex: Bool
  /// The ids of all matches, if they had to be collected.
  private var matches: Set<Int64>?

  init(_ query: MovieQuery, hasIndex: Bool) {
    self.query = query
    self.hasIndex = hasIndex
  }
}

// MARK: - Pages

extension KeysetPager {
  /// Returns the page at the anchor, with at most `count` movies, or that many on each side of a movie.
  mutating func page(
    at anchor: PageAnchor, _ count: Int, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MoviePage {
    let (movie, countBefore, countAfter): (Movie?, Int?, Int?) =
      switch anchor {
      case .first: (nil, nil, count)
      case .last: (nil, count, nil)
      case .after(let movie): (movie, 0, count)
      case .before(let movie): (movie, count, 0)
      case .around(let movie): (movie, count, count)
      }
    // The movie itself is on the side on which the page does not start.
    let isBefore = if case .after = anchor { true } else { false }
    var key: [DatabaseValue]?
    if let movie { key = try self.key(of: movie, in: transaction) }
    // One more movie on each side shows whether there are more.
    var (before, after): ([Movie], [Movie]) = ([], [])
    if let countBefore {
      let walk = Walk(key: key, isInclusive: isBefore, isForward: false)
      before = try movies(countBefore + 1, walk, in: transaction)
    }
    if let countAfter {
      let walk = Walk(key: key, isInclusive: !isBefore, isForward: true)
      after = try movies(countAfter + 1, walk, in: transaction)
    }
    let (shownBefore, shownAfter) = (countBefore ?? 0, countAfter ?? 0)
    var casts = try CastReader(in: transaction)
    return MoviePage(
      movies: try casts.withCasts(
        before.prefix(shownBefore).reversed() + after.prefix(shownAfter)),
      hasMoreBefore: before.count > shownBefore, hasMoreAfter: after.count > shownAfter)
  }

  /// Returns the current key of the movie byte for byte, or its former key if it was deleted.
  private func key(
    of movie: Movie, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [DatabaseValue] {
    let id = DatabaseValue.integer(movie.id.rawValue)
    if query.order == .added { return [id] }
    let sortableTitle = try transaction.fetchOne(
      "SELECT sortableTitle FROM MovieModel WHERE id = \(id)"
    ) { row throws(SQLiteError) in try row.bytes(at: 0) }
    return [sortableTitle.map { .utf8($0) } ?? .text(movie.sortableTitle), id]
  }
}

// MARK: - First matches

extension KeysetPager {
  private static let maximumFirstMatches = 1_000

  /// Returns the first page of a search for one or two letters by title. The search index does not help
  /// with these, but most titles have them, so that a scan fills the page soon.
  ///
  /// - Returns: `nil` for any other query, and if the scan did not fill the page.
  static func firstMatches(
    of query: MovieQuery, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> ArraySlice<Movie>? {
    guard let text = query.text, text.isTooShortForIndex, query.order == .title,
      let limit = query.limit, 0...maximumFirstMatches ~= limit,
      0...maximumFirstMatches - limit ~= query.offset
    else { return nil }
    return try KeysetPager(query, hasIndex: true)
      .scan(query.offset + limit, Walk(isForward: true), in: transaction)?
      .dropFirst(query.offset)
  }
}

// MARK: - Movies from a bound on

extension KeysetPager {
  /// The maximum number of matches to sort. Larger numbers are so common that `probe` is faster.
  private static let maximumSorted = 10_000

  /// The number of movies after which a scan gives up: a few milliseconds if the search index can be used
  /// instead, otherwise a tenth of the time to read all titles.
  private var maximumScanned: Int { query.text?.isTooShortForIndex == false ? 1_000 : 5_000 }

  private mutating func movies(
    _ count: Int, _ walk: Walk, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    if let scanned = try scan(count, walk, in: transaction) { return scanned }
    let matches = try collectMatches(in: transaction)
    return matches.count <= Self.maximumSorted
      ? try sort(matches, count, walk, in: transaction)
      : try probe(matches, count, walk, in: transaction)
  }

  /// Reads movies in order and returns the first matches. The movies of actors are few: they are all read
  /// and sorted.
  ///
  /// - Returns: `nil` if it gave up.
  private func scan(
    _ count: Int, _ walk: Walk, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie]? {
    let hasCondition = query.text != nil || query.favoritesOnly
    let hasActors = !query.actors.isEmpty
    let limit = hasActors ? -1 : hasCondition ? maximumScanned : count
    var statement = try transaction.prepare(
      select(
        Movie.columns, where: hasActors ? [MovieQuery.hasInCast(query.actors)] : [], walk,
        isSorted: hasActors, limit))
    var (movies, read): ([Movie], Int) = ([], 0)
    while movies.count < count {
      guard try statement.step() else { return read == limit ? nil : movies }
      read += 1
      let movie = try Movie(row: statement.row)
      if isMatch(movie) { movies.append(movie) }
    }
    return movies
  }

  private func isMatch(_ movie: Movie) -> Bool {
    if query.favoritesOnly, !movie.isFavorite { return false }
    return query.text?.matches(movie.title) ?? true
  }

  private mutating func collectMatches(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Set<Int64> {
    if let matches { return matches }
    let sql: SQL =
      if let text = query.text, hasIndex, !query.favoritesOnly {
        text.movieIDs
      } else {
        "SELECT m.id \(query.source(hasIndex: hasIndex))"
      }
    let ids = Set(try transaction.fetchInts(sql))
    matches = ids
    return ids
  }

  private func sort(
    _ matches: Set<Int64>, _ count: Int, _ walk: Walk, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    let isMatch: SQL = "m.id IN (SELECT value FROM json_each(\(jsonArray(matches))))"
    return try transaction.fetchAll(
      select(Movie.columns, where: [isMatch], walk, isSorted: true, count), Movie.init(row:))
  }

  private func probe(
    _ matches: Set<Int64>, _ count: Int, _ walk: Walk, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    var statement = try transaction.prepare(
      select("m.id", where: [], walk, isSorted: false, -1))
    var movies: [Movie] = []
    while movies.count < count, try statement.step() {
      let id = try statement.row.int(at: 0)
      if matches.contains(id), let movie = try Movie.find(Movie.ID(rawValue: id), in: transaction) {
        movies.append(movie)
      }
    }
    return movies
  }

  /// - Parameters:
  ///   - isSorted: Whether SQLite finds rows by the conditions and sorts them; otherwise it reads them
  ///     from an index in order.
  ///   - limit: The maximum number of rows, or -1 for all.
  private func select(
    _ columns: SQL, where conditions: [SQL], _ walk: Walk, isSorted: Bool, _ limit: Int
  ) -> SQL {
    let isAscending = walk.isForward != query.descending
    var keys: [SQL] = query.order == .added ? ["m.id"] : ["m.sortableTitle", "m.id"]
    // A unary plus keeps SQLite from using an index for the column.
    if isSorted { keys = keys.map { "+\($0)" } }
    var conditions = conditions
    if let key = walk.key {
      let comparison = SQL(raw: (isAscending ? ">" : "<") + (walk.isInclusive ? "=" : ""))
      let values = SQL.joined(key.map { "\($0)" }, separator: ", ")
      conditions.append("(\(SQL.joined(keys, separator: ", "))) \(comparison) (\(values))")
    }
    return """
      SELECT \(columns) \(MovieQuery.source(conditions)) \
      \(orderSQL(keys, descending: !isAscending)) LIMIT \(limit)
      """
  }
}
