internal import MovieSQLite

/// Indexes that are dropped during a bulk insert and rebuilt once at its end: building an index from
/// sorted entries takes a fraction of the time.
struct DeferredIndexes {
  private static let minimumMovies = 1_000
  private static let actorIndex = "actor_by_name"

  private var initialMovieCount: Int?
  /// The dropped indexes and triggers.
  private var dropped: [SchemaObject] = []
  /// The last movie in the search index.
  private var newestIndexed: Int64 = 0

  /// Whether dropping is worth it now: the catalog has doubled, so that rebuilding its indexes costs no
  /// more than the insert so far.
  mutating func shouldDrop(
    after movieCount: Int, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    guard dropped.isEmpty, movieCount >= Self.minimumMovies else { return false }
    if initialMovieCount == nil {
      let count = Int(try transaction.fetchInt("SELECT count(*) FROM MovieModel"))
      // The last rows can still be pending.
      initialMovieCount = max(0, count - movieCount)
    }
    return movieCount >= initialMovieCount ?? 0
  }

  /// Drops indexes, and the triggers that record pending changes of the search index.
  ///
  /// - Parameters:
  ///   - titles: Whether the index of titles is dropped, because no movie is looked up.
  ///   - actors: Whether the index of names is dropped, because no actor is looked up.
  mutating func drop(
    titles: Bool, actors: Bool, after newest: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try SearchIndex.applyPending(in: transaction)
    var names = ["cast_by_actor"]
    if titles { names.append("movie_by_sortable_title") }
    if actors { names.append(Self.actorIndex) }
    dropped =
      CurrentSchema.objects.filter { names.contains($0.name) }
      + SearchIndex.objects.filter { $0.type == "trigger" }
    for object in dropped {
      try transaction.execute("DROP \(raw: object.type) \(raw: object.name)")
    }
    newestIndexed = newest
  }

  /// Rebuilds the index of names, if it was dropped: actors must be looked up from now on.
  mutating func rebuildActorIndex(in transaction: borrowing Transaction) throws(SQLiteError) {
    guard let index = dropped.firstIndex(where: { $0.name == Self.actorIndex }) else { return }
    try transaction.execute(SQL(raw: dropped.remove(at: index).sql))
  }

  /// Creates the dropped objects again and completes the search index.
  mutating func rebuild(in transaction: borrowing Transaction) throws(SQLiteError) {
    if dropped.isEmpty { return }
    // If the file is larger than the cache, sorting in runs that fit into the processor's cache is
    // fastest.
    let pages = try transaction.fetchInt("PRAGMA page_count")
    if try pages * transaction.fetchInt("PRAGMA page_size") > ConnectionSetup.bulkPageCache << 10 {
      try transaction.execute("PRAGMA cache_size = -4096")
    }
    for object in dropped { try transaction.execute(SQL(raw: object.sql)) }
    dropped = []
    try SearchIndex.add(moviesAfter: newestIndexed, in: transaction)
  }
}
