internal import MovieSQLite

extension MovieStore {
  /// Returns the movies of the query at the anchor, with their casts, from one state of the catalog.
  ///
  /// The time does not depend on the position. The order is by id for ``MovieQuery/Order/added``, and by
  /// title for every other order. The limit and offset of the query are ignored.
  ///
  /// - Parameter rows: The maximum number of movies, up to 10,000. Around a movie, it applies to the movies
  ///   before it, and to the movie and those after it.
  package mutating func page(
    of query: MovieQuery, at anchor: PageAnchor, rows: Int
  ) throws(StoreError) -> MoviePage {
    try read { transaction, schema in
      var pager = KeysetPager(query, hasIndex: schema.hasSearchIndex)
      return try pager.page(at: anchor, min(max(rows, 0), 10_000), in: transaction)
    }
  }
}
