import MovieSQLite
import MovieStore
import Testing

@Suite struct SchemaObjectTests {
  private static func normalized(_ sql: String) -> String {
    SchemaObject(type: "table", name: "t", sql: sql).normalizedSQL
  }

  @Test("white space and identifier quotes make no difference, those in a text do")
  func normalizing() {
    #expect(
      Self.normalized("CREATE TABLE \"t\"(\n  a TEXT DEFAULT '')")
        == Self.normalized("CREATE TABLE t(a TEXT DEFAULT '')"))
    #expect(Self.normalized("DEFAULT 'a b'") != Self.normalized("DEFAULT 'ab'"))
    #expect(Self.normalized("DEFAULT '\"'") != Self.normalized("DEFAULT ''"))
    #expect(Self.normalized("DEFAULT 'it''s  \"x\"' \"y\"") == "DEFAULT'it''s  \"x\"'y")
  }

  @Test("all objects are listed but those SQLite keeps for itself")
  func all() throws {
    var connection = try Connection(.memory)
    let names = try connection.write { transaction throws in
      try transaction.execute("CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, a UNIQUE)")
      try transaction.execute("CREATE INDEX i ON t(a)")
      try transaction.execute("CREATE VIEW v AS SELECT 1")
      try transaction.execute("CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END")
      return try SchemaObject.all(in: transaction).map { $0.type + " " + $0.name }
    }
    #expect(names.sorted() == ["index i", "table t", "trigger x", "view v"])
  }
}
