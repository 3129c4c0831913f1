internal import MovieSQLite

/// Rows of a catalog, of whichever version.
public struct CatalogCounts: Hashable, Sendable, Codable {
  /// Movies.
  public internal(set) var movies: Int64 = 0
  /// Movies that are favorites; 0 before v2.
  public internal(set) var favorites: Int64 = 0
  /// Actors; 0 before v4.
  public internal(set) var actors: Int64 = 0
  /// Credits, each joining a movie and an actor; 0 before v4.
  public internal(set) var credits: Int64 = 0

  /// Nothing.
  init() {}

  /// Counts the rows of a database of the version; `nil` is one not begun.
  init(in transaction: borrowing Transaction, of version: SchemaVersion?) throws(SQLiteError) {
    guard let version else { return }
    let names = CatalogNames(version)
    movies = try transaction.integer("SELECT count(*) FROM \(names.movies)")
    if names.hasFavorites {
      favorites = try transaction.integer("SELECT count(*) FROM \(names.movies) WHERE favorite")
    }
    if names.hasActors {
      actors = try transaction.integer("SELECT count(*) FROM \(names.actors)")
      credits = try transaction.integer("SELECT count(*) FROM MovieActor")
    }
  }
}
