internal import MovieSQLite

/// Assigns the ids of new rows of an AUTOINCREMENT table.
///
/// SQLite's own assignment reports a full disk when no id is left, and continues below zero after a
/// negative id.
struct RowIDAllocator {
  /// The highest id that was ever assigned, or 0.
  private(set) var newest: Int64

  init(of table: String, in transaction: borrowing Transaction) throws(SQLiteError) {
    // The sequence includes deleted rows. Another program can have changed it, so rows count, too.
    newest = try transaction.fetchInt(
      """
      SELECT max(
        0, coalesce((SELECT seq FROM sqlite_sequence WHERE name = \(table)), 0),
        coalesce((SELECT max(id) FROM \(raw: table)), 0))
      """)
  }

  /// Returns an id above all earlier ones.
  ///
  /// - Throws: `idsExhausted` after the highest possible id.
  mutating func next() throws(SQLiteError) -> Int64 {
    let (id, isOver) = newest.addingReportingOverflow(1)
    guard !isOver else { throw SQLiteError(code: .idsExhausted, message: "no ids are left") }
    newest = id
    return id
  }

  /// Records that a row was inserted with a given id.
  mutating func record(_ id: Int64) { newest = max(newest, id) }
}
