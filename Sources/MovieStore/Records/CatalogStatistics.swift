/// Statistics about a catalog.
public struct CatalogStatistics: Hashable, Sendable {
  /// The number of movies.
  public let movies: Int
  /// The number of favorites.
  public let favorites: Int
  /// The number of actors.
  public let actors: Int
  /// The number of credits. Each credit is one actor in the cast of one movie.
  public let credits: Int
  /// The number of movies for each cast size, smallest size first.
  public let castSizes: [CastSize]
  /// The actors with the most movies, at most ten, highest movie count first.
  public let busiest: [ActorWithMovieCount]
  /// The size of the database file in bytes, including free pages; 0 for a catalog in memory.
  public let bytes: Int
  /// The schema version of the file.
  public let schemaVersion: SchemaVersion

  /// The number of movies that have a cast of one size.
  public struct CastSize: Hashable, Sendable {
    /// The number of names in the cast.
    public let names: Int
    /// The number of movies with a cast of this size.
    public let movies: Int
  }
}
