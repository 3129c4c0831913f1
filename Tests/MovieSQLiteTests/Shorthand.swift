import MovieSQLite
import Testing

extension Connection {
  /// Runs statements in one transaction.
  mutating func run(_ statements: SQL...) throws {
    try write { transaction throws in
      for sql in statements { try transaction.execute(sql) }
    }
  }

  /// The values in the first column of all rows, as text.
  mutating func texts(_ sql: SQL) throws -> [String] {
    try read { transaction throws in
      try transaction.fetchAll(sql) { row throws(SQLiteError) in
        do throws(SQLiteError) { return try row.text(at: 0) } catch {
          return try row.optionalInt(at: 0).map(String.init) ?? ""
        }
      }
    }
  }
}

/// The SQLite error that the body throws.
func sqliteError(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void
) throws -> SQLiteError {
  let error = #expect(throws: SQLiteError.self, sourceLocation: sourceLocation) { try body() }
  return try #require(error, sourceLocation: sourceLocation)
}

extension String {
  /// The text byte by byte: Swift takes NFC and NFD spellings for equal.
  var bytes: [UInt8] { Array(utf8) }
}
