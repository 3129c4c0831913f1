internal import MovieSQLite

/// What a migration must leave as it is, gathered before it and after it inside its transaction.
///
/// Casts are not among it where their form changes: the step that does it proves them name by name.
struct CatalogEvidence: Sendable {
  private let counts: CatalogCounts
  private let movies: MovieHashes
  private let brokenReferences: Int64
  private let credits: [UInt8]?
  private let lastMovie: Int64

  /// - Parameter hasCredits: whether credits are rows before and after.
  init(
    in transaction: borrowing Transaction, of version: SchemaVersion, hasCredits: Bool
  ) throws(SQLiteError) {
    counts = try CatalogCounts(in: transaction, of: version)
    movies = try MovieHashes(in: transaction, of: version)
    brokenReferences = try ForeignKeyViolations(in: transaction, of: version).count
    credits = hasCredits ? try Self.credits(in: transaction, of: version) : nil
    lastMovie = try transaction.fetchInt(
      "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = \(VersionedSchema(version).movies)"
    )
  }

  /// The first thing that differs, as a clause; `nil` where nothing does.
  func difference(from after: CatalogEvidence) -> String? {
    if counts.movies != after.counts.movies {
      return "the number of movies changed from \(counts.movies) to \(after.counts.movies)"
    }
    if let difference = movies.difference(from: after.movies) { return difference }
    if credits != after.credits { return "the casts changed" }
    if lastMovie != after.lastMovie { return "the movie id counter changed" }
    let broken = after.brokenReferences - brokenReferences
    return broken > 0 ? "the number of references to missing rows grew by \(broken)" : nil
  }

  /// A hash of all credits and actors.
  private static func credits(
    in transaction: borrowing Transaction, of version: SchemaVersion
  ) throws(SQLiteError) -> [UInt8] {
    let names = VersionedSchema(version)
    var hash = SHA256()
    try hash.add(
      rowsOf: "SELECT movieID, actorID, position FROM MovieActor ORDER BY movieID, actorID",
      integers: 3, in: transaction)
    try hash.add(
      rowsOf: "SELECT \(names.key), name FROM \(names.actors) ORDER BY 1", integers: 1,
      hasText: true, in: transaction)
    return hash.finish()
  }
}
