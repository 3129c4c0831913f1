import MovieSQLite
import TestSupport
import Testing

private struct Stop: Error, Equatable {}

@Suite(.limited, .temporaryDirectory) struct TransactionTests {
  private static func connection() throws -> Connection {
    let path = TemporaryDirectory.path("t.db")
    try Files.touch(path)
    let connection = try Connection(.file(path))
    try connection.run("CREATE TABLE t(a)")
    return connection
  }

  @Test("Commits the changes of the closure")
  func committed() throws {
    let connection = try Self.connection()
    try connection.run("INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)")
    #expect(try connection.texts("SELECT a FROM t") == ["1", "2"])
  }

  @Test("Rolls back and rethrows the error of the closure")
  func rolledBack() throws {
    let connection = try Self.connection()
    #expect(throws: Stop()) {
      try connection.write { transaction throws in
        try transaction.execute("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(try connection.texts("SELECT a FROM t").isEmpty)
    try connection.run("INSERT INTO t VALUES (3)")
    #expect(try connection.texts("SELECT a FROM t") == ["3"])
  }

  @Test("A transaction without commit returns a result and changes nothing")
  func dryRun() throws {
    let connection = try Self.connection()
    let count = try connection.write(commit: false) { transaction throws in
      try transaction.execute("INSERT INTO t VALUES (1)")
      return try transaction.fetchInt("SELECT count(*) FROM t")
    }
    #expect(count == 1)
    #expect(try connection.texts("SELECT a FROM t").isEmpty)
  }

  @Test("The connection is usable after SQLite itself rolled back")
  func rolledBackBySQLite() throws {
    let connection = try Self.connection()
    try connection.run("CREATE UNIQUE INDEX i ON t(a)", "INSERT INTO t VALUES (1)")
    let error = try sqliteError {
      try connection.run("INSERT INTO t VALUES (2)", "INSERT OR ROLLBACK INTO t VALUES (1)")
    }
    #expect(error.code.primary == .constraint)
    #expect(try connection.texts("SELECT a FROM t") == ["1"])
    try connection.run("INSERT INTO t VALUES (4)")
    #expect(try connection.texts("SELECT a FROM t") == ["1", "4"])
  }

  @Test("An unfinished statement does not prevent the rollback")
  func unfinishedStatement() throws {
    let connection = try Self.connection()
    try connection.run("INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)")
    #expect(throws: Stop()) {
      try connection.write { transaction throws in
        var statement = try transaction.prepare("SELECT a FROM t")
        _ = try statement.step()
        try transaction.execute("DELETE FROM t")
        throw Stop()
      }
    }
    #expect(try connection.texts("SELECT a FROM t") == ["1", "2"])
  }

  @Test("The second of two writers fails as busy")
  func twoWriters() throws {
    let first = try Self.connection()
    let second = try Connection(.file(TemporaryDirectory.path("t.db")))
    try first.write { transaction throws in
      try transaction.execute("INSERT INTO t VALUES (1)")
      let error = try sqliteError { try second.run("INSERT INTO t VALUES (2)") }
      #expect(error.code.primary == .busy)
      #expect(error.sql == "BEGIN IMMEDIATE")
    }
    try second.run("INSERT INTO t VALUES (3)")
    #expect(try first.texts("SELECT a FROM t") == ["1", "3"])
  }

  @Test("A commit that a reader blocks fails as busy and changes nothing")
  func commitIsBusy() throws {
    let reader = try Self.connection()
    let writer = try Connection(.file(TemporaryDirectory.path("t.db")))
    try reader.read { transaction throws in
      #expect(try transaction.fetchInt("SELECT count(*) FROM t") == 0)
      let error = try sqliteError { try writer.run("INSERT INTO t VALUES (1)") }
      #expect(error.code == .busyWithReaders)
      #expect(error.sql == "COMMIT")
    }
    #expect(try writer.texts("SELECT a FROM t").isEmpty)
  }

  @Test("Changed pages can be written before the commit and are rolled back")
  func pagesWrittenEarly() throws {
    let connection = try Self.connection()
    let path = TemporaryDirectory.path("t.db")
    let before = try Files.bytes(path)
    #expect(throws: Stop()) {
      try connection.write { transaction throws in
        try transaction.execute("INSERT INTO t VALUES (zeroblob(100000))")
        #expect(try Files.bytes(path) == before)
        try transaction.flushCache()
        #expect(try Files.bytes(path).count > before.count + 90_000)
        throw Stop()
      }
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("Writing pages early fails while a reader holds its lock")
  func pagesNotWritten() throws {
    let reader = try Self.connection()
    let writer = try Connection(.file(TemporaryDirectory.path("t.db")))
    let before = try Files.bytes(TemporaryDirectory.path("t.db"))
    let error = #expect(throws: SQLiteError.self) {
      try writer.write { transaction throws in
        try transaction.execute("INSERT INTO t VALUES (1)")
        try reader.read { reading throws in
          #expect(try reading.fetchInt("SELECT count(*) FROM t") == 0)
          try transaction.flushCache()
        }
      }
    }
    #expect(error?.code == .busyWithReaders)
    #expect(try Files.bytes(TemporaryDirectory.path("t.db")) == before)
  }

  @Test("A read transaction sees one state of the file")
  func oneState() throws {
    let reader = try Self.connection()
    try reader.execute("PRAGMA journal_mode = WAL")
    let writer = try Connection(.file(TemporaryDirectory.path("t.db")))
    try reader.read { transaction throws in
      #expect(try transaction.fetchInt("SELECT count(*) FROM t") == 0)
      try writer.run("INSERT INTO t VALUES (1)")
      #expect(try transaction.fetchInt("SELECT count(*) FROM t") == 0)
    }
    #expect(try reader.texts("SELECT a FROM t") == ["1"])
  }

  @Test("The number of changes is that of the last statement")
  func counts() throws {
    let connection = try Self.connection()
    try connection.write { transaction throws in
      try transaction.execute("INSERT INTO t(rowid, a) VALUES (9223372036854775807, 1), (5, 2)")
      #expect(transaction.changes == 2)
      try transaction.execute("UPDATE t SET a = 7")
      #expect(transaction.changes == 2)
      try transaction.execute("DELETE FROM t WHERE rowid = 5")
      #expect(transaction.changes == 1)
    }
  }

  @Test("A pragma without a row returns an empty text")
  func noRows() throws {
    let connection = try Self.connection()
    #expect(try connection.queryText("PRAGMA table_info(none)").isEmpty)
    #expect(try connection.queryText("PRAGMA journal_mode") == "delete")
  }
}
