import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// `undo` and `redo`.
@Suite(.limited, .temporaryDirectory) struct UndoTests {
  init() throws { try SampleCatalog.install() }

  private var catalog: [String] { [movies("export").output, movies("list", "--json").output] }

  @Test(
    "undo restores the catalog exactly, and redo redoes the change",
    arguments: [
      ["add", "Fallen Leaves", "--actor", "Alma Pöysti", "--actor", "Al Pacino", "--favorite"],
      ["edit", "3", "--title", "Other"],
      ["edit", "4", "--rename-actor", "Val Kilmer=Val", "--add-actor", "Caan"],
      ["favorite", "1..9"],
      ["delete", "--all", "--yes"],
      ["delete", "--where", "title:heat", "--yes"], ["seed", "20", "--seed", "3"], ["import", "-"],
    ])
  func exact(command: [String]) {
    let input = #"{"title": "Ran", "cast": ["Tatsuya Nakadai", "Al Pacino"]}"#
    let before = catalog
    #expect(movies(command, input: Array(input.utf8)).status == .done)
    let after = catalog
    #expect(after != before)
    for _ in 0..<2 {
      #expect(movies("undo").status == .done)
      #expect(catalog == before)
      #expect(movies("redo").status == .done)
      #expect(catalog == after)
    }
    #expect(movies("doctor").status == .done)
    #expect(movies("undo").status == .done)
    #expect(movies("doctor").status == .done)
  }

  @Test("prints the changed movies and names the command")
  func printed() {
    _ = movies("delete", "4", "8", "--db", SampleCatalog.path, "-q")
    let undo = movies("undo")
    #expect(undo.output == "")
    #expect(undo.error == "undid change 2: movies delete 4 8 -q (deleted 2 movies)\n")
    let redo = movies("redo", "--columns", "id,change")
    #expect(redo.output == "4\tdeleted\n8\tdeleted\n")
    #expect(redo.error == "redid change 2: movies delete 4 8 -q (deleted 2 movies)\n")
    #expect(
      movies("undo", "--format", "tsv").output
        == "4\t\tHeat\tAl Pacino;Robert De Niro;Val Kilmer\tadded\n8\t\tHeat\tJoe Dallesandro\tadded\n"
    )
    #expect(movies("redo", "--json").output.hasPrefix("[\n{\"id\": 4, "))
    for option in ["-0", "--no-header"] { #expect(movies("undo", option).status == .usage) }
    _ = movies("favorite", "1", "2", "-q")
    #expect(
      movies("undo", "--columns", "id,favorite,change").output == "1\t*\tupdated\n2\t\tupdated\n")
  }

  @Test("--dry-run prints the same records and changes nothing")
  func dryRun() throws {
    _ = movies("delete", "4", "-q")
    let bytes = try SampleCatalog.bytes
    let dryRun = movies("undo", "--dry-run", "--json")
    #expect(dryRun.error == "would undo change 2: movies delete 4 -q (deleted 'Heat')\n")
    #expect(try SampleCatalog.bytes == bytes)
    #expect(movies("undo", "--json").output == dryRun.output)
    let redo = movies("redo", "-n", "--json")
    #expect(redo.error == "would redo change 2: movies delete 4 -q (deleted 'Heat')\n")
    #expect(movies("redo", "--json").output == redo.output)
  }

  @Test("undoes several changes together, or none of them")
  func several() {
    let before = catalog
    _ = movies("add", "A")
    _ = movies("delete", "1")
    _ = movies("favorite", "2")
    let after = catalog
    #expect(movies("undo", "--last", "3").status == .done)
    #expect(catalog == before)
    #expect(movies("redo", "--last", "3").status == .done)
    #expect(catalog == after)
    // Without a question or work for it.
    let tooMany = movies("undo", "--last", "999", on: .terminal)
    #expect(tooMany.status == .notFound)
    #expect(
      tooMany.error
        == "Error: only 4 changes can be undone. Nothing was changed. Run: movies undo --last 4\n")
    #expect(catalog == after)
    _ = movies("history", "clear", "--yes")
    _ = movies("add", "B")
    #expect(
      movies("undo", "--last", "2").error
        == "Error: only 1 change can be undone; the history no longer has older ones. Nothing was "
        + "changed. Run: movies undo --last 1\n")
  }

  @Test("undoes and redoes all changes up to a number, after a question if it is several")
  func numbers() {
    _ = movies("add", "A")
    _ = movies("delete", "1")
    let before = catalog
    _ = movies("favorite", "2")
    #expect(movies("undo", "4").error.hasPrefix("undid change 4: "))
    #expect(catalog == before)
    #expect(movies("redo", "4").status == .done)
    let declined = movies("undo", "2", input: "n\n", on: .terminal)
    #expect(
      declined.error == """
          4 movies favorite 2 (added 'Amélie' to favorites)
          3 movies delete 1 (deleted 'The Score')
          2 movies add A (added 'A')
        Undo 3 changes? [y/N] nothing was changed

        """)
    #expect(declined.status == .notFound)
    for options in [[], ["--no-input"]] {
      #expect(movies(["undo", "2"] + options).error.hasPrefix("Error: Undoing 3 changes requires"))
    }
    #expect(movies("undo", "2", "--dry-run").error.split(separator: "\n").count == 3)
    #expect(movies("undo", "2", "--yes").status == .done)
    #expect(movies("list", "--format", "ids").output.split(separator: "\n").count == 9)
    #expect(movies("redo", "3", "-y").error.split(separator: "\n").count == 2)
    #expect(catalog == before)
  }

  @Test(
    "a number that cannot be undone or redone is reported at once",
    arguments: [
      (["undo", "99"], "the history has no entry 99. Run 'movies history' to see the changes."),
      (
        ["undo", "5"],
        "entry 5 is not a change, but an undo of change 4. To take that back, run: movies redo 4"
      ),
      (["undo", "4"], "change 4 is undone already. To redo it, run: movies redo 4"),
      (["redo", "3"], "change 3 is not undone."),
      (
        ["redo", "2"],
        "change 2 can no longer be redone, because of a change that was made after its undo."
      ),
      (["undo", "2"], "change 2 is undone already."),
    ])
  func numbersOfOthers(command: [String], message: String) throws {
    var store = try Catalog(path: SampleCatalog.path, access: .writing)
    try store.toggleFavorite(id: Movie.ID(rawValue: 1))
    try store.undo()
    try PlainConnection(SampleCatalog.path).run(
      """
      DELETE FROM movieHistory WHERE kind = 'undo';
      UPDATE movieHistory SET state = 'superseded' WHERE id = 2;
      """)
    try store.toggleFavorite(id: Movie.ID(rawValue: 2))
    try store.toggleFavorite(id: Movie.ID(rawValue: 3))
    try store.undo()
    let result = movies(command, on: .terminal)
    #expect(result.error == "Error: \(message)\n")
    #expect(result.status == .notFound)
  }

  @Test("a number that used to be a count is explained")
  func formerCount() {
    _ = movies("history", "clear", "--yes")
    for title in ["A", "B", "C"] { _ = movies("add", title, "-q") }
    // Its number is 1 more than the count of the changes that were cleared.
    #expect(movies("undo", "2", on: .terminal).error.contains("Undo 3 changes? [y/N] "))
    _ = movies("history", "clear", "--yes")
    for title in ["D", "E", "F"] { _ = movies("add", title, "-q") }
    #expect(
      movies("undo", "3").error
        == "Error: the history has no entry 3. For the last 3 changes, run: "
        + "movies undo --last 3\n")
    #expect(
      movies("undo", "4").error
        == "Error: the history has no entry 4. Run 'movies history' to see the changes.\n")
  }

  @Test("a new change after an undo ends the possibility to redo")
  func superseded() {
    _ = movies("add", "A", "-q")
    _ = movies("undo", "-q")
    _ = movies("add", "B", "-q")
    let redo = movies("redo")
    #expect(redo.status == .notFound)
    #expect(
      redo.error == "Error: there is nothing to redo. Run 'movies history' to see the changes.\n")
    #expect(movies("history", "--columns", "id,state").output == "4\t\n3\t\n2\tsuperseded\n1\t\n")
  }

  @Test("an empty history is an error, also without a database")
  func nothing() {
    let missing = ["MOVIES_DB": TemporaryDirectory.path("none.db")]
    #expect(movies("undo", environment: missing).status == .missingFile)
    let home = ["MOVIES_DB": "", "HOME": TemporaryDirectory.path("home")]
    let result = movies("undo", environment: home)
    #expect(result.status == .notFound)
    #expect(result.error.contains("\nError: there is nothing to undo: the history is empty."))
  }

  @Test("refuses if another program has changed a movie, and names it")
  func changed() throws {
    _ = movies("edit", "4", "--title", "Hot", "-q")
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute("UPDATE MovieModel SET title = 'Hotter' WHERE id = 4")
    let before = catalog
    let result = movies("undo")
    #expect(result.status == .notFound)
    #expect(
      result.error == """
        Error: cannot undo change 2 (renamed 'Heat' to 'Hot'): another program or a sync changed movies \
        since: the title of 'Hot' (4) is now 'Hotter'. Nothing was changed. Change them back first.

        """)
    #expect(catalog == before)
  }

  @Test("rejects invalid counts", arguments: ["0", "-1", "x", "1.5", "99999999999999999999"])
  func invalid(count: String) {
    for arguments in [["undo", count], ["undo", "--last", count], ["redo", "--last", count]] {
      #expect(movies(arguments).status == .usage)
    }
  }

  @Test("a deletion on a terminal names the command that undoes it")
  func hint() {
    #expect(movies("delete", "4", on: .terminal).error == "deleted 1 movie. To undo: movies undo\n")
    let path = TemporaryDirectory.path("other one.db")
    _ = movies("add", "A", "--db", path)
    #expect(
      movies("delete", "1", "--db", path, on: .terminal).error
        == "deleted 1 movie. To undo: movies undo --db '\(path)'\n")
    #expect(movies("delete", "5").error == "deleted 1 movie\n")
    #expect(movies("delete", "6", "--dry-run", on: .terminal).error == "would delete 1 movie\n")
  }

  @Test(
    "a change that cannot be undone asks first, and needs --yes without a terminal",
    arguments: [
      (["delete", "4"], "Delete 1 movie?", "deleted 1 movie"),
      (["delete", "--all"], "Delete 9 movies?", "deleted 9 movies"),
      (["edit", "3", "4", "--set", "tag=a"], "Change 2 movies?", "changed 2 movies"),
      (
        ["edit", "--where", "has:note", "--unset", "note"], "Change 1 movie?",
        "changed 'Heat': no note (was a\u{FFFD})"
      ),
    ])
  func irreversible(command: [String], question: String, done: String) throws {
    _ = movies("edit", "4", "--set", "note=a", "-q")
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute("UPDATE MovieAttribute SET value = CAST(x'61ff' AS TEXT)")
    let before = catalog
    for options in [[], ["--no-input"]] {
      let refused = movies(
        command + options,
        on: options.isEmpty ? Console(isInputTerminal: true, isOutputTerminal: true) : .terminal)
      #expect(refused.status == .usage)
      #expect(refused.error.contains("requires confirmation. Pass '--yes'."))
      // A change by a query needs it in any case.
      if !command.contains("--where"), !command.contains("--all") {
        #expect(
          refused.error.contains(
            "cannot be undone ('movies backup <file>' keeps a copy) and requires"))
      }
    }
    let declined = movies(command, input: Array("n\n".utf8), on: .terminal)
    #expect(declined.status == .notFound)
    #expect(
      declined.error.contains(
        "  This cannot be undone. To keep a copy, answer n and run: movies backup <file>\n\(question) [y/N] "
      ))
    #expect(movies(command + ["--dry-run"]).status == .done)
    #expect(catalog == before)
    #expect(movies(command, input: Array("y\n".utf8), on: .terminal).status == .done)
    #expect(catalog != before)
    try SampleCatalog.install()
    _ = movies("edit", "4", "--set", "note=a", "-q")
    let other = try Connection(.file(SampleCatalog.path))
    try other.execute("UPDATE MovieAttribute SET value = CAST(x'61ff' AS TEXT)")
    #expect(movies(command + ["--yes"]).error == "\(done); this cannot be undone\n")
    let undo = movies("undo")
    #expect(undo.status == .notFound)
    #expect(undo.error.contains("To go back, restore a backup: movies restore <backup>"))
  }

  @Test("a change of another field of a movie with invalid text can be undone, and keeps the bytes")
  func invalidText() throws {
    _ = movies("edit", "3", "4", "--set", "note=a", "-q")
    let connection = try Connection(.file(SampleCatalog.path))
    for change in [
      "UPDATE MovieModel SET title = CAST(x'41ff42' AS TEXT) WHERE id = 4",
      "UPDATE ActorModel SET name = CAST(x'4eff4e' AS TEXT) WHERE name = 'Val Kilmer'",
      "UPDATE MovieAttribute SET value = CAST(x'43ff43' AS TEXT) WHERE movieID = 4",
    ] { try connection.execute(SQL(raw: change)) }
    let invalid = """
      SELECT hex(title) || ' ' || (
        SELECT hex(name) FROM ActorModel WHERE hex(name) LIKE '4EFF%') || ' '
        || (SELECT hex(value) FROM MovieAttribute WHERE movieID = 4 AND key = 'note')
      FROM MovieModel WHERE id = 4
      """
    func bytes() throws -> String { try connection.queryText(SQL(raw: invalid)) }
    func actors() throws -> String {
      try connection.queryText("SELECT group_concat(id || hex(name)) FROM ActorModel")
    }
    let actorsBefore = try actors()
    for command in [["favorite", "4"], ["edit", "4", "--add-actor", "New", "--yes"]] {
      #expect(movies(command).status == .done)
    }
    _ = movies("edit", "4", "--remove-actor", "New", "--yes")
    #expect(movies("favorite", "4").status == .done)
    #expect(movies("undo").status == .done)
    #expect(try actors() == actorsBefore)
    let before = try bytes()
    #expect(before == "41FF42 4EFF4E 43FF43")
    #expect(movies("favorite", "4").status == .done)
    #expect(movies("edit", "4", "--set", "year=1995", "--yes").status == .done)
    #expect(movies("edit", "4", "--add-actor", "New", "--yes").status == .done)
    #expect(try bytes() == before)
    #expect(movies("show", "4", "--json").output.contains("\"New\""))
    _ = movies("favorite", "3..5", "--on")
    #expect(movies("undo").status == .done)
    #expect(try bytes() == before)
    #expect(movies("edit", "4", "--title", "Heat", "--yes").error.hasSuffix("cannot be undone\n"))
  }

  @Test("a damaged size of an earlier undo does not prevent the undo of an import")
  func damagedSize() throws {
    _ = movies("undo", "--yes", "-q")
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute(
      "UPDATE movieHistory SET bytes = -9223372036854775808 WHERE kind = 'undo'")
    _ = movies("seed", "2", "--seed", "1", "-q")
    #expect(movies("undo").status == .done)
    #expect(movies("list").output == "")
  }

  @Test("asks before it deletes imported movies that cannot be redone, and counts what else cannot")
  func largeImport() throws {
    for seed in ["1", "2"] { _ = movies("seed", "20", "--seed", seed, "-q") }
    _ = movies("add", "third", "-q")
    _ = movies("undo", "--last", "2", "-q")
    // As if the history were full.
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute(
      "UPDATE movieHistory SET changes = 999990 WHERE kind = 'undo' AND changes > 0")
    let before = catalog
    let declined = movies("undo", input: "n\n", on: .terminal)
    #expect(declined.status == .notFound)
    #expect(
      declined.error == """
          The import of 20 movies cannot be redone: the history has no room for that many movies.
          2 other undone changes cannot be redone either.
        Undo? [y/N] nothing was changed

        """)
    for options in [[], ["--no-input"]] {
      let refused = movies(
        ["undo"] + options,
        on: options.isEmpty ? Console(isInputTerminal: true, isOutputTerminal: true) : .terminal)
      #expect(refused.status == .usage)
      #expect(
        refused.error.contains(
          "Undoing the import of 20 movies cannot be redone, nor can 2 other undone changes, and requires "
            + "confirmation. Pass '--yes'."))
    }
    #expect(catalog == before)
    let undone = movies("undo", "--yes")
    #expect(undone.status == .done)
    #expect(
      undone.error == """
        undid change 2: movies seed 20 --seed 1 -q (added 20 movies); this cannot be redone
        2 other undone changes cannot be redone either

        """)
    #expect(movies("redo").error.contains("there is nothing to redo"))
    #expect(movies("list", "--format", "ids").output.split(separator: "\n").count == 9)
  }
}
