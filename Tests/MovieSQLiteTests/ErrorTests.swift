import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct ErrorTests {
  @Test("A syntax error has its code, SQLite's message and the statement")
  func syntax() throws {
    let connection = try Connection(.memory)
    let error = try sqliteError { try connection.run("SELEC 1") }
    #expect(
      error
        == SQLiteError(code: .error, message: "near \"SELEC\": syntax error", sql: "SELEC 1"))
  }

  @Test("A constraint error has the extended code and no value")
  func constraint() throws {
    let connection = try Connection(.memory)
    try connection.run("CREATE TABLE t(a TEXT UNIQUE) STRICT", "INSERT INTO t VALUES ('secret')")
    let error = try sqliteError { try connection.run("INSERT INTO t VALUES (\("secret"))") }
    #expect(error.code.rawValue == 2_067)
    #expect(error.code.primary == .constraint)
    #expect(!error.message.isEmpty && !error.message.contains("secret"))
    #expect(error.sql == "INSERT INTO t VALUES (?)")
  }

  @Test("Binding a parameter that does not exist is an error", arguments: [0, 2, -1])
  func position(position: Int) throws {
    let connection = try Connection(.memory)
    let error = try sqliteError {
      try connection.read { transaction throws in
        var statement = try transaction.prepare("SELECT ?")
        try statement.bind("a", at: position)
      }
    }
    #expect(error.code.rawValue == 25)
    #expect(error.sql == "SELECT ?")
  }

  @Test("A value longer than the limit is too big")
  func tooBig() throws {
    let connection = try Connection(.memory)
    connection.setLimit(.valueLength, to: 1_000)
    let error = try sqliteError {
      _ = try connection.texts("SELECT \(String(repeating: "a", count: 1_001))")
    }
    #expect(error.code == .parameterTooBig && error.code.primary == .tooBig)
    let other = try sqliteError { _ = try connection.texts("SELECT hex(zeroblob(600))") }
    #expect(other.code == .tooBig)
  }

  @Test("The primary code has no extension")
  func primary() {
    #expect(ResultCode.readOnlyRollback.rawValue == 776)
    #expect(ResultCode.readOnlyRollback.primary == .readOnly)
    #expect(ResultCode.busy.primary == .busy)
  }

  @Test("A file that does not exist cannot be opened")
  func missing() throws {
    let error = try sqliteError { _ = try Connection(.file("/nowhere/at/all.db")) }
    #expect(error.code.primary == .cannotOpen)
    #expect(error.sql == nil)
  }
}
