internal import MovieSQLite

/// A part of the result of a query.
public struct MoviePage: Hashable, Sendable {
  /// A position in the order of a query.
  ///
  /// The current title of the movie counts. A movie that was deleted stands for its former position.
  public enum Anchor: Hashable, Sendable {
    /// The first movies.
    case first
    /// The last movies.
    case last
    /// After the movie, without it.
    case after(Movie)
    /// Before the movie, without it.
    case before(Movie)
    /// On both sides of the movie, and the movie itself.
    case around(Movie)
  }

  /// The movies in the order of the query.
  public let movies: [Movie]
  /// Whether the query has movies before these.
  public let hasMoreBefore: Bool
  /// Whether the query has movies after these.
  public let hasMoreAfter: Bool

  /// Creates a page, such as for a preview.
  public init(movies: [Movie], hasMoreBefore: Bool, hasMoreAfter: Bool) {
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
/// 2. Few matches are found with the search index and sorted.
/// 3. Of many matches, SQLite collects the ids, reads movies in order, and tests whether it has their ids.
struct KeysetPager {
  /// A direction, and where to start: at the key of a movie, or at the end of the order.
  private struct Walk {
    var key: SQL?
    /// Whether the page contains the movie of the key.
    var isInclusive = false
    let isForward: Bool
  }

  private let parsed: ParsedMovieQuery
  /// The ids of the matches, or of more than ``sortedLimit`` of them, if they had to be found.
  private var matches: [Int64]?

  init(_ query: ParsedMovieQuery) { parsed = query }

  /// Returns the page at the anchor, with at most `count` movies, or that many on each side of a movie.
  mutating func page(
    at anchor: MoviePage.Anchor, _ count: Int, in catalog: borrowing CatalogTransaction
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
    let key = movie.map(key)
    let before = try side(
      countBefore, Walk(key: key, isInclusive: isBefore, isForward: false), in: catalog)
    let after = try side(
      countAfter, Walk(key: key, isInclusive: !isBefore, isForward: true), in: catalog)
    return MoviePage(
      movies: try catalog.withDetails(before.movies.reversed() + after.movies),
      hasMoreBefore: before.hasMore, hasMoreAfter: after.hasMore)
  }

  private mutating func side(
    _ count: Int?, _ walk: Walk, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> (movies: ArraySlice<MovieRow>, hasMore: Bool) {
    guard let count else { return ([], false) }
    // One more movie shows whether there are more.
    let found = try movies(count + 1, walk, in: catalog)
    return (found.prefix(count), found.count > count)
  }

  /// Whether pages are in the order of ids. Orders without a key are paged by title.
  private var isByID: Bool {
    switch parsed.query.order {
    case .added: true
    case .title, .relevance, .attribute, .random: false
    }
  }

  /// The columns of the key.
  private var keys: [SQL] { isByID ? ["m.id"] : ["m.sortableTitle", "m.id"] }

  /// Returns the current key of the movie, or its former key if it was deleted.
  private func key(of movie: Movie) -> SQL {
    let id = movie.id.rawValue
    if isByID { return "\(id)" }
    return """
      coalesce((SELECT sortableTitle FROM MovieModel WHERE id = \(id)), \(movie.sortableTitle)), \(id)
      """
  }
}

// MARK: - First matches

extension KeysetPager {
  private static let firstMatchLimit = 1_000

  /// Returns the first page of a search for one or two letters by title. The search index does not help
  /// with these, but most titles have them, so that a scan fills the page soon.
  ///
  /// - Returns: `nil` for any other query, and if the scan did not fill the page.
  static func firstMatches(
    of parsed: ParsedMovieQuery, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> ArraySlice<MovieRow>? {
    let query = parsed.query
    guard let text = parsed.text, text.isTooShortForIndex, query.order == .title,
      query.conditions.isEmpty,
      let limit = query.limit, limit <= firstMatchLimit,
      query.offset <= firstMatchLimit - limit
    else { return nil }
    return try KeysetPager(parsed)
      .scan(query.offset + limit, Walk(isForward: true), in: catalog)?
      .dropFirst(query.offset)
  }
}

// MARK: - Movies from a bound on

extension KeysetPager {
  /// The maximum number of matches to sort. Larger numbers are so common that reading in order is faster.
  private static let sortedLimit = 10_000

  /// The number of movies after which a scan gives up: a few milliseconds if the search index can be used
  /// instead, otherwise a tenth of the time to read all titles.
  private var scannedLimit: Int { parsed.text?.isTooShortForIndex == false ? 1_000 : 5_000 }

  private mutating func movies(
    _ count: Int, _ walk: Walk, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [MovieRow] {
    if let scanned = try scan(count, walk, in: catalog) { return scanned }
    let source = try parsed.source(in: catalog)
    let all: SQL = "SELECT m.id \(source)"
    let ids: [Int64]
    if let matches {
      ids = matches
    } else {
      ids = try catalog.database.fetchInts("\(all) LIMIT \(Self.sortedLimit + 1)")
      matches = ids
    }
    // A unary plus keeps SQLite from finding the movies by their ids.
    let isFew = ids.count <= Self.sortedLimit
    let isMatch: SQL =
      isFew ? "m.id IN (SELECT value FROM json_each(\(jsonArray(ids))))" : "+m.id IN (\(all))"
    return try catalog.database.fetchAll(
      select(where: [isMatch], walk, isSorted: isFew, count), MovieRow.init(row:))
  }

  /// Reads movies in order and returns the first matches. The movies with actors or attributes are few: they are all
  /// read and sorted.
  ///
  /// - Returns: `nil` if it gave up.
  private func scan(
    _ count: Int, _ walk: Walk, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [MovieRow]? {
    let conditions = parsed.detailConditions(try parsed.attributeFilter(in: catalog))
    let limit = !conditions.isEmpty ? -1 : parsed.testsMovies ? scannedLimit : count
    var statement = try catalog.database.prepare(
      select(where: conditions, walk, isSorted: !conditions.isEmpty, limit))
    var (movies, read): ([MovieRow], Int) = ([], 0)
    while movies.count < count {
      guard try statement.step() else { return read == limit ? nil : movies }
      read += 1
      let movie = try MovieRow(row: statement.row)
      if parsed.matches(movie) { movies.append(movie) }
    }
    return movies
  }

  /// - Parameters:
  ///   - isSorted: Whether SQLite finds rows by the conditions and sorts them; otherwise it reads them
  ///     from an index in order.
  ///   - limit: The maximum number of rows, or -1 for all.
  private func select(
    where conditions: [SQL], _ walk: Walk, isSorted: Bool, _ limit: Int
  ) -> SQL {
    let isAscending = walk.isForward != parsed.query.descending
    // A unary plus keeps SQLite from using an index for the column.
    let keys = isSorted ? keys.map { "+\($0)" } : keys
    var conditions = conditions
    if let key = walk.key {
      let comparison = SQL(raw: (isAscending ? ">" : "<") + (walk.isInclusive ? "=" : ""))
      conditions.append("(\(SQL.joined(keys, separator: ", "))) \(comparison) (\(key))")
    }
    return """
      SELECT \(MovieRow.columns) \(ParsedMovieQuery.source(conditions)) \
      \(orderSQL(keys, descending: !isAscending)) LIMIT \(limit)
      """
  }
}
