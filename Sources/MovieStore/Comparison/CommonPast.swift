internal import MovieSQLite

/// What two catalogs were before each of them changed alone: one is a copy of the other, or both
/// are copies of a third one.
struct CommonPast {
  /// The last change that both made.
  let entry: HistoryEntry.ID
  /// The last movie that can have been added by then.
  private let newestMovie: Int64

  /// Every movie of a former state of a catalog.
  static let all = CommonPast(entry: 0, newestMovie: .max)

  private init(entry: HistoryEntry.ID, newestMovie: Int64) {
    (self.entry, self.newestMovie) = (entry, newestMovie)
  }

  /// Whether a movie with this id is the same one in both.
  func has(_ movie: Movie.ID) -> Bool { movie.rawValue <= newestMovie }

  /// Compares the histories; returns `nil` if they have no entry in common, or if one does not tell
  /// which movies were added.
  init?(
    of catalog: borrowing CatalogTransaction, and other: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    guard catalog.hasHistory, other.hasHistory,
      let entry = try Self.lastCommonEntry(catalog.database, other.database),
      let first = try Self.firstMovie(after: entry, in: catalog.database),
      let second = try Self.firstMovie(after: entry, in: other.database)
    else { return nil }
    self.init(entry: entry, newestMovie: min(first, second) - 1)
  }

  private static func lastCommonEntry(
    _ first: borrowing Transaction, _ second: borrowing Transaction
  ) throws(SQLiteError) -> HistoryEntry.ID? {
    let oldest: SQL = "SELECT coalesce(min(id), 0) FROM movieHistory"
    let start = max(try first.fetchInt(oldest), try second.fetchInt(oldest))
    // The state is not compared: it changes when an entry is undone.
    let select: SQL = """
      SELECT id, json_array(
        id, time, kind, target, description, summary, movies, bytes, imported, priorBytes)
      FROM movieHistory WHERE id >= \(start) ORDER BY id
      """
    var ours = try first.prepare(select)
    var theirs = try second.prepare(select)
    var last: Int64?
    while try ours.step(), try theirs.step(), try ours.row.text(at: 1) == theirs.row.text(at: 1) {
      last = try ours.row.int(at: 0)
    }
    return last.map(Int.init)
  }

  /// Returns the first movie that was added after an entry; `.max` if none was, and `nil` if the
  /// values of a change are not stored.
  private static func firstMovie(
    after entry: HistoryEntry.ID, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int64? {
    try transaction.fetchOne(
      """
      SELECT
        min(
          coalesce((
            SELECT min(movieID) FROM movieHistoryChange JOIN movieHistory ON id = entryID
            WHERE entryID > \(entry) AND kind = 'change' AND before IS NULL), \(Int64.max)),
          coalesce((
            SELECT min(imported ->> '$.movies[0]') FROM movieHistory
            WHERE id > \(entry) AND json_valid(imported)), \(Int64.max)))
      WHERE NOT EXISTS (
        SELECT 1 FROM movieHistory
        WHERE id > \(entry) AND kind = 'change' AND imported IS NULL AND changes < movies)
      """
    ) { row throws(SQLiteError) in try row.int(at: 0) }
  }
}
