internal import MovieSQLite

/// The ids of new rows of an AUTOINCREMENT table.
///
/// They are chosen here, because SQLite reports a full disk when no id is left, and continues below
/// zero after a negative id.
struct RowIDAllocator {
  /// The highest id that was ever given, 0 where none was.
  private(set) var newest: Int64

  init(of table: String, in transaction: borrowing Transaction) throws(SQLiteError) {
    // By the sequence, which knows of deleted rows, and by the rows, as SQLite takes them.
    newest = try transaction.fetchInt(
      """
      SELECT max(
        0, coalesce((SELECT seq FROM sqlite_sequence WHERE name = '\(raw: table)'), 0),
        coalesce((SELECT max(id) FROM \(raw: table)), 0))
      """)
  }

  /// An id above every one before.
  ///
  /// - Throws: `idsExhausted` after the highest possible id.
  mutating func next() throws(SQLiteError) -> Int64 {
    let (id, isOver) = newest.addingReportingOverflow(1)
    guard !isOver else { throw SQLiteError(code: .idsExhausted, message: "no ids are left") }
    newest = id
    return id
  }

  /// Notes that a row was inserted with an id from elsewhere.
  mutating func note(_ id: Int64) { newest = max(newest, id) }
}
