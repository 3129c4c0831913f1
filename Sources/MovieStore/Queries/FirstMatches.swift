internal import MovieSQLite

/// The first page of a search for one or two letters, which the search index cannot help: such
/// letters are usually in so many titles that reading these in order fills the page at once.
enum FirstMatches {
  /// Movies that are read before it is given up; rare letters are found by reading all titles.
  private static let mostRead = 5_000
  private static let mostWanted = 1_000

  /// The movies of the query; `nil` where it is another kind of query, or the page was not filled.
  static func movies(
    of query: MovieQuery, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie]? {
    guard let text = query.text, text.isUnindexed, query.order == .title,
      let limit = query.limit, (0...mostWanted).contains(limit),
      (0...mostWanted - limit).contains(query.offset)
    else { return nil }
    var unsearched = query
    unsearched.text = nil
    unsearched.limit = mostRead
    unsearched.offset = 0
    var statement = try transaction.prepare(
      Clause("SELECT \(MovieRows.columns) ") + unsearched.selection(hasIndex: true))
    var matches: [Movie] = []
    while matches.count < query.offset + limit {
      guard try statement.step() else { return nil }
      let movie = MovieRows.movie(in: statement)
      if text.matches(movie.title) { matches.append(movie) }
    }
    return Array(matches[query.offset...])
  }
}
