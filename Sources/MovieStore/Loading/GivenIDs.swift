internal import MovieSQLite

/// The ids that rows of an AUTOINCREMENT table get, where this program gives them.
struct GivenIDs {
  /// The highest id that was ever given, 0 where none was.
  private(set) var newest: Int64

  init(of table: String, in transaction: borrowing Transaction) throws(SQLiteError) {
    // By the sequence, which knows of deleted rows, and by the rows, as SQLite takes them.
    newest = try transaction.integer(
      """
      SELECT max(
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = '\(table)'), 0),
        coalesce((SELECT max(id) FROM \(table)), 0))
      """)
  }

  /// An id above every one before.
  ///
  /// - Throws: `full`, as SQLite does, after the highest that there is.
  mutating func next() throws(SQLiteError) -> Int64 {
    let (id, isOver) = newest.addingReportingOverflow(1)
    guard !isOver else { throw SQLiteError(code: .full, message: "no id is left") }
    newest = id
    return id
  }
}
