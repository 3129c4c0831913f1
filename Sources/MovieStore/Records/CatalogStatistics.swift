/// A catalog in numbers.
public struct CatalogStatistics: Hashable, Sendable {
  /// How many movies there are.
  public let movies: Int
  /// How many of them are favorites.
  public let favorites: Int
  /// How many actors there are.
  public let actors: Int
  /// How many times an actor is in a cast.
  public let credits: Int
  /// How many movies have a cast of each size, the smallest size first.
  public let castSizes: [CastSize]
  /// The actors with the most movies, at most ten, the busiest first.
  public let busiest: [CreditedActor]
  /// Bytes of the database file, free pages included; 0 for a catalog that has no file.
  public let bytes: Int
  /// The version of the file's schema.
  public let schemaVersion: SchemaVersion

  /// How many movies have a cast of one size.
  public struct CastSize: Hashable, Sendable {
    /// Names in the cast.
    public let names: Int
    /// Movies with so many.
    public let movies: Int
  }
}
