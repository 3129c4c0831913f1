internal import CMovieSQLite

/// Values for the statement's parameters; positions count from 1, as SQLite's do.
extension Statement {
  package mutating func bind(_ value: Int64, at position: Int) throws(SQLiteError) {
    try checked(unsafe sqlite3_bind_int64(handle, Int32(position), value))
  }

  package mutating func bind(_ value: Int, at position: Int) throws(SQLiteError) {
    try bind(Int64(value), at: position)
  }

  package mutating func bind(_ value: Bool, at position: Int) throws(SQLiteError) {
    try bind(value ? Int64(1) : 0, at: position)
  }

  /// Binds a copy of the text, zero bytes and all.
  package mutating func bind(_ value: String, at position: Int) throws(SQLiteError) {
    try bind(value.utf8.span, at: position)
  }

  /// Binds a copy of a text in UTF-8.
  package mutating func bind(_ value: Span<UInt8>, at position: Int) throws(SQLiteError) {
    let result = unsafe value.withUnsafeBufferPointer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe movie_sqlite_bind_text(
          handle, Int32(position), text.baseAddress, UInt64(text.count))
      }
    }
    try checked(result)
  }

  /// Binds the values in order, from position 1.
  package mutating func bind(_ values: [Value]) throws(SQLiteError) {
    for (index, value) in values.enumerated() {
      switch value {
      case .integer(let number): try bind(number, at: index + 1)
      case .text(let text): try bind(text, at: index + 1)
      case .utf8(let text): try bind(text.span, at: index + 1)
      }
    }
  }

  private func checked(_ result: Int32) throws(SQLiteError) {
    try unsafe check(result, connection, sql: text)
  }
}
