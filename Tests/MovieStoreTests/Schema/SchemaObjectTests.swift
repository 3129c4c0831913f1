import MovieSQLite
import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct SchemaObjectTests {
  private static func isSame(_ sql: String, _ other: String) -> Bool {
    SchemaObject(type: "table", name: "t", sql: sql)
      .hasSameDefinition(as: SchemaObject(type: "table", name: "t", sql: other))
  }

  @Test("Definitions are equal despite white space and identifier quotes")
  func sameStatement() {
    let sql = "CREATE TABLE t(a TEXT DEFAULT 'it''s')"
    #expect(Self.isSame(sql, sql))
    #expect(Self.isSame(sql, "CREATE TABLE \"t\" (\n  [a] TEXT\n DEFAULT 'it''s' )"))
  }

  @Test(
    "Definitions differ by any other change",
    arguments: [
      "CREATE TABLE t(A TEXT NOT NULL)", "CREATE TABLE t('a' TEXT NOT NULL)",
      "CREATE TABLE t(a TEXT NOT NULL,)", "CREATE TABLE t(a TEXT NOT NULL) STRICT",
      "CREATE TABLE t(a TEXT NOT NULL",
      "",
    ])
  func otherStatement(sql: String) {
    #expect(!Self.isSame("CREATE TABLE t(a TEXT NOT NULL)", sql))
  }

  @Test("Canonically equivalent texts are different definitions")
  func composition() {
    #expect(!Self.isSame("CREATE TABLE \u{212A}(a)", "CREATE TABLE K(a)"))
    #expect(!Self.isSame("CREATE TABLE t(\u{E9})", "CREATE TABLE t(e\u{301})"))
  }

  @Test("Lists all objects except those of SQLite itself")
  func all() throws {
    let connection = try Connection(.memory)
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
