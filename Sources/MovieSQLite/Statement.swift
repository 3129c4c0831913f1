internal import CMovieSQLite

/// A prepared statement: bind values, step through rows, reset, run again.
///
/// It belongs to one owner and is finalized with it.
@safe package struct Statement: ~Copyable {
  let handle: OpaquePointer

  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    var prepared: OpaquePointer?
    var sql = sql
    let result = sql.withUTF8 { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_prepare_v3(
          connection, text.baseAddress, Int32(text.count), 0, &prepared, nil)
      }
    }
    try unsafe check(result, connection, sql: sql)
    guard let prepared = unsafe prepared else {
      throw SQLiteError(code: .error, message: "the statement is empty", sql: sql)
    }
    unsafe handle = prepared
  }

  deinit { _ = unsafe sqlite3_finalize(handle) }

  /// Goes to the next row.
  ///
  /// - Returns: whether there is one; after the last, the statement may be reset and run again.
  package mutating func step() throws(SQLiteError) -> Bool {
    try unsafe check(sqlite3_step(handle), connection, sql: text) == .row
  }

  /// Runs the statement to its end, passing over any rows, and makes it ready for the next run.
  package mutating func run() throws(SQLiteError) {
    while try step() {}
    try reset()
  }

  /// Makes the statement ready to run again; bound values stay.
  package mutating func reset() throws(SQLiteError) {
    try unsafe check(sqlite3_reset(handle), connection, sql: text)
  }

  var connection: OpaquePointer? { unsafe sqlite3_db_handle(handle) }

  var text: String? { unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } }
}
