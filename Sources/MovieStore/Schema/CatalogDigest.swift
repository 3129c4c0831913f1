package import MovieSQLite
internal import MovieSystem

/// Counts and hashes of what a migration must preserve, computed before and after it.
///
/// `Hasher` has a random seed in each process, so a file cannot contain collisions.
package struct CatalogDigest: Sendable {
  package enum CastComparison {
    /// `none` if an invariant has compared them; `rows` exist from v4 on.
    case none, names, rows
  }

  package let counts: CatalogCounts
  /// The hash of each part of the content; `nil` if the version does not have it.
  private let hashes: [(part: String, hash: Int?)]
  private let lastMovieID: Int64
  private let references: BrokenReferences

  package init(
    in transaction: borrowing Transaction, of version: SchemaVersion, counts: CatalogCounts,
    references: BrokenReferences, comparing comparison: CastComparison
  ) throws {
    self.counts = counts
    self.references = references
    let names = Schema(version)
    let (movies, key): (SQL, SQL) = ("\(raw: names.movies)", "\(raw: names.key)")
    var parts: [(String, SQL?)] = [("titles", "SELECT \(key), title FROM \(movies) ORDER BY 1")]
    let favorites: SQL = "SELECT \(key), CAST(favorite AS TEXT) FROM \(movies) ORDER BY 1"
    parts.append(("favorites", names.hasFavorites ? favorites : nil))
    let sortableTitles: SQL = "SELECT \(key), sortableTitle FROM \(movies) ORDER BY 1"
    parts.append(("sortable titles", names.hasSortableTitles ? sortableTitles : nil))
    switch comparison {
    case .none: break
    case .names: parts.append(("casts", Self.castNames(names)))
    case .rows:
      parts.append(
        (
          "casts",
          "SELECT movieID, actorID || ' ' || position FROM MovieActor ORDER BY movieID, actorID"
        ))
      parts.append(
        ("casts", "SELECT \(key), name FROM \(raw: names.actors) ORDER BY 1"))
    }
    let hasAttributes = transaction.hasTable(AttributeTable.name)
    parts.append(("attributes", hasAttributes ? Self.attributes : "SELECT 0, '' WHERE FALSE"))
    hashes = try parts.map { part, query throws in
      (part, try query.map { query throws in try Self.hash(query, in: transaction) })
    }
    lastMovieID = try transaction.fetchInt(
      "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = \(names.movies)")
  }

  /// Returns the first difference, as a clause, or `nil` if there is none. Columns that only one
  /// version has are not compared.
  package func difference(from after: CatalogDigest) -> String? {
    if counts.movies != after.counts.movies {
      return "the number of movies changed from \(counts.movies) to \(after.counts.movies)"
    }
    for (before, after) in zip(hashes, after.hashes) {
      if let hash = before.hash, let other = after.hash, hash != other {
        return "the \(before.part) changed"
      }
    }
    if lastMovieID != after.lastMovieID { return "the movie id counter changed" }
    return after.references.added(since: references).map { table, rows in
      "\(Formatting.pluralized(rows, "row")) of the table '\(table)' would refer to missing rows"
    }
  }

  /// Hashes rows of an integer and a text.
  private static func hash(_ query: SQL, in transaction: borrowing Transaction) throws -> Int {
    var hash = Hasher()
    try transaction.forEachRow(query) { row throws(SQLiteError) in
      hash.combine(try row.int(at: 0))
      try row.withBytes(at: 1) { text in
        hash.combine(text.count)
        unsafe text.withUnsafeBytes { unsafe hash.combine(bytes: $0) }
      }
    }
    return hash.finalize()
  }

  /// `quote` is exact for real numbers, but ends a text at U+0000.
  private static let attributes: SQL = """
    SELECT movieID, key || ' ' || ordinal || ' ' || typeof(value) || ' ' ||
      CASE typeof(value) WHEN 'real' THEN quote(value) ELSE CAST(value AS TEXT) END
    FROM MovieAttribute ORDER BY movieID, key, ordinal
    """

  /// The names of each cast in order, a repeated name at its first position. Casts that cannot be
  /// migrated to v4 can be migrated between earlier versions.
  private static func castNames(_ names: Schema) -> SQL {
    names.hasActors
      ? """
      SELECT movie.\(raw: names.key), actor.name
      FROM \(raw: names.movies) AS movie
      JOIN MovieActor ON MovieActor.movieID = movie.\(raw: names.key)
      JOIN \(raw: names.actors) AS actor ON actor.\(raw: names.key) = MovieActor.actorID
      ORDER BY 1, MovieActor.position, MovieActor.actorID
      """
      : """
      SELECT Movie.pk, coalesce(CAST(entry.value AS TEXT), 'null') AS name
      FROM Movie, json_each(
        CASE WHEN json_valid(Movie."cast") THEN Movie."cast" ELSE json_array(Movie."cast") END
      ) AS entry
      GROUP BY Movie.pk, name ORDER BY Movie.pk, min(entry.key)
      """
  }
}
