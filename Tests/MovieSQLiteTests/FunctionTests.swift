import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct FunctionTests {
  private static func connection() throws -> Connection {
    let connection = try Connection(.memory)
    try connection.add(
      ScalarFunction("shout", argumentCount: 1) { .text($0.text(at: 0).uppercased() + "!") })
    try connection.add(
      ScalarFunction("total", argumentCount: 3) { arguments in
        .integer((0..<3).reduce(0) { $0 &+ arguments.integer(at: $1) })
      })
    return connection
  }

  @Test(
    "A function gets arguments and returns values",
    arguments: [
      ("shout('é')", "É!"), ("shout('')", "!"), ("shout(NULL)", "!"), ("shout(12)", "12!"),
      ("hex(shout('a' || char(0) || 'b'))", "41004221"), ("total(NULL, NULL, NULL)", "0"),
      ("total(1, NULL, 4)", "5"), ("total(9223372036854775807, 0, 0)", "9223372036854775807"),
      ("typeof(total(1, 2, 3))", "integer"), ("typeof(shout(''))", "text"),
    ])
  func results(expression: String, result: String) throws {
    let connection = try Self.connection()
    #expect(try connection.texts("SELECT \(raw: expression)") == [result])
  }

  @Test("The wrong number of arguments is an error")
  func wrongCount() throws {
    let connection = try Self.connection()
    let error = try sqliteError { _ = try connection.texts("SELECT shout('a', 'b')") }
    #expect(error.code == .error)
  }

  @Test(
    "The schema of a file cannot call a function",
    arguments: [
      "CREATE TRIGGER x AFTER INSERT ON t BEGIN UPDATE t SET a = shout('a'); END",
      "CREATE VIEW x AS SELECT shout(a) FROM t",
      "CREATE INDEX x ON t(shout(a))",
      "CREATE TABLE x(a CHECK (shout(a) <> ''))",
      "CREATE TABLE x(a, b AS (shout(a)))",
    ])
  func notFromSchema(sql: String) throws {
    let connection = try Self.connection()
    try connection.run("CREATE TABLE t(a)")
    let error = try sqliteError {
      try connection.run(SQL(raw: sql))
      try connection.run("INSERT INTO t VALUES ('a')")
      _ = try connection.texts("SELECT * FROM x")
    }
    #expect(error.code == .error)
  }

  @Test("The body is released with the connection")
  func lifetime() throws {
    final class Witness: Sendable {}
    weak var witness: Witness?
    do {
      let connection = try Connection(.memory)
      let captured = Witness()
      witness = captured
      try connection.add(
        ScalarFunction("f", argumentCount: 0) { _ in .text("\(type(of: captured))") })
      #expect(try connection.texts("SELECT f()") == ["Witness"])
    }
    #expect(witness == nil)
  }

  @Test("A name that SQLite rejects is an error")
  func longName() throws {
    let connection = try Connection(.memory)
    let name = String(repeating: "f", count: 300)
    let error = try sqliteError {
      try connection.add(ScalarFunction(name, argumentCount: 0) { _ in .integer(1) })
    }
    #expect(error.code.rawValue == 21)
  }
}
