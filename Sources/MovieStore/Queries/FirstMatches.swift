internal import MovieSQLite

/// The first page of a search for one or two letters, which the search index cannot help: such
/// letters are usually in so many titles that reading these in order fills the page at once.
enum FirstMatches {
  private static let mostWanted = 1_000

  /// The movies of the query; `nil` where it is another kind of query, or the page was not filled.
  static func movies(
    of query: MovieQuery, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> ArraySlice<Movie>? {
    guard let text = query.text, text.isTooShortForIndex, query.order == .title,
      let limit = query.limit, (0...mostWanted).contains(limit),
      (0...mostWanted - limit).contains(query.offset)
    else { return nil }
    let walk = KeysetPager(query, hasIndex: true)
    return try walk.seen(query.offset + limit, from: nil, isForward: true, in: transaction)?
      .dropFirst(query.offset)
  }
}
