internal import MovieSQLite
internal import MovieSystem

/// Counts and hashes of what a migration must preserve, computed before and after it.
///
/// `Hasher` has a random seed in each process, so a file cannot contain collisions.
struct CatalogDigest: Sendable {
  enum CastComparison {
    /// `none` if an invariant has compared them; `rows` exist from v4 on.
    case none, names, rows
  }

  let counts: CatalogCounts
  /// The hash of each part of the content; `nil` if the version does not have it.
  private let hashes: [(part: String, hash: Int?)]
  private let lastMovieID: Int64
  private let references: BrokenReferences

  init(
    in transaction: borrowing Transaction, of version: SchemaVersion, counts: CatalogCounts,
    references: BrokenReferences, comparing comparison: CastComparison
  ) throws {
    self.counts = counts
    let names = Schema(version)
    var (titles, favorites, sortableTitles) = (Hasher(), Hasher(), Hasher())
    let favorite = names.hasFavorites ? "favorite" : "0"
    let sortableTitle = names.hasSortableTitles ? "sortableTitle" : "''"
    try transaction.forEachRow(
      """
      SELECT \(raw: names.key), title, \(raw: favorite), \(raw: sortableTitle)
      FROM \(raw: names.movies) ORDER BY 1
      """
    ) { row throws(SQLiteError) in
      titles.combine(try row.int(at: 0))
      try row.withBytes(at: 1) { titles.combine(text: $0) }
      if names.hasFavorites { favorites.combine(try row.int(at: 2)) }
      if names.hasSortableTitles { try row.withBytes(at: 3) { sortableTitles.combine(text: $0) } }
    }
    let casts: Int? =
      switch comparison {
      case .none: nil
      case .names: try Self.castNames(in: transaction, names)
      case .rows: try Self.castRows(in: transaction, names)
      }
    hashes = [
      ("titles", titles.finalize()), ("favorites", names.hasFavorites ? favorites.finalize() : nil),
      ("sortable titles", names.hasSortableTitles ? sortableTitles.finalize() : nil),
      ("casts", casts), ("attributes", try Self.attributes(in: transaction)),
    ]
    lastMovieID = try transaction.fetchInt(
      "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = \(names.movies)")
    self.references = references
  }

  /// Returns the first difference, as a clause, or `nil` if there is none. Columns that only one version
  /// has are not compared.
  func difference(from after: CatalogDigest) -> String? {
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

  // MARK: Attributes

  private static func attributes(in transaction: borrowing Transaction) throws -> Int {
    var hash = Hasher()
    guard transaction.hasTable(AttributeTable.name) else { return hash.finalize() }
    try transaction.forEachRow(
      """
      SELECT movieID, ordinal, key, typeof(value),
        CASE WHEN typeof(value) IN ('text', 'blob') THEN CAST(value AS TEXT) ELSE '' END,
        CASE typeof(value) WHEN 'integer' THEN value ELSE 0 END,
        CASE typeof(value) WHEN 'real' THEN value ELSE 0 END
      FROM MovieAttribute ORDER BY movieID, key, ordinal
      """
    ) { row throws(SQLiteError) in
      for column in [0, 1, 5] { hash.combine(try row.int(at: column)) }
      for column in 2...4 { try row.withBytes(at: column) { hash.combine(text: $0) } }
      hash.combine(try row.real(at: 6))
    }
    return hash.finalize()
  }

  // MARK: Casts

  private static func castRows(
    in transaction: borrowing Transaction, _ names: Schema
  ) throws -> Int {
    var hash = Hasher()
    try transaction.forEachRow(
      "SELECT movieID, actorID, position FROM MovieActor ORDER BY movieID, actorID"
    ) { row throws(SQLiteError) in
      for column in 0..<3 { hash.combine(try row.int(at: column)) }
    }
    try transaction.forEachRow(
      "SELECT \(raw: names.key), name FROM \(raw: names.actors) ORDER BY 1"
    ) { row throws(SQLiteError) in
      hash.combine(try row.int(at: 0))
      try row.withBytes(at: 1) { hash.combine(text: $0) }
    }
    return hash.finalize()
  }

  /// Hashes the names of each cast in order, a repeated name at its first position.
  private static func castNames(
    in transaction: borrowing Transaction, _ names: Schema
  ) throws -> Int {
    var hash = Hasher()
    var movie: Int64?
    var cast: Set<[UInt8]> = []
    // Casts that cannot be migrated to v4 can be migrated between earlier versions.
    let query: SQL =
      names.hasActors
      ? """
      SELECT movie.\(raw: names.key), actor.name
      FROM \(raw: names.movies) AS movie
      JOIN MovieActor ON MovieActor.movieID = movie.\(raw: names.key)
      JOIN \(raw: names.actors) AS actor ON actor.\(raw: names.key) = MovieActor.actorID
      ORDER BY movie.\(raw: names.key), MovieActor.position, MovieActor.actorID
      """
      : """
      SELECT Movie.pk, coalesce(CAST(entry.value AS TEXT), 'null')
      FROM Movie, json_each(
        CASE WHEN json_valid(Movie."cast") THEN Movie."cast" ELSE json_array(Movie."cast") END
      ) AS entry
      ORDER BY Movie.pk, entry.key
      """
    try transaction.forEachRow(query) { row throws(SQLiteError) in
      let id = try row.int(at: 0)
      if id != movie {
        movie = id
        cast.removeAll(keepingCapacity: true)
        hash.combine(id)
      }
      let name = try row.bytes(at: 1)
      if cast.insert(name).inserted { hash.combine(text: name.span) }
    }
    return hash.finalize()
  }
}

extension Hasher {
  fileprivate mutating func combine(text: Span<UInt8>) {
    combine(text.count)
    unsafe text.withUnsafeBytes { unsafe combine(bytes: $0) }
  }
}
