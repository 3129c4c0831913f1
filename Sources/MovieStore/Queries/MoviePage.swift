internal import MovieSQLite

/// A part of the result of a query.
public struct MoviePage: Hashable, Sendable {
  /// A position in the order of a query.
  ///
  /// A movie stands for its current position, also if it no longer matches the query. A movie that
  /// was deleted stands for the position that its values here give.
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
/// movie.
struct KeysetPager {
  private let select: MovieSelect
  private let order: MovieOrder
  private let isDescending: Bool
  private let limits: [SQL]

  /// - Parameter ids: The only movies of the list that are read; `nil` for all.
  init(
    _ list: MovieList, among ids: [Movie.ID]?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    select = try MovieSelect(list.query, among: ids, in: catalog)
    order =
      switch list.order {
      case .relevance where select.rank == nil: .title
      // A random order has no index.
      case .random: .title
      case .attribute where !catalog.hasAttributes: .added
      case let order: order
      }
    isDescending = list.isDescending
    limits =
      if case .attribute(let key) = order { try select.limits(by: key, in: catalog) } else { [] }
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
    let position = try movie.map { try select.position(of: $0, in: order, in: catalog) }
    // The movie itself is on the side on which the page does not start.
    let isBefore = if case .after = anchor { true } else { false }
    let before = try movies(countBefore, before: true, position, isInclusive: isBefore, in: catalog)
    let after = try movies(countAfter, before: false, position, isInclusive: !isBefore, in: catalog)
    return MoviePage(
      movies: try catalog.withDetails(before.movies.reversed() + after.movies),
      hasMoreBefore: before.hasMore, hasMoreAfter: after.hasMore)
  }

  /// Reads movies before or after a position; without one, from the end or the start of the order.
  private func movies(
    _ count: Int?, before: Bool, _ position: PagePosition?, isInclusive: Bool,
    in catalog: borrowing CatalogTransaction
  ) throws -> (movies: ArraySlice<Movie>, hasMore: Bool) {
    guard let count else { return ([], false) }
    // One more movie shows whether there are more.
    let side = PageSide(
      order: order, isDescending: isDescending, limits: limits, isBefore: before,
      position: position, isInclusive: isInclusive, rows: count + 1)
    var found: [Movie] = []
    try select.forEachPart(on: side, in: catalog) { part in
      found += try catalog.database.fetchAll(
        part.statement(
          Movie.columns, pageSQL(limit: side.rows - found.count, offset: 0), skips: false),
        Movie.init(row:))
      return found.count < side.rows
    }
    return (found.prefix(count), found.count > count)
  }
}
