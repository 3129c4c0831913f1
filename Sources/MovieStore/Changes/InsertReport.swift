extension Catalog {
  /// The numbers of movies and actors that an insert added.
  package struct InsertReport: Hashable, Sendable {
    /// The number of movies.
    package internal(set) var movies = 0
    /// The number of actors that the catalog did not have yet.
    package internal(set) var newActors = 0
    /// The number of movies that were skipped because the catalog has similar ones.
    var skipped = 0
  }
}
