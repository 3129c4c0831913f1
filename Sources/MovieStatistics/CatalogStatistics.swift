internal import MovieSQLite
public import MovieStore

extension Catalog {
  /// Returns statistics about movies and their casts, and about the file, read in one transaction.
  ///
  /// - Parameter query: The movies. By default, all movies.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func statistics(of query: MovieQuery = .all) throws(StoreError) -> CatalogStatistics {
    let hasFile = path != Self.memoryPath
    try query.validate()
    return try core.read { catalog in
      let found = try FoundMovies(query, in: catalog)
      let busiest = try MovieGroups.groups(by: .actor, of: found, limit: 10, in: catalog)
      let ratings = try MovieGroups.groups(
        by: .attribute(.rating), of: found, limit: nil, in: catalog)
      let years = try MovieGroups.groups(by: .attribute(.year), of: found, limit: nil, in: catalog)
      let watched = try MovieSelect(MovieQuery(query.terms + [.isWatched]), in: catalog)
        .count(in: catalog)
      let actors: SQL =
        query.isEmpty
        ? "SELECT count(*) FROM ActorModel"
        : "SELECT count(DISTINCT actorID) FROM MovieActor WHERE \(found.condition(on: "movieID"))"
      let counts = try catalog.database.fetchInts(
        """
        SELECT count(*) FROM MovieModel WHERE \(found.condition(on: "id"))
        UNION ALL
        SELECT count(*) FROM MovieModel WHERE favorite = 1 AND \(found.condition(on: "id"))
        UNION ALL \(actors)
        UNION ALL SELECT count(*) FROM MovieActor WHERE \(found.condition(on: "movieID"))
        UNION ALL SELECT page_count * page_size FROM pragma_page_count, pragma_page_size
        """
      ).map { Int($0) }
      let castSizes = try catalog.database.fetchAll(
        """
        SELECT names, count(*) FROM (
          SELECT (SELECT count(*) FROM MovieActor WHERE movieID = m.id) AS names
          FROM MovieModel AS m WHERE \(found.condition(on: "m.id")))
        GROUP BY names ORDER BY names
        """
      ) { row throws(SQLiteError) in
        CatalogStatistics.CastSize(
          names: Int(try row.int(at: 0)), movies: Int(try row.int(at: 1)))
      }
      return CatalogStatistics(
        movies: counts[0], favorites: counts[1], watched: watched, actors: counts[2],
        credits: counts[3],
        castSizes: castSizes,
        busiest: busiest.compactMap { group in
          group.actor.map {
            ActorWithMovieCount(
              actor: Actor(id: $0, name: group.value.description), movieCount: group.movies)
          }
        },
        ratings: ratings, years: years,
        bytes: hasFile ? counts[4] : 0, schemaVersion: .newest,
        history: try HistorySize(in: catalog),
        attributes: catalog.hasAttributes
          ? Int(
            try catalog.database.fetchInt(
              "SELECT count(*) FROM MovieAttribute WHERE \(found.condition(on: "movieID"))")) : 0)
    }
  }
}

/// Statistics about a catalog.
public struct CatalogStatistics: Hashable, Sendable {
  /// The number of movies.
  public let movies: Int
  /// The number of favorites.
  public let favorites: Int
  /// The number of movies that were watched: with a date in `watched`, or the tag `seen`.
  public let watched: Int
  /// The number of actors.
  public let actors: Int
  /// The number of credits. Each credit is one actor in the cast of one movie.
  public let credits: Int
  /// The number of movies for each cast size, smallest size first.
  public let castSizes: [CastSize]
  /// The actors with the most movies, at most ten, highest movie count first.
  public let busiest: [ActorWithMovieCount]
  /// The number of movies for each rating.
  public let ratings: [MovieGroups.Group]
  /// The number of movies for each year of release.
  public let years: [MovieGroups.Group]
  /// The size of the database file in bytes, including free pages; 0 for a catalog in memory.
  public let bytes: Int
  /// The schema version of the file.
  public let schemaVersion: SchemaVersion
  package let history: HistorySize
  /// The number of attribute values.
  public let attributes: Int

  /// The number of entries of the history.
  public var historyEntries: Int { history.entries }
  /// The number of movies whose values the history stores.
  public var historyMovies: Int { history.movies }
  /// The number of bytes of all texts of the history.
  public var historyBytes: Int { history.bytes }

  /// The number of movies that have a cast of one size.
  public struct CastSize: Hashable, Sendable {
    /// The number of names in the cast.
    public let names: Int
    /// The number of movies with a cast of this size.
    public let movies: Int
  }
}
