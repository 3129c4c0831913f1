internal import MovieSQLite

/// The number of movie values that the history stores. A test can lower the limits of a store.
package struct HistoryLimits: Sendable {
  /// The maximum number of movies whose values all changes together store. The oldest entries are
  /// deleted first. The imports that were undone can have as many again, until the next change.
  package var movies: Int
  /// The same for the bytes of all texts.
  package var bytes: Int
  /// The maximum number of entries for an undo or a redo.
  package var replays: Int

  package init(movies: Int = 100_000, bytes: Int = 256 << 20, replays: Int = 10_000) {
    (self.movies, self.bytes, self.replays) = (movies, bytes, replays)
  }

  /// The maximum number of bytes in a value. Two of them are one row, whose header counts for
  /// SQLite's limit of 16 MiB, too.
  static let maximumValueBytes = (8 << 20) - 512

  func minus(_ size: HistorySize) -> HistoryLimits {
    // The sums of a damaged history can be negative.
    HistoryLimits(
      movies: movies - max(0, size.movies), bytes: bytes - max(0, size.bytes), replays: replays)
  }
}

/// A change to a movie, as JSON.
struct MovieValueChange {
  let movieID: Int64
  let before: [UInt8]?
  let after: [UInt8]?

  init(movieID: Int64, _ change: MovieChange) {
    self.movieID = movieID
    before = change.before.map(MovieValue.json)
    after = change.after.map(MovieValue.json)
  }

  var byteCount: Int { (before?.count ?? 0) + (after?.count ?? 0) }

  var fitsIntoRow: Bool {
    max(before?.count ?? 0, after?.count ?? 0) <= HistoryLimits.maximumValueBytes
  }
}

/// The values of the entry that is being made, which gets the next id. A few are in memory, more in
/// the table, where the changes of a movie are merged into one row.
struct HistoryValues {
  /// The values that are not in the table yet.
  private var buffer: [MovieValueChange] = []
  private var bufferBytes = 0
  /// The size of the rows in the table.
  private var rows = (count: 0, bytes: 0)
  private(set) var isOverLimits = false

  mutating func add(
    _ value: MovieValueChange, _ limits: HistoryLimits, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if isOverLimits { return }
    buffer.append(value)
    bufferBytes += value.byteCount
    if buffer.count >= 500 || bufferBytes > 1 << 20 || exceeds(limits) {
      try write(for: HistoryLog.nextID(in: transaction), limits, in: transaction)
    }
  }

  /// Removes all values, of which there are too many.
  mutating func discard(in transaction: borrowing Transaction) throws(SQLiteError) {
    if rows.count > 0 {
      let entry = try HistoryLog.nextID(in: transaction)
      try transaction.execute("DELETE FROM movieHistoryChange WHERE entryID = \(entry)")
    }
    self = HistoryValues()
    isOverLimits = true
  }

  /// Writes the values of an entry, whose tables exist.
  ///
  /// - Returns: The number of movies and the bytes of their values.
  mutating func finish(
    for entry: Int64, _ limits: HistoryLimits, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> (count: Int, bytes: Int) {
    if !buffer.isEmpty || rows.count > 0 { try write(for: entry, limits, in: transaction) }
    // The usual command changes one movie.
    if rows.count > 1 { rows = try Self.merged(entry, in: transaction) }
    return rows
  }

  private func exceeds(_ limits: HistoryLimits) -> Bool {
    rows.count + buffer.count > limits.movies || rows.bytes + bufferBytes > limits.bytes
  }

  private mutating func write(
    for entry: Int64, _ limits: HistoryLimits, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    // Another program can have deleted the entries of existing rows.
    if rows.count == 0 {
      try transaction.execute("DELETE FROM movieHistoryChange WHERE entryID >= \(entry)")
    }
    // Unbound parameters are NULL. An empty text is never a value.
    var insert = try transaction.prepare(
      """
      INSERT INTO movieHistoryChange(entryID, movieID, before, after)
      VALUES (\(entry), ?, nullif(?, ''), nullif(?, ''))
      ON CONFLICT (entryID, movieID) DO NOTHING
      """)
    for value in buffer {
      guard value.fitsIntoRow else { return try discard(in: transaction) }
      try insert.bind(value.movieID, at: 2)
      try insert.bind(DatabaseValue.utf8(value.before ?? []), at: 3)
      try insert.bind(DatabaseValue.utf8(value.after ?? []), at: 4)
      try insert.run()
      if transaction.changes > 0 {
        rows = (rows.count + 1, rows.bytes + value.byteCount)
      } else {
        rows.bytes += try Self.merge(value, of: entry, in: transaction)
      }
    }
    (buffer, bufferBytes) = ([], 0)
    if exceeds(limits) { rows = try Self.merged(entry, in: transaction) }
    if exceeds(limits) { try discard(in: transaction) }
  }

  /// Replaces the value after an earlier change of the movie.
  ///
  /// - Returns: The number of bytes by which the row grows.
  private static func merge(
    _ value: MovieValueChange, of entry: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    let row: SQL = "entryID = \(entry) AND movieID = \(value.movieID)"
    let previous = try transaction.fetchInt(
      "SELECT coalesce(length(CAST(after AS BLOB)), 0) FROM movieHistoryChange WHERE \(row)")
    let after = DatabaseValue.utf8(value.after ?? [])
    try transaction.execute(
      "UPDATE movieHistoryChange SET after = nullif(\(after), '') WHERE \(row)")
    return (value.after?.count ?? 0) - Int(previous)
  }

  /// Deletes the rows of movies that have their former values again, and returns the size of the
  /// others.
  private static func merged(
    _ entry: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> (count: Int, bytes: Int) {
    try transaction.execute(
      "DELETE FROM movieHistoryChange WHERE entryID = \(entry) AND before IS after")
    let size = try transaction.fetchOne(
      """
      SELECT count(*), total(length(CAST(before AS BLOB))), total(length(CAST(after AS BLOB)))
      FROM movieHistoryChange WHERE entryID = \(entry)
      """
    ) { row throws(SQLiteError) in
      (count: Int(try row.int(at: 0)), bytes: Int(try row.real(at: 1) + row.real(at: 2)))
    }
    return size ?? (0, 0)
  }
}
