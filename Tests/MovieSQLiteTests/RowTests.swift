import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct RowTests {
  @Test("Values of the expected types are decoded")
  func values() throws {
    let connection = try Connection(.memory)
    try connection.read { transaction throws in
      let row = try transaction.fetchOne("SELECT 7, 'é', 1, 2.5, 3") { row throws(SQLiteError) in
        (
          try row.int(at: 0), try row.text(at: 1), try row.bool(at: 2), try row.real(at: 3),
          try row.real(at: 4)
        )
      }
      #expect(try #require(row) == (7, "é", true, 2.5, 3))
    }
  }

  @Test(
    "NULL and values of another type are errors, not 0 or an empty text",
    arguments: ["NULL", "'7'", "x'37'", "7.0"])
  func mismatchedInteger(expression: String) throws {
    let error = try Self.error(reading: expression) { row throws(SQLiteError) in
      _ = try row.int(at: 0)
    }
    #expect(error.code == .mismatch)
    #expect(error.message == "a value has the wrong type")
  }

  @Test("NULL, numbers and blobs are not text", arguments: ["NULL", "7", "x'37'", "7.0"])
  func mismatchedText(expression: String) throws {
    let errors = [
      try Self.error(reading: expression) { row throws(SQLiteError) in _ = try row.text(at: 0) },
      try Self.error(reading: expression) { row throws(SQLiteError) in _ = try row.bytes(at: 0) },
      try Self.error(reading: expression) { row throws(SQLiteError) in
        try row.withBytes(at: 0) { _ in }
      },
      try Self.error(reading: expression) { row throws(SQLiteError) in
        try row.withText(at: 0) { _ in }
      },
    ]
    #expect(errors.allSatisfy { $0.code == .mismatch })
  }

  @Test("An optional integer is nil for NULL, and an error for text")
  func optionalInt() throws {
    let connection = try Connection(.memory)
    try connection.read { transaction throws in
      let values = try transaction.fetchAll("SELECT 1 UNION ALL SELECT NULL") {
        row throws(SQLiteError) in try row.optionalInt(at: 0)
      }
      #expect(values == [1, nil])
    }
    let error = try Self.error(reading: "'a'") { row throws(SQLiteError) in
      _ = try row.optionalInt(at: 0)
    }
    #expect(error.code == .mismatch)
  }

  @Test("A query for one value returns nil for no row; a query for a count requires one")
  func missingRow() throws {
    let connection = try Connection(.memory)
    try connection.read { transaction throws in
      #expect(
        try transaction.fetchOne("SELECT 1 WHERE 0") { row throws(SQLiteError) in
          try row.int(at: 0)
        } == nil)
      let error = try sqliteError { _ = try transaction.fetchInt("SELECT 1 WHERE 0") }
      #expect(error.code == .mismatch)
    }
  }

  @Test("A prepared statement can fetch again with other values")
  func reuse() throws {
    let connection = try Connection(.memory)
    try connection.read { transaction throws in
      var statement = try transaction.prepare("SELECT ? + 1 UNION ALL SELECT 5")
      for number in 1...3 {
        try statement.bind(number, at: 1)
        let first = try statement.fetchOne { row throws(SQLiteError) in try row.int(at: 0) }
        let all = try statement.fetchAll { row throws(SQLiteError) in try row.int(at: 0) }
        #expect(first == Int64(number) + 1)
        #expect(all == [Int64(number) + 1, 5])
      }
    }
  }

  private static func error(
    reading expression: String, _ read: (borrowing Row) throws(SQLiteError) -> Void
  ) throws -> SQLiteError {
    let connection = try Connection(.memory)
    return try sqliteError {
      try connection.read { transaction throws in
        try transaction.forEachRow("SELECT \(raw: expression) AS value", read)
      }
    }
  }
}
