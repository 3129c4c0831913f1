internal import MovieSQLite

/// A part of the result of a query.
public struct MoviePage: Hashable, Sendable {
  /// A position in the order of a query.
  ///
  /// The current title of the movie counts. A movie that was deleted stands for its former
  /// position.
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
struct KeysetPager {
  private let select: MovieSelect
  private let order: MovieOrder
  private let isDescending: Bool

  init(_ list: MovieList, in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    select = try MovieSelect(list.query, in: catalog)
    // Orders without a key are paged by title.
    order = list.order == .added ? .added : .title
    isDescending = list.isDescending
  }

  /// Returns the page at the anchor, with at most `count` movies, or that many on each side of a
  /// movie.
  func page(
    at anchor: MoviePage.Anchor, _ count: Int, in catalog: borrowing CatalogTransaction
  ) throws -> MoviePage {
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
    let before = try movies(
      countBefore, before: true, from: movie, isInclusive: isBefore, in: catalog)
    let after = try movies(
      countAfter, before: false, from: movie, isInclusive: !isBefore, in: catalog)
    return MoviePage(
      movies: try catalog.withDetails(before.movies.reversed() + after.movies),
      hasMoreBefore: before.hasMore, hasMoreAfter: after.hasMore)
  }

  /// Reads movies before or after a movie; without one, from the end or the start of the order.
  private func movies(
    _ count: Int?, before: Bool, from movie: Movie?, isInclusive: Bool,
    in catalog: borrowing CatalogTransaction
  ) throws -> (movies: ArraySlice<MovieRow>, hasMore: Bool) {
    guard let count else { return ([], false) }
    let descends = before != isDescending
    let comparison = SQL(raw: (descends ? "<" : ">") + (isInclusive ? "=" : ""))
    let start: SQL? = movie.map { "\(columns) \(comparison) \(key(of: $0))" }
    var found: [MovieRow] = []
    // One more movie shows whether there are more.
    try select.forEachPart(
      by: order, descending: descends, rows: count + 1, from: start, in: catalog
    ) { part in
      found += try catalog.database.fetchAll(
        part.statement(
          MovieRow.columns, pageSQL(limit: count + 1 - found.count, offset: 0), skips: false),
        MovieRow.init(row:))
      return found.count <= count
    }
    return (found.prefix(count), found.count > count)
  }

  private var columns: SQL { order == .added ? "m.id" : "(m.sortableTitle, m.id)" }

  /// Returns the current key of the movie, or its former key if it was deleted.
  private func key(of movie: Movie) -> SQL {
    let id = movie.id.rawValue
    if order == .added { return "\(id)" }
    return """
      (coalesce((SELECT sortableTitle FROM MovieModel WHERE id = \(id)), \(movie.sortableTitle)), \(id))
      """
  }
}
