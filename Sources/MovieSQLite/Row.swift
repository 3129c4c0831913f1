internal import CMovieSQLite

/// The current row of a statement, valid until its next step. Columns are numbered from 0.
///
/// A value of another type than the one that is read is an error (`SQLITE_MISMATCH`): in the STRICT
/// tables of a catalog, only a damaged file has such values.
@safe package struct Row: ~Copyable {
  private let statement: OpaquePointer

  init(of statement: OpaquePointer) { unsafe self.statement = statement }

  package borrowing func int(at column: Int) throws(SQLiteError) -> Int64 {
    try require(SQLITE_INTEGER, at: column)
    return unsafe sqlite3_column_int64(statement, Int32(column))
  }

  /// The integer in the column, or `nil` for NULL.
  package borrowing func optionalInt(at column: Int) throws(SQLiteError) -> Int64? {
    try type(at: column) == SQLITE_NULL ? nil : int(at: column)
  }

  package borrowing func bool(at column: Int) throws(SQLiteError) -> Bool {
    try int(at: column) != 0
  }

  /// The real number in the column; an integer is converted.
  package borrowing func real(at column: Int) throws(SQLiteError) -> Double {
    if type(at: column) != SQLITE_INTEGER { try require(SQLITE_FLOAT, at: column) }
    return unsafe sqlite3_column_double(statement, Int32(column))
  }

  /// The text in the column. Bytes that are not valid UTF-8 are read as U+FFFD.
  package borrowing func text(at column: Int) throws(SQLiteError) -> String {
    try require(SQLITE_TEXT, at: column)
    return unsafe String(decoding: buffer(at: column), as: UTF8.self)
  }

  /// The text in the column, or `nil` for NULL.
  package borrowing func optionalText(at column: Int) throws(SQLiteError) -> String? {
    try type(at: column) == SQLITE_NULL ? nil : text(at: column)
  }

  /// The integer, real number or text in the column.
  package borrowing func value(at column: Int) throws(SQLiteError) -> DatabaseValue {
    switch type(at: column) {
    case SQLITE_INTEGER: .integer(try int(at: column))
    case SQLITE_FLOAT: .real(try real(at: column))
    default: .text(try text(at: column))
    }
  }

  /// Passes the bytes of the text in the column, as they are stored.
  package borrowing func withBytes(
    at column: Int, _ body: (Span<UInt8>) -> Void
  ) throws(SQLiteError) {
    try require(SQLITE_TEXT, at: column)
    unsafe body(buffer(at: column).span)
  }

  /// Passes the text in the column as valid UTF-8. ASCII is not copied.
  package borrowing func withText(
    at column: Int, _ body: (Span<UInt8>) -> Void
  ) throws(SQLiteError) {
    var isASCII = true
    try withBytes(at: column) { bytes in
      for index in bytes.indices where bytes[index] >= 0x80 {
        isASCII = false
        return
      }
      body(bytes)
    }
    if !isASCII { body(try text(at: column).utf8.span) }
  }

  package borrowing func bytes(at column: Int) throws(SQLiteError) -> [UInt8] {
    try require(SQLITE_TEXT, at: column)
    return unsafe Array(buffer(at: column))
  }

  // Without memory for a conversion, SQLite returns no bytes here, and the next step or reset fails.
  private borrowing func buffer(at column: Int) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe sqlite3_column_text(statement, Int32(column))
    let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(statement, Int32(column)))
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }

  private borrowing func type(at column: Int) -> Int32 {
    unsafe sqlite3_column_type(statement, Int32(column))
  }

  @inline(__always)
  private borrowing func require(_ expected: Int32, at column: Int) throws(SQLiteError) {
    if type(at: column) != expected { throw mismatch() }
  }

  @inline(never)
  private borrowing func mismatch() -> SQLiteError {
    SQLiteError(
      code: .mismatch, message: "a value has the wrong type",
      sql: unsafe sqlite3_sql(statement).map { unsafe String(cString: $0) })
  }
}
