package import MovieSQLite

/// The numbers of rows in a catalog of any schema version.
package struct CatalogCounts: Hashable, Sendable, Codable {
  /// The number of movies.
  package var movies: Int64 = 0
  /// The number of favorites; 0 before v2.
  package var favorites: Int64 = 0
  /// The number of actors; 0 before v4.
  package var actors: Int64 = 0
  /// The number of credits, each of which joins a movie and an actor; 0 before v4.
  package var credits: Int64 = 0
  /// The number of attribute values.
  package var attributes: Int64 = 0

  package init() {}
}

extension CatalogCounts {
  /// - Parameter version: `nil` before the first write.
  package init(in transaction: borrowing Transaction, of version: SchemaVersion?)
    throws(SQLiteError)
  {
    self.init()
    guard let version else { return }
    let names = Schema(version)
    movies = try transaction.fetchInt("SELECT count(*) FROM \(raw: names.movies)")
    if names.hasFavorites {
      favorites = try transaction.fetchInt(
        "SELECT count(*) FROM \(raw: names.movies) WHERE favorite")
    }
    if names.hasActors {
      actors = try transaction.fetchInt("SELECT count(*) FROM \(raw: names.actors)")
      credits = try transaction.fetchInt("SELECT count(*) FROM MovieActor")
    }
    if transaction.hasTable(AttributeTable.name) {
      attributes = try transaction.fetchInt("SELECT count(*) FROM MovieAttribute")
    }
  }
}
