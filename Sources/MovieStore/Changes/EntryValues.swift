internal import MovieSQLite

extension EntryValues {
  /// Adds the change of a movie.
  ///
  /// - Returns: The change that the entry has now, and the one that it had before. It has none if
  ///   the movie has its former values again.
  mutating func add(
    _ change: MovieChange, _ limits: HistoryLimits, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> (change: MovieChange?, former: MovieChange?) {
    if areDiscarded { return (change, nil) }
    let entry = try begin(in: catalog.database)
    if try insert(change, of: entry, limits, in: catalog.database) { return (change, nil) }
    guard let row = try catalog.storedChange(of: change.movie.id, in: entry) else {
      return (change, nil)
    }
    try catalog.database.execute(
      """
      DELETE FROM movieHistoryChange
      WHERE entryID = \(entry) AND movieID = \(change.movie.id.rawValue)
      """)
    (movies, bytes) = (movies - 1, bytes - row.byteCount)
    let original = row.before?.applied(to: change.before ?? change.movie)
    let merged = MovieChange(before: original, after: change.after)
    if let merged { _ = try insert(merged, of: entry, limits, in: catalog.database) }
    return (merged, MovieChange(before: original, after: change.before))
  }

  /// Returns the entry, which has no rows of others.
  private mutating func begin(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> HistoryEntry.ID {
    if let entryID { return entryID }
    let entry = HistoryEntry.ID(try HistoryLog.nextID(in: transaction))
    // Another program can have deleted the entries of existing rows.
    try transaction.execute("DELETE FROM movieHistoryChange WHERE entryID >= \(entry)")
    entryID = entry
    return entry
  }

  /// - Returns: `false` if the entry already has a change of the movie.
  private mutating func insert(
    _ change: MovieChange, of entry: HistoryEntry.ID, _ limits: HistoryLimits,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    let (before, after) = change.json
    if max(before.count, after.count) > HistoryLimits.valueByteLimit {
      try discard(in: transaction)
      return true
    }
    var insert = try transaction.prepare(Self.insertChange)
    try insert.bind(entry, at: 1)
    try insert.bind(change.movie.id.rawValue, at: 2)
    try insert.bind(before.span, at: 3)
    try insert.bind(after.span, at: 4)
    try insert.run()
    if transaction.changes == 0 { return false }
    (movies, bytes) = (movies + 1, bytes + before.count + after.count)
    if movies > limits.movies || bytes > limits.bytes { try discard(in: transaction) }
    return true
  }

  /// An empty text stands for NULL.
  private static let insertChange: SQL = """
    INSERT INTO movieHistoryChange(entryID, movieID, before, after)
    VALUES (?, ?, nullif(?, ''), nullif(?, '')) ON CONFLICT (entryID, movieID) DO NOTHING
    """

  /// Removes all values, which cannot be stored.
  mutating func discard(in transaction: borrowing Transaction) throws(SQLiteError) {
    if let entryID {
      try transaction.execute("DELETE FROM movieHistoryChange WHERE entryID = \(entryID)")
    }
    self = EntryValues()
    areDiscarded = true
  }
}

extension MovieChange {
  /// The values before and after, as the history stores them: all values of a movie that was added
  /// or deleted; the values that changed of one that was updated, and its title before. Empty if
  /// the movie did not exist.
  var json: (before: [UInt8], after: [UInt8]) {
    switch self {
    case .added(let movie): return ([], MovieFields(movie).json(id: movie.id))
    case .deleted(let movie): return (MovieFields(movie).json(id: movie.id), [])
    case .unchanged: return ([], [])
    case .updated(let before, let after):
      var (old, new) = MovieFields.differences(before, after)
      old.title = before.title
      return (old.json(), new.json())
    }
  }
}
