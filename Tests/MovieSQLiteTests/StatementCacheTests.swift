import MovieSQLite
import TestSupport
import Testing

/// Statements that run again.
@Suite(.limited) struct StatementCacheTests {
  private static func connection() throws -> Connection {
    let connection = try Connection(.memory)
    try connection.run("CREATE TABLE t(a)", "INSERT INTO t VALUES (1), (2)")
    return connection
  }

  @Test("A statement that is in use runs a second time at the same time")
  func nested() throws {
    let connection = try Self.connection()
    var pairs: [[Int64]] = []
    try connection.read { transaction throws in
      try transaction.forEachRow("SELECT a FROM t ORDER BY a") { outer throws in
        let first = try outer.int(at: 0)
        try transaction.forEachRow("SELECT a FROM t ORDER BY a") { inner throws in
          pairs.append([first, try inner.int(at: 0)])
        }
      }
    }
    #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
  }

  @Test("A use starts at the first row and without the values of the last one")
  func fresh() throws {
    let connection = try Self.connection()
    try connection.read { transaction throws in
      do {
        var partial = try transaction.prepare("SELECT a FROM t WHERE a >= ? ORDER BY a")
        try partial.bind(Int64(1), at: 1)
        #expect(try partial.step())
      }
      var unbound = try transaction.prepare("SELECT a FROM t WHERE a >= ? ORDER BY a")
      #expect(try !unbound.step())
      #expect(try transaction.fetchInts("SELECT a FROM t WHERE a >= \(1) ORDER BY a") == [1, 2])
    }
  }

  @Test("A failed statement can run again")
  func failed() throws {
    let connection = try Connection(.memory)
    try connection.run("CREATE TABLE t(a UNIQUE)", "INSERT INTO t VALUES (1)")
    let error = try sqliteError { try connection.run("INSERT INTO t VALUES (\(1))") }
    #expect(error.code.primary == .constraint)
    try connection.run("INSERT INTO t VALUES (\(2))")
    #expect(try connection.texts("SELECT a FROM t") == ["1", "2"])
  }

  @Test("A statement follows changes of the schema")
  func changedSchema() throws {
    let connection = try Self.connection()
    #expect(try connection.texts("SELECT * FROM t") == ["1", "2"])
    try connection.run("DROP TABLE t", "CREATE TABLE t(b, c)", "INSERT INTO t VALUES ('x', 0)")
    #expect(try connection.texts("SELECT * FROM t") == ["x"])
  }

  @Test("A pragma takes effect each time")
  func pragma() throws {
    let connection = try Connection(.memory)
    for isOn in [true, false, true] {
      try connection.execute("PRAGMA foreign_keys = \(raw: isOn)")
      #expect(try connection.queryInt("PRAGMA foreign_keys") == (isOn ? 1 : 0))
    }
  }

  @Test("More different statements than the cache keeps")
  func many() throws {
    let connection = try Self.connection()
    for _ in 1...2 {
      for number in 1...600 {
        #expect(try connection.texts("SELECT \(raw: number) FROM t LIMIT 1") == ["\(number)"])
      }
    }
  }
}
