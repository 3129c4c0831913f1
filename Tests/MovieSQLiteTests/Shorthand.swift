import MovieSQLite
import Testing

extension Connection {
  /// Runs statements in one transaction.
  mutating func run(_ statements: String...) throws {
    try write { transaction throws in
      for sql in statements { try transaction.execute(sql) }
    }
  }

  /// The first column of every row, as text.
  mutating func texts(_ sql: String, _ values: [Value] = []) throws -> [String] {
    try read { transaction throws in try transaction.texts(sql, values) }
  }
}

extension Transaction {
  borrowing func texts(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> [String] {
    var statement = try prepare(Clause(sql, values))
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(at: 0)) }
    return texts
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
