internal import CMovieSQLite

/// Values of the row the statement stands on; columns count from 0, as SQLite's do.
extension Statement {
  package borrowing func integer(at column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, Int32(column))
  }

  package borrowing func boolean(at column: Int) -> Bool { integer(at: column) != 0 }

  /// The text of the column; "" for NULL. Bytes that another program stored and that are not
  /// UTF-8 read as U+FFFD.
  package borrowing func text(at column: Int) -> String {
    guard let bytes = unsafe sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The bytes of the column's text as they are stored; none for NULL.
  package borrowing func withBytes(at column: Int, _ body: (Span<UInt8>) -> Void) {
    let start = unsafe sqlite3_column_text(handle, Int32(column))
    let count = unsafe start == nil ? 0 : Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    unsafe body(UnsafeBufferPointer(start: start, count: count).span)
  }

  /// The column's text in UTF-8, as `text(at:)` gives it, without a copy where nothing is wrong
  /// with its bytes.
  package borrowing func withText(at column: Int, _ body: (Span<UInt8>) -> Void) {
    var isASCII = true
    withBytes(at: column) { bytes in
      for index in bytes.indices where bytes[index] >= 0x80 {
        isASCII = false
        return
      }
      body(bytes)
    }
    if !isASCII { body(text(at: column).utf8.span) }
  }

  package borrowing func bytes(at column: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    withBytes(at: column) { text in
      bytes.reserveCapacity(text.count)
      for index in text.indices { bytes.append(text[index]) }
    }
    return bytes
  }

  package borrowing func isNull(at column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }
}
