import Foundation
import TestSupport
import Testing

/// Catalogs with schema objects that would use unbounded time or memory.
@Suite(.limited, .fullTier, .temporaryDirectory) struct HostileSchemaTests {
  struct Bomb: Sendable, CustomTestStringConvertible {
    /// The object in the error message.
    let name: String
    let sql: String
    var testDescription: String { name }

    init(_ name: String, _ sql: String) { (self.name, self.sql) = (name, sql) }
  }

  static let bombs = [
    Bomb(
      "the trigger 'planted'",
      "CREATE TRIGGER planted AFTER INSERT ON MovieModel BEGIN DELETE FROM ActorModel; END"),
    Bomb(
      "the view 'endless'",
      """
      CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT x FROM n
      """),
    Bomb(
      "the view 'MovieModel'",
      """
      ALTER TABLE MovieModel RENAME TO renamed; CREATE VIEW MovieModel AS
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT x AS id, 'Heat' AS title, 0 AS favorite, 'heat' AS sortableTitle FROM n
      """),
    Bomb(
      "the table 'MovieModel'",
      "ALTER TABLE MovieModel ADD COLUMN bomb TEXT AS (printf('%.900000000c', 'x'))"),
    Bomb(
      "the table 'ActorModel'",
      "ALTER TABLE ActorModel ADD COLUMN bomb BLOB AS (zeroblob(900000000))"),
    Bomb(
      "the table 'MovieModel'",
      "ALTER TABLE MovieModel ADD COLUMN bomb INTEGER CHECK (length(zeroblob(900000000)) > bomb)"),
  ]

  @Test(
    "rejects a malicious schema object by name, immediately and in little memory", arguments: bombs)
  func refused(bomb: Bomb) throws {
    try ToolRunner.seed(20)
    #expect(try ToolRunner.shell(#""$SQL" movies.db "$1""#, bomb.sql).error == "")
    let before = try #require(ToolRunner.content(ToolRunner.database))
    for (command, status) in [
      ("list", 78), ("search e", 78), ("show 1", 78), ("actors", 78), ("stats", 78), ("export", 78),
      ("add x", 78), ("seed 3", 78), ("delete 1", 78), ("migrate plan", 1),
      ("migrate status movies.db", 1), ("migrate check movies.db", 1), ("migrate --to 5", 78),
    ] {
      let outcome = try ToolRunner.bounded(command)
      #expect(outcome.status == status, "\(command): \(outcome.error)")
      let text = outcome.error + outcome.output
      #expect(text.contains(bomb.name), "\(command): \(text)")
    }
    #expect(ToolRunner.content(ToolRunner.database) == before)
  }

  @Test("works with two thousand third-party tables, in little memory")
  func manyTables() throws {
    try ToolRunner.seed(3)
    let created = try ToolRunner.shell(
      "{ echo 'BEGIN;'; printf 'CREATE TABLE t%s(a);\\n' {1..2000}; echo 'COMMIT;'; } "
        + "| \"$SQL\" movies.db")
    #expect(created.error == "")
    let list = try ToolRunner.bounded("list --format ids | wc -l")
    #expect(list.output == "3\n", "\(list.error)")
    let added = try ToolRunner.bounded("add x -q")
    #expect(added.status == 0, "\(added.error)")
  }

  @Test(
    "an index that computes long values fails or works in bounded time and memory",
    arguments: [
      "zeroblob(900000000)", "zeroblob(id * 100000000)",
      "length(zeroblob(16000000))", "length(format('%16000000c', title))",
    ])
  func longValues(expression: String) throws {
    try ToolRunner.seed(20)
    let index = "CREATE INDEX bomb ON MovieModel(\(expression)) WHERE title = 'bomb'"
    #expect(try ToolRunner.shell(#""$SQL" movies.db "$1""#, index).error == "")
    for command in ["list", "add bomb", "seed 3", "migrate check movies.db", "doctor"] {
      let outcome = try ToolRunner.bounded(command)
      #expect([0, 1, 74, 78].contains(outcome.status), "\(command): \(outcome.error)")
    }
  }

  @Test("accepts a third-party index with a cheap expression")
  func harmlessIndex() throws {
    try ToolRunner.seed(3)
    let index = "CREATE INDEX format ON MovieModel(length(title)) WHERE title <> 'printf('"
    #expect(try ToolRunner.shell(#""$SQL" movies.db "$1""#, index).error == "")
    #expect(try ToolRunner.bounded("add 'printf(x)' -q").status == 0)
    #expect(try ToolRunner.bounded("migrate check movies.db").status == 0)
  }
}
