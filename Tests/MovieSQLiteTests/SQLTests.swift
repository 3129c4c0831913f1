import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct SQLTests {
  @Test("Interpolated values become parameters, in order")
  func values() {
    let (id, name) = (7, "O'Neil")
    let sql: SQL = "SELECT * FROM t WHERE id = \(id) AND name = \(name) AND \(true) AND x > \(1.5)"
    #expect(sql.text == "SELECT * FROM t WHERE id = ? AND name = ? AND ? AND x > ?")
    #expect(sql.values == [.integer(7), .text("O'Neil"), .integer(1), .real(1.5)])
  }

  @Test("Interpolated SQL is inserted with its values")
  func fragments() {
    let condition: SQL = "b = \(2)"
    let sql: SQL = "SELECT \(1) WHERE \(condition) AND c = \(3)"
    #expect(sql.text == "SELECT ? WHERE b = ? AND c = ?")
    #expect(sql.values == [.integer(1), .integer(2), .integer(3)])
  }

  @Test("Raw text and raw numbers become part of the statement")
  func raw() {
    let sql: SQL = "SELECT count(*) FROM \(raw: "t") LIMIT \(raw: 5)"
    #expect(sql.text == "SELECT count(*) FROM t LIMIT 5")
    #expect(sql.values.isEmpty)
  }

  @Test("Joined fragments have their separator between them, and their values in order")
  func joined() {
    let sql = SQL.joined(["a = \(1)", "b", "c = \("x")"], separator: " AND ")
    #expect(sql.text == "a = ? AND b AND c = ?")
    #expect(sql.values == [.integer(1), .text("x")])
    #expect(SQL.joined([], separator: ", ").text == "")
  }

  @Test(
    "Text that looks like SQL stays a value", arguments: ["' OR 1", "; DROP TABLE t", "\0", "?"])
  func injection(text: String) throws {
    let connection = try Connection(.memory)
    let found = try connection.texts("SELECT hex(\(text))")
    #expect(
      found == [
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
          .joined()
      ])
  }

  @Test("Quotes in an identifier are doubled")
  func identifiers() throws {
    let connection = try Connection(.memory)
    let name = #"a "quoted" name"#
    try connection.run("CREATE TABLE \(raw: name.quotedIdentifier)(x)")
    #expect(try connection.texts("SELECT name FROM sqlite_schema") == [name])
  }

  // MARK: - One statement

  @Test(
    "A second statement is rejected, and neither runs",
    arguments: [
      "INSERT INTO t VALUES (1); DELETE FROM t", "INSERT INTO t VALUES (1);;SELECT 1",
      "INSERT INTO t VALUES (1); syntax error", "INSERT INTO t VALUES (1); /* a */ SELECT 1",
      "INSERT INTO t VALUES (1); -- end", "INSERT INTO t VALUES (1);;",
    ])
  func secondStatement(sql: String) throws {
    let connection = try Connection(.memory)
    try connection.run("CREATE TABLE t(x INTEGER)")
    let error = try sqliteError { try connection.run(SQL(raw: sql)) }
    #expect(error.code == .error)
    #expect(error.sql == sql)
    #expect(try connection.texts("SELECT CAST(count(*) AS TEXT) FROM t") == ["0"])
  }

  @Test(
    "A semicolon and white space after a statement are accepted, and a comment in it",
    arguments: ["SELECT 'a';", "SELECT 'a' ; \n", "SELECT 'a' -- end", "SELECT 'a' /* end */;"])
  func trailingText(sql: String) throws {
    let connection = try Connection(.memory)
    #expect(try connection.texts(SQL(raw: sql)) == ["a"])
  }

  @Test("Text without a statement is rejected", arguments: ["", ";", " -- nothing"])
  func noStatement(sql: String) throws {
    let connection = try Connection(.memory)
    let error = try sqliteError { try connection.run(SQL(raw: sql)) }
    #expect(error.code == .error)
  }
}
