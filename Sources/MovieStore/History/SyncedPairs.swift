package import MovieSQLite

/// The movies that two catalogs know as the same, because they were synced.
package struct SyncedPairs {
  /// The movies of the catalog by those of the other one.
  private var movies: [Int64: Int64] = [:]

  package init(
    of catalog: borrowing CatalogTransaction, and other: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    guard SyncTables.exist(in: catalog.database), SyncTables.exist(in: other.database) else {
      return
    }
    var find = try catalog.database.prepare(
      """
      SELECT movieID FROM movieSync WHERE movieID IS NOT NULL
        AND name = coalesce((SELECT name FROM movieSyncOrigin WHERE origin = ?1), ?1)
      """)
    var origins = try other.database.prepare(
      """
      SELECT movieID, name FROM movieSync WHERE movieID IS NOT NULL
      UNION ALL
      SELECT movieID, origin FROM movieSyncOrigin JOIN movieSync USING (name)
      WHERE movieID IS NOT NULL
      """)
    try origins.forEachRow { row throws(SQLiteError) in
      try find.bind(row.value(at: 1), at: 1)
      let movie = try find.fetchOne { row throws(SQLiteError) in try row.int(at: 0) }
      if let movie { movies[try row.int(at: 0)] = movie }
    }
  }

  package var isEmpty: Bool { movies.isEmpty }

  /// The movie of the catalog that is one of the other catalog.
  package subscript(movie: Movie.ID) -> Movie.ID? {
    movies[movie.rawValue].map(Movie.ID.init(rawValue:))
  }
}
