internal import MovieSQLite

/// Everything that a catalog says, whatever its version: movies, favorites, and casts name by name.
///
/// It is compared where a copy was migrated; where a file is, the steps' own proofs see to the casts.
struct CatalogContent: Sendable {
  private let movies: MovieHashes
  private let casts: [UInt8]

  init(in transaction: borrowing Transaction, of version: SchemaVersion?) throws(SQLiteError) {
    movies = try MovieHashes(in: transaction, of: version)
    casts = try Self.casts(in: transaction, of: version)
  }

  /// The first thing that differs of what both can say; `nil` where nothing does.
  func difference(from other: CatalogContent) -> String? {
    movies.difference(from: other.movies) ?? (casts == other.casts ? nil : "the casts changed")
  }

  /// A hash of the names of each cast that has any, in billing order, a repeated one at its first place.
  private static func casts(
    in transaction: borrowing Transaction, of version: SchemaVersion?
  ) throws(SQLiteError) -> [UInt8] {
    var hash = SHA256()
    guard let version else { return hash.finish() }
    var names = try transaction.prepare(SQL(raw: query(VersionedSchema(version))))
    var movie: Int64?
    var cast: Set<[UInt8]> = []
    while try names.step() {
      if names.integer(at: 0) != movie {
        movie = names.integer(at: 0)
        cast.removeAll(keepingCapacity: true)
        hash.add(names.integer(at: 0))
      }
      let name = names.bytes(at: 1)
      if cast.insert(name).inserted { hash.add(name.span) }
    }
    return hash.finish()
  }

  private static func query(_ names: VersionedSchema) -> String {
    guard names.hasActors else {
      // What is no JSON cannot be carried, but has to be read to say so.
      return """
        SELECT Movie.pk, entry.value
        FROM Movie, json_each(
          CASE WHEN json_valid(Movie."cast") THEN Movie."cast" ELSE json_array(Movie."cast") END
        ) AS entry
        ORDER BY Movie.pk, entry.key
        """
    }
    return """
      SELECT movie.\(names.key), actor.name
      FROM \(names.movies) AS movie
      JOIN MovieActor ON MovieActor.movieID = movie.\(names.key)
      JOIN \(names.actors) AS actor ON actor.\(names.key) = MovieActor.actorID
      ORDER BY movie.\(names.key), MovieActor.position, MovieActor.actorID
      """
  }
}
