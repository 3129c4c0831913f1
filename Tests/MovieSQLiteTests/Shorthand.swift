import MovieSQLite
import Testing

extension Connection {
  /// Runs the statements in one transaction.
  func run(_ statements: SQL...) throws {
    try write { transaction throws in
      for sql in statements { try transaction.execute(sql) }
    }
  }

  /// Returns the texts and integers in the first column of all rows as text.
  func texts(_ sql: SQL) throws -> [String] {
    try read { transaction throws in
      try transaction.fetchAll(sql) { row throws(SQLiteError) in
        do throws(SQLiteError) { return try row.text(at: 0) } catch {
          return try row.optionalInt(at: 0).map(String.init) ?? ""
        }
      }
    }
  }
}

/// Returns the SQLite error that the body throws.
func sqliteError(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void
) throws -> SQLiteError {
  let error = #expect(throws: SQLiteError.self, sourceLocation: sourceLocation) { try body() }
  return try #require(error, sourceLocation: sourceLocation)
}

extension String {
  /// The bytes in UTF-8, for comparisons: in Swift, the NFC and NFD forms of a text are equal.
  var bytes: [UInt8] { Array(utf8) }
}
