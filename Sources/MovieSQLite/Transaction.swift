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

  /// The texts in the first column of all rows.
  package borrowing func texts(_ sql: String) throws(SQLiteError) -> [String] {
    var statement = try prepare(sql)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(at: 0)) }
    return texts
  }

  /// Rows that the latest INSERT, UPDATE or DELETE changed, triggers and cascades not counted.
  package var changes: Int64 { unsafe sqlite3_changes64(connection) }

  /// Removes objects from the schema table without dropping them, and loads the schema again. Pages of a
  /// table belong to no table then, until VACUUM.
  ///
  /// Source: https://sqlite.org/pragma.html#pragma_writable_schema
  package borrowing func removeFromSchema(_ names: [String]) throws(SQLiteError) {
    try set(.defensive, to: false)
    let result = Result { () throws(SQLiteError) in
      try execute("PRAGMA writable_schema = ON")
      for name in names {
        var deletion = try prepare("DELETE FROM sqlite_schema WHERE name = ?")
        try deletion.bind(name, at: 1)
        try deletion.run()
      }
    }
    try execute("PRAGMA writable_schema = RESET")
    try set(.defensive, to: true)
    try result.get()
  }

  private borrowing func set(_ option: Connection.Option, to isOn: Bool) throws(SQLiteError) {
    try unsafe check(movie_sqlite_set_option(connection, option.code, isOn ? 1 : 0), connection)
  }

  /// Writes changed pages into the file before the commit (`sqlite3_db_cacheflush`): unwritten ones
  /// may take nine tenths of the page cache, and keep it from pages that are read again and again.
  ///
  /// - Throws: `SQLITE_BUSY` where a reader holds its lock for longer than the connection waits.
  package borrowing func writeChangedPages() throws(SQLiteError) {
    try unsafe check(sqlite3_db_cacheflush(connection), connection)
  }
}
