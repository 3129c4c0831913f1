import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct RowInserterTests {
  private typealias Row = (number: Int64, text: String)

  /// Generated rows with unusual numbers and texts.
  private static func rows(_ count: Int, seed: UInt64) -> [Row] {
    var random = RandomSource(seed: seed)
    return (0..<count).map { index in
      let text =
        switch index % 5 {
        case 0: ""
        case 1: "\0" + random.text(upTo: 3) + "\0"
        default: random.text(upTo: 30)
        }
      return (Int64(bitPattern: random.next()), text)
    }
  }

  private static func connection() throws -> Connection {
    let connection = try Connection(.memory)
    try connection.run(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, number INTEGER UNIQUE, text TEXT) STRICT")
    return connection
  }

  private static func add(_ row: Row, to inserter: inout RowInserter) throws(SQLiteError) {
    try inserter.add(row.number)
    try inserter.add(row.text.utf8.span)
  }

  private static func expect(
    _ rows: [Row], in connection: borrowing Connection,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let numbers = try connection.texts("SELECT number FROM t ORDER BY id")
    let texts = try connection.texts("SELECT text FROM t ORDER BY id")
    #expect(numbers == rows.map { "\($0.number)" }, sourceLocation: sourceLocation)
    #expect(texts.map(\.bytes) == rows.map(\.text.bytes), sourceLocation: sourceLocation)
  }

  @Test(
    "Rows are inserted in order and byte for byte, for any number of rows per run",
    arguments: [1, 2, 3, 7, 100])
  func inserted(rowsOfRun: Int) throws {
    for count in [0, 1, rowsOfRun - 1, rowsOfRun, rowsOfRun + 1, 3 * rowsOfRun + 2] {
      let rows = Self.rows(count, seed: UInt64(count))
      let connection = try Self.connection()
      try connection.write { transaction throws in
        var inserter = try RowInserter(
          into: "t(number, text)", columns: 2, rows: rowsOfRun, in: transaction)
        for row in rows { try Self.add(row, to: &inserter) }
        try inserter.finish()
      }
      try Self.expect(rows, in: connection)
    }
  }

  @Test("Rows can be added after finish, and a repeated finish adds nothing", arguments: 1...6)
  func repeatedFinish(rowsOfRun: Int) throws {
    var random = RandomSource(seed: UInt64(rowsOfRun))
    let rows = Self.rows(60, seed: 9)
    let connection = try Self.connection()
    try connection.write { transaction throws in
      var inserter = try RowInserter(
        into: "t(number, text)", columns: 2, rows: rowsOfRun, in: transaction)
      try inserter.finish()
      for (index, row) in rows.enumerated() {
        try Self.add(row, to: &inserter)
        guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
        try inserter.finish()
        try inserter.finish()
        #expect(try transaction.fetchInt("SELECT count(*) FROM t") == Int64(index + 1))
      }
      try inserter.finish()
    }
    try Self.expect(rows, in: connection)
  }

  @Test("Rows are inserted as soon as a run is full")
  func waiting() throws {
    let connection = try Self.connection()
    try connection.write { transaction throws in
      var inserter = try RowInserter(
        into: "t(number, text)", columns: 2, rows: 3, in: transaction)
      for (index, row) in Self.rows(7, seed: 2).enumerated() {
        try Self.add(row, to: &inserter)
        #expect(try transaction.fetchInt("SELECT count(*) FROM t") == Int64((index + 1) / 3 * 3))
      }
    }
  }

  @Test(
    "A constraint violation is an error in a full run and in the last one", arguments: [4, 100])
  func constraint(rowsOfRun: Int) throws {
    let connection = try Self.connection()
    let error = try sqliteError {
      try connection.write { transaction throws in
        var inserter = try RowInserter(
          into: "t(number, text)", columns: 2, rows: rowsOfRun, in: transaction)
        for number in [5, 6, 5, 7] as [Int64] {
          try Self.add((number, "x"), to: &inserter)
        }
        try inserter.finish()
      }
    }
    #expect(error.code.primary == .constraint)
    try Self.expect([], in: connection)
  }

  @Test("After a constraint violation, the rows before it remain until the transaction ends")
  func rowsBefore() throws {
    let connection = try Self.connection()
    try connection.write { transaction throws in
      var inserter = try RowInserter(
        into: "t(number, text)", columns: 2, rows: 4, in: transaction)
      #expect(throws: SQLiteError.self) {
        for number in [5, 6, 5, 7] as [Int64] { try Self.add((number, "x"), to: &inserter) }
      }
    }
    try Self.expect([(5, "x"), (6, "x")], in: connection)
  }

  @Test("A table that does not exist is an error")
  func unknownTable() throws {
    let connection = try Self.connection()
    let error = try sqliteError {
      try connection.write { transaction throws in
        _ = try RowInserter(into: "u(a)", columns: 1, rows: 2, in: transaction)
      }
    }
    #expect(error.code == .error)
  }
}
