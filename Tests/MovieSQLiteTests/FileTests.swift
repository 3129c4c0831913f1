import Foundation
import MovieSQLite
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct FileTests {
  private static func database() throws -> String {
    let path = TemporaryDirectory.path("t.db")
    try Files.touch(path)
    let connection = try Connection(.file(path))
    try connection.run(
      "CREATE TABLE t(a)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO t SELECT printf('%050d', i) FROM n
      """)
    return path
  }

  @Test("A statement can outlive its connection")
  func outlivingStatement() throws {
    var statement: Statement?
    do {
      let connection = try Connection(.memory)
      try connection.read { transaction throws in
        statement = try transaction.prepare(
          """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
          SELECT count(*) FROM n
          """)
      }
    }
    // So many instructions that the progress handler of the connection would be called.
    let count = try statement?.fetchOne { row throws(SQLiteError) in try row.int(at: 0) }
    #expect(count == 100_000)
  }

  @Test("A file with other content is not a database")
  func notADatabase() throws {
    let path = TemporaryDirectory.path("text")
    try Files.write(Array(repeating: UInt8(ascii: "x"), count: 5_000), to: path)
    let error = try sqliteError {
      let connection = try Connection(.file(path))
      _ = try connection.texts("SELECT 1 FROM sqlite_schema")
    }
    #expect(error.code == .notADatabase)
  }

  @Test("Reading a damaged page is an error")
  func damaged() throws {
    let path = try Self.database()
    var bytes = try Files.bytes(path)
    for index in 8_192..<20_480 { bytes[index] = 0xA5 }
    try Files.write(bytes, to: path)
    let connection = try Connection(.file(path))
    let error = try sqliteError { _ = try connection.texts("SELECT a FROM t") }
    #expect(error.code.primary == .corrupt)
    #expect(!error.message.isEmpty)
    #expect(error.sql == "SELECT a FROM t")
  }

  @Test("Reading a truncated file is an error", arguments: [1, 3])
  func truncated(pages: Int) throws {
    let path = try Self.database()
    try Files.write(Array(try Files.bytes(path).prefix(pages * 4_096)), to: path)
    let connection = try Connection(.file(path))
    let error = try sqliteError { _ = try connection.texts("SELECT a FROM t") }
    #expect(error.code.primary == .corrupt)
  }

  @Test("A read-only file can be read, and writing it is an error")
  func readOnly() throws {
    let path = try Self.database()
    chmod(path, 0o444)
    try withoutPrivileges {
      let connection = try Connection(.file(path))
      let isReadOnly = connection.isReadOnly
      #expect(isReadOnly)
      #expect(try connection.texts("SELECT count(*) FROM t") == ["2000"])
      let error = try sqliteError { try connection.run("DELETE FROM t") }
      #expect(error.code.primary == .readOnly)
    }
    #expect(try Connection(.file(path)).isReadOnly == (geteuid() != 0))
  }

  @Test("A path that looks like a URI is an ordinary path")
  func uri() throws {
    let error = try sqliteError {
      let connection = try Connection(.file(TemporaryDirectory.path("file:x?mode=memory")))
      try connection.run("CREATE TABLE t(a)")
    }
    #expect(error.code.primary == .cannotOpen)
  }

  @Test("A directory cannot be opened")
  func directory() throws {
    let error = try sqliteError { _ = try Connection(.file(TemporaryDirectory.current)) }
    #expect(error.code.primary == .cannotOpen)
  }
}
