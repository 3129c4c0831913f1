import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// `undo` and `redo`.
@Suite(.limited, .temporaryDirectory) struct UndoTests {
  init() throws { try SampleCatalog.install() }

  private var catalog: [String] { [movies("export").output, movies("list", "--json").output] }

  @Test(
    "undo restores the catalog exactly, and redo makes the change again",
    arguments: [
      ["add", "Fallen Leaves", "--actor", "Alma Pöysti", "--actor", "Al Pacino", "--favorite"],
      ["add", "--random", "--seed", "1"], ["edit", "3", "--title", "Other"],
      ["edit", "4", "--rename-actor", "Val Kilmer=Val", "--add-actor", "Caan"],
      ["edit", "1", "--remove-actor", "Angela Bassett"], ["favorite", "1..9"],
      ["favorite", "5", "--on"], ["delete", "3", "4"], ["delete", "--all", "--yes"],
      ["delete", "--matching", "heat", "--yes"], ["seed", "20", "--seed", "3"], ["import", "-"],
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
      #expect(movies("doctor").status == .done)
      #expect(movies("redo").status == .done)
      #expect(catalog == after)
      #expect(movies("doctor").status == .done)
    }
  }

  @Test("prints the changed movies and names the command")
  func printed() {
    _ = movies("delete", "4", "8", "--db", SampleCatalog.path, "-q")
    let undo = movies("undo")
    #expect(
      undo.output
        == "4\t\tHeat\tAl Pacino;Robert De Niro;Val Kilmer\tadded\n8\t\tHeat\tJoe Dallesandro\tadded\n"
    )
    #expect(undo.error == "undid change 2: movies delete 4 8 -q (deleted 2 movies)\n")
    let redo = movies("redo", "--columns", "id,change")
    #expect(redo.output == "4\tdeleted\n8\tdeleted\n")
    #expect(redo.error == "redid change 2: movies delete 4 8 -q (deleted 2 movies)\n")
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
    #expect(movies("undo", "3").status == .done)
    #expect(catalog == before)
    #expect(movies("redo", "3").status == .done)
    #expect(catalog == after)
    let tooMany = movies("undo", "9")
    #expect(tooMany.status == .notFound)
    #expect(
      tooMany.error
        == "Error: only 4 changes can be undone. Nothing was changed. Run: movies undo 4\n")
    #expect(catalog == after)
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
    #expect(result.error.contains("\nError: there is nothing to undo."))
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
        Error: cannot undo change 2 (renamed 'Heat' to 'Hot'): another program changed movies since: the \
        title of 'Hot' (4) is now 'Hotter'. Nothing was changed. Change them back first.

        """)
    #expect(catalog == before)
  }

  @Test("rejects invalid counts", arguments: ["0", "-1", "x", "1.5", "99999999999999999999"])
  func invalid(count: String) {
    #expect(movies("undo", count).status == .usage)
    #expect(movies("redo", count).status == .usage)
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

  @Test("warns before the question and after it that a large deletion cannot be undone")
  func large() {
    _ = movies("seed", "10000", "--seed", "1", "-q")
    let declined = movies("delete", "--all", input: "n\n", on: .terminal)
    #expect(declined.error.contains("This cannot be undone."))
    #expect(declined.error.contains("movies backup <file>"))
    let deleted = movies("delete", "--all", "--yes", "--format", "ids")
    #expect(deleted.error == "deleted 10,009 movies; this cannot be undone\n")
    let undo = movies("undo")
    #expect(undo.status == .notFound)
    #expect(undo.error.contains("To go back, restore a backup: movies restore <backup>"))
  }

  @Test("asks before it deletes imported movies that cannot be redone")
  func largeImport() {
    _ = movies("seed", "10001", "--seed", "1", "-q")
    let declined = movies("undo", input: "n\n", on: .terminal)
    #expect(declined.status == .notFound)
    #expect(
      declined.error.contains("This deletes 10,001 imported movies, too many for 'movies redo'"))
    #expect(declined.error.hasSuffix("nothing was changed\n"))
    let undone = movies("undo", "--format", "ids")
    #expect(undone.status == .done)
    #expect(undone.error.hasSuffix("; this cannot be redone\n"))
    let redo = movies("redo")
    #expect(redo.status == .notFound)
    #expect(redo.error.hasSuffix("Nothing was changed. Run the command again.\n"))
    #expect(movies("list", "--format", "ids").output.split(separator: "\n").count == 9)
  }
}
