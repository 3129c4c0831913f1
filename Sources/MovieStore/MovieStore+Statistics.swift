internal import MovieSQLite

extension MovieStore {
  /// Returns statistics about the catalog, read in one transaction.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public mutating func statistics() throws(StoreError) -> CatalogStatistics {
    let hasFile = path != Self.memoryPath
    return try read { transaction, _ in
      CatalogStatistics(
        movies: Int(try transaction.fetchInt("SELECT count(*) FROM MovieModel")),
        favorites: Int(
          try transaction.fetchInt("SELECT count(*) FROM MovieModel WHERE favorite = 1")),
        actors: Int(try transaction.fetchInt("SELECT count(*) FROM ActorModel")),
        credits: Int(try transaction.fetchInt("SELECT count(*) FROM MovieActor")),
        castSizes: try Self.castSizes(in: transaction),
        busiest: try Self.busiest(in: transaction),
        bytes: hasFile
          ? Int(
            try transaction.fetchInt("PRAGMA page_count")
              * transaction.fetchInt("PRAGMA page_size")) : 0,
        schemaVersion: .newest)
    }
  }

  private static func castSizes(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [CatalogStatistics.CastSize] {
    var statement = try transaction.prepare(
      """
      SELECT names, count(*) FROM (
        SELECT (SELECT count(*) FROM MovieActor WHERE movieID = m.id) AS names
        FROM MovieModel AS m)
      GROUP BY names ORDER BY names
      """)
    var sizes: [CatalogStatistics.CastSize] = []
    while try statement.step() {
      sizes.append(
        CatalogStatistics.CastSize(
          names: Int(statement.integer(at: 0)), movies: Int(statement.integer(at: 1))))
    }
    return sizes
  }

  private static func busiest(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [ActorWithMovieCount] {
    let query = ActorQuery(order: .movies, limit: 10)
    var statement = try transaction.prepare(
      ActorRows.selection + query.selection)
    var actors: [ActorWithMovieCount] = []
    while try statement.step() { actors.append(ActorRows.actor(in: statement)) }
    return actors
  }
}
