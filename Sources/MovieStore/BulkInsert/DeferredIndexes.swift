internal import MovieSQLite

/// The indexes that are not kept up to date while many movies are put in, but made anew at the end
/// of the same transaction: sorted, they are made in a fraction of the time.
struct DeferredIndexes {
  /// Movies that are put in before it is worth a thought.
  private static let fewest = 1_000

  private var formerMovieCount: Int?
  /// What is to be made again.
  private var objects: [SchemaObject] = []
  /// The last movie that the search index has.
  private var newestIndexed: Int64 = 0

  /// Whether the catalog has been doubled, so that making an index costs no more than what came.
  mutating func areWorthLayingAside(
    after movieCount: Int, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    guard objects.isEmpty, movieCount >= Self.fewest else { return false }
    if let formerMovieCount { return movieCount >= formerMovieCount }
    let count = Int(try transaction.fetchInt("SELECT count(*) FROM MovieModel"))
    formerMovieCount = max(0, count - movieCount)
    return try areWorthLayingAside(after: movieCount, in: transaction)
  }

  /// Takes the indexes away, and the triggers that note what the search index lacks.
  ///
  /// - Parameters:
  ///   - titles: whether nobody looks for titles meanwhile.
  ///   - actors: whether nobody looks for actors.
  ///   - newest: the last movie that was put in.
  mutating func layAside(
    titles: Bool, actors: Bool, after newest: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try SearchIndex.applyPending(in: transaction)
    var names = ["cast_by_actor"]
    if titles { names.append("movie_by_sortable_title") }
    if actors { names.append(Self.actorIndex) }
    objects =
      CurrentSchema.objects.filter { names.contains($0.name) }
      + SearchIndex.objects.filter { $0.type == "trigger" }
    for object in objects {
      try transaction.execute("DROP \(raw: object.type) \(raw: object.name)")
    }
    newestIndexed = newest
  }

  private static let actorIndex = "actor_by_name"

  /// Makes the index of actors again, if it was taken away, because they are looked for after all.
  mutating func putBackActors(in transaction: borrowing Transaction) throws(SQLiteError) {
    guard let place = objects.firstIndex(where: { $0.name == Self.actorIndex }) else { return }
    try transaction.execute(SQL(raw: objects.remove(at: place).sql))
  }

  /// Makes again what was taken away, and completes the search index.
  mutating func putBack(in transaction: borrowing Transaction) throws(SQLiteError) {
    if objects.isEmpty { return }
    // What does not fit into memory any more is sorted fastest in pieces that fit into a processor's.
    let pages = try transaction.fetchInt("PRAGMA page_count")
    if try pages * transaction.fetchInt("PRAGMA page_size") > ConnectionSetup.bulkPageCache << 10 {
      try transaction.execute("PRAGMA cache_size = -4096")
    }
    for object in objects { try transaction.execute(SQL(raw: object.sql)) }
    objects = []
    try SearchIndex.add(moviesAfter: newestIndexed, in: transaction)
  }
}
