internal import CMovieSQLite

/// A transaction in progress: the only place where statements are prepared and run.
///
/// It is passed to the closure of `Connection.read` or `Connection.write`. The compiler rejects code that
/// stores it, copies it or nests it.
@safe package struct Transaction: ~Copyable {
  let connection: OpaquePointer
  private let statements: StatementCache

  init(on connection: OpaquePointer, _ statements: StatementCache) {
    unsafe self.connection = connection
    self.statements = statements
  }

  /// The same transaction, as a part of a value that is passed in its place.
  package init(_ other: borrowing Transaction) {
    unsafe self.init(on: other.connection, other.statements)
  }

  /// Prepares a statement with its values bound, unless the connection has already prepared it.
  ///
  /// - Parameter isCached: Whether the connection keeps the statement to run it again later.
  package borrowing func prepare(
    _ sql: SQL, isCached: Bool = true
  ) throws(SQLiteError) -> Statement {
    var statement = Statement(
      isCached
        ? try unsafe statements.statement(sql.text, on: connection)
        : try unsafe PreparedStatement(sql.text, on: connection))
    try statement.bind(sql.values)
    return statement
  }

  package borrowing func execute(_ sql: SQL) throws(SQLiteError) {
    var statement = try prepare(sql)
    try statement.run()
  }

  package borrowing func forEachRow<Failure: Error>(
    _ sql: SQL, _ body: (borrowing Row) throws(Failure) -> Void
  ) throws {
    var statement = try prepare(sql)
    try statement.forEachRow(body)
  }

  package borrowing func fetchAll<Value>(
    _ sql: SQL, _ decode: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    var statement = try prepare(sql)
    return try statement.fetchAll(decode)
  }

  /// Returns the value decoded from the first row, or `nil` if there is no row.
  package borrowing func fetchOne<Value>(
    _ sql: SQL, _ decode: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    var statement = try prepare(sql)
    return try statement.fetchOne(decode)
  }

  /// Returns the integer in the first column of the first row, which must exist.
  package borrowing func fetchInt(_ sql: SQL) throws(SQLiteError) -> Int64 {
    guard let value = try fetchOne(sql, { row throws(SQLiteError) in try row.int(at: 0) }) else {
      throw SQLiteError(code: .mismatch, message: "the query returned no row", sql: sql.text)
    }
    return value
  }

  /// Returns the integers in the first column of all rows.
  package borrowing func fetchInts(_ sql: SQL) throws(SQLiteError) -> [Int64] {
    try fetchAll(sql) { row throws(SQLiteError) in try row.int(at: 0) }
  }

  /// Returns the texts in the first column of all rows.
  package borrowing func fetchTexts(_ sql: SQL) throws(SQLiteError) -> [String] {
    try fetchAll(sql) { row throws(SQLiteError) in try row.text(at: 0) }
  }

  /// Whether the database has a table. No statement is run: SQLite looks into the schema that it
  /// has in memory (`sqlite3_table_column_metadata`).
  package borrowing func hasTable(_ name: String, in database: String = "main") -> Bool {
    unsafe sqlite3_table_column_metadata(connection, database, name, nil, nil, nil, nil, nil, nil)
      == SQLITE_OK
  }

  /// Returns the names of the indexes of a table that `CREATE INDEX` created.
  package borrowing func indexes(of table: String) throws(SQLiteError) -> [String] {
    try fetchTexts("SELECT name FROM pragma_index_list(\(table)) WHERE origin = 'c'")
  }

  /// The size of the database in bytes, without side files.
  package var databaseSize: Int64 {
    get throws(SQLiteError) { try fetchInt("PRAGMA page_count") * fetchInt("PRAGMA page_size") }
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed, without triggers and cascades.
  package var changes: Int64 { unsafe sqlite3_changes64(connection) }

  /// Removes objects from the schema table without dropping them, and reloads the schema. The pages of
  /// the removed tables are unused until VACUUM.
  ///
  /// Source: https://sqlite.org/pragma.html#pragma_writable_schema
  package borrowing func removeFromSchema(_ names: [String]) throws(SQLiteError) {
    try set(.defensive, to: false)
    let result = Result { () throws(SQLiteError) in
      try execute("PRAGMA writable_schema = ON")
      for name in names { try execute("DELETE FROM sqlite_schema WHERE name = \(name)") }
      // Otherwise a removed virtual table would remain open.
      statements.removeAll()
    }
    let reset = Result { () throws(SQLiteError) in try execute("PRAGMA writable_schema = RESET") }
    try set(.defensive, to: true)
    try result.get()
    try reset.get()
  }

  /// Writes changed pages to the file before the commit (`sqlite3_db_cacheflush`). Otherwise they can
  /// take up to nine tenths of the page cache.
  ///
  /// - Throws: `SQLITE_BUSY` if a reader holds its lock for longer than the timeout.
  package borrowing func flushCache() throws(SQLiteError) {
    try unsafe check(sqlite3_db_cacheflush(connection), connection)
  }
}
