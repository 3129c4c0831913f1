internal import CMovieSQLite

/// A transaction under way: the only place where statements are prepared and run.
///
/// It is lent to the closure of `Connection.read` or `Connection.write` and cannot be kept, nested
/// or copied; the compiler rejects all three.
@safe package struct Transaction: ~Copyable {
  let connection: OpaquePointer

  init(on connection: OpaquePointer) { unsafe self.connection = connection }

  package borrowing func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try unsafe Statement(sql, on: connection)
  }

  /// Runs one statement that has no parameters.
  package borrowing func execute(_ sql: String) throws(SQLiteError) {
    var statement = try prepare(sql)
    try statement.run()
  }

  /// The integer in the first column of the first row, 0 where there is none.
  package borrowing func integer(_ sql: String) throws(SQLiteError) -> Int64 {
    var statement = try prepare(sql)
    return try statement.step() ? statement.integer(at: 0) : 0
  }

  /// Rows that the latest INSERT, UPDATE or DELETE changed, triggers and cascades not counted.
  package var changes: Int64 { unsafe sqlite3_changes64(connection) }

  /// Writes changed pages into the file before the commit (`sqlite3_db_cacheflush`): unwritten ones
  /// may take nine tenths of the page cache, and keep it from pages that are read again and again.
  ///
  /// - Throws: `SQLITE_BUSY` where a reader holds its lock for longer than the connection waits.
  package borrowing func writeChangedPages() throws(SQLiteError) {
    try unsafe check(sqlite3_db_cacheflush(connection), connection)
  }
}
