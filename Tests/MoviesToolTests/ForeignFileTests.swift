import Foundation
import TestSupport
import Testing

/// Files that are not catalogs are rejected and left unchanged.
@Suite(.limited, .temporaryDirectory) struct ForeignFileTests {
  struct Foreign: Sendable, CustomTestStringConvertible {
    let name: String
    /// A script that creates `movies.db`.
    let setup: String
    let message: String
    var testDescription: String { name }
  }

  static let all = [
    Foreign(
      name: "text", setup: "echo 'Dear diary, this is not a database.' > movies.db",
      message: "is not a movies database: it is not an SQLite database"),
    Foreign(
      name: "random bytes", setup: "head -c 100000 /dev/urandom > movies.db",
      message: "is not a movies database: it is not an SQLite database"),
    Foreign(
      name: "database of another program", setup: "\"$SQL\" movies.db 'CREATE TABLE bookmark(url)'",
      message: "is not a movies database: it was not created by movies"),
    Foreign(
      name: "other application ID",
      setup: "\"$MOVIES\" add x -q >&2; \"$SQL\" movies.db 'PRAGMA application_id = 7'",
      message: "is not a movies database: it was not created by movies"),
    Foreign(
      name: "newer",
      setup: "\"$MOVIES\" add x -q >&2; \"$SQL\" movies.db 'PRAGMA user_version = 7'",
      message: "has schema v7, but this program supports only up to v6. "
        + "Use a newer version of movies."),
    Foreign(
      name: "older",
      setup: "\"$MOVIES\" add x -q >&2; \"$SQL\" movies.db 'PRAGMA user_version = 5'",
      message: "has schema v5, but this program needs v6. Run: movies migrate --db "),
    Foreign(
      name: "unexpected trigger",
      setup: "\"$MOVIES\" add x -q >&2; \"$SQL\" movies.db "
        + "'CREATE TRIGGER planted AFTER INSERT ON MovieModel BEGIN DELETE FROM ActorModel; END'",
      message: "was changed: the trigger 'planted' is not part of the movies schema"),
    Foreign(
      name: "unexpected view",
      setup: "\"$MOVIES\" add x -q >&2; \"$SQL\" movies.db 'CREATE VIEW planted AS SELECT 1'",
      message: "was changed: the view 'planted' is not part of the movies schema"),
    Foreign(
      name: "missing table",
      setup: "\"$MOVIES\" add x -q >&2; \"$SQL\" movies.db 'DROP TABLE MovieActor'",
      message: "the table 'MovieActor' is missing"),
    Foreign(
      name: "only a header", setup: "printf 'SQLite format 3\\0' > movies.db", message: "movies.db"),
  ]

  @Test("every command rejects a foreign file and leaves it unchanged", arguments: all)
  func foreign(file: Foreign) throws {
    #expect(try ToolRunner.shell(file.setup).status == 0)
    let before = try #require(ToolRunner.content(ToolRunner.database))
    for arguments in [
      ["list"], ["add", "x"], ["import", "-"],
    ] {
      let outcome = try Tool(arguments, environment: ToolRunner.environment).run()
      #expect(outcome.status == 78, "\(arguments)")
      #expect(outcome.error.hasPrefix("Error: "))
      #expect(outcome.error.contains(file.message), "\(outcome.error)")
      #expect(outcome.output == "")
    }
    #expect(ToolRunner.content(ToolRunner.database) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.current)
    #expect(names == ["movies.db"])
  }

  @Test(
    "rejects a directory, a pipe and a device immediately",
    arguments: [
      ("mkdir movies.db", "it is a directory"), ("mkfifo movies.db", "it is not a regular file"),
      ("ln -s /dev/zero movies.db", "it is not a regular file"),
      ("ln -s /dev/null movies.db", "it is not a regular file"),
    ])
  func irregular(setup: String, reason: String) throws {
    #expect(try ToolRunner.shell(setup).status == 0)
    for command in ["list", "add x"] {
      let outcome = try ToolRunner.shell(#"timeout 20 "$MOVIES" \#(command)"#)
      #expect(outcome.status == 78)
      #expect(
        outcome.error
          == "Error: '\(ToolRunner.database)' is not a movies database: \(reason). "
          + "Check the path.\n")
    }
  }

  @Test("an empty file is an empty catalog")
  func empty() throws {
    let path = try ToolRunner.write([], to: "movies.db")
    #expect(try ToolRunner.tool("list", "--json").run().output == "[]\n")
    #expect(try ToolRunner.tool("show", "1").run().status == 1)
    #expect(try ToolRunner.tool("add", "x", "-n").run().status == 0)
    #expect(ToolRunner.content(path) == [])
    #expect(try ToolRunner.tool("add", "x", "--format", "tsv").run().output == "1\t\tx\t\n")
    #expect(try ToolRunner.tool("list").run().output == "1\t\tx\t\n")
  }

  @Test("preserves third-party tables and indexes")
  func harmlessAdditions() throws {
    try ToolRunner.seed(2)
    let outcome = try ToolRunner.shell(
      #"""
      "$SQL" movies.db 'CREATE TABLE note(x); CREATE INDEX i ON note(x); INSERT INTO note VALUES (1)'
      "$MOVIES" add x -q > /dev/null; echo $?; "$SQL" movies.db 'SELECT * FROM note'
      """#)
    #expect(outcome.output == "0\n1\n")
  }

  @Test("finds titles that another program inserted")
  func insertedBySQL() throws {
    try ToolRunner.seed(2)
    let outcome = try ToolRunner.shell(
      #"""
      "$SQL" movies.db "INSERT INTO MovieModel(title) VALUES ('Ünïque Plum Title')"
      "$MOVIES" search 'unique plum' --columns title; "$MOVIES" list plum --format ids
      "$MOVIES" show 'ünïque plum title' --format ids
      "$SQL" movies.db "UPDATE MovieModel SET title = 'Pear' WHERE id = 3"
      "$MOVIES" search plum; "$MOVIES" search pear --columns id
      "$SQL" movies.db "DELETE FROM MovieModel WHERE id = 3"; "$MOVIES" search pear
      """#)
    #expect(outcome.output == "Ünïque Plum Title\n3\n3\n3\n")
    #expect(outcome.error == "")
  }
}
