import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// `history` and `history show`.
@Suite(.limited, .temporaryDirectory) struct HistoryTests {
  init() throws { try SampleCatalog.install() }

  /// The lines of the history without the times.
  private func lines(_ arguments: String...) -> [String] {
    movies(["history", "--columns", "id,state,command,summary"] + arguments).output
      .split(separator: "\n").map(String.init)
  }

  @Test("each command that changes movies is one entry, newest first")
  func entries() {
    _ = movies("add", "Ran")
    _ = movies("edit", "4", "--title", "Hot stuff")
    _ = movies("favorite", "1..3")
    _ = movies("delete", "5", "--db=" + SampleCatalog.path)
    _ = movies("seed", "3", "--seed", "1")
    _ = movies("import", "-", input: #"{"title": "Ikiru"}"#)
    _ = movies("undo")
    #expect(
      lines() == [
        "8\t\tmovies undo\tundid change 7: added 1 movie",
        "7\tundone\tmovies import -\tadded 1 movie",
        "6\t\tmovies seed 3 --seed 1\tadded 3 movies",
        "5\t\tmovies delete 5\tdeleted '1917'",
        "4\t\tmovies favorite 1..3\tadded 1 movie to favorites, removed 2 movies from favorites",
        "3\t\tmovies edit 4 --title 'Hot stuff'\trenamed 'Heat' to 'Hot stuff'",
        "2\t\tmovies add Ran\tadded 'Ran'", "1\t\t\tadded 9 movies",
      ])
    #expect(lines("--limit", "2").count == 2)
    #expect(lines("--limit", "0") == [])
  }

  @Test("commands that change nothing, fail or are dry runs add no entry")
  func unchanged() {
    for command in [
      ["favorite", "1", "--on"], ["edit", "4", "--title", "Heat"], ["delete", "99"],
      ["delete", "4", "--dry-run"], ["seed", "0"], ["import", "-"], ["add", "x", "-n"], ["list"],
      ["doctor", "--fix"],
    ] { _ = movies(command) }
    #expect(lines() == ["1\t\t\tadded 9 movies"])
  }

  @Test("words select entries by command, summary and title; case and accents are folded")
  func filter() {
    _ = movies("delete", "1", "2", "4", "--yes")
    _ = movies("add", "Amélie Two")
    #expect(
      lines("--search", "AMELIE") == [
        "3\t\tmovies add 'Amélie Two'\tadded 'Amélie Two'",
        "2\t\tmovies delete 1 2 4 --yes\tdeleted 3 movies",
      ])
    #expect(lines("--search", "amelie delete").count == 1)
    #expect(lines("--search", "score heat").count == 1)
    #expect(lines("--search", "nothing like this") == [])
    #expect(movies("history", "--search", " ").status == .usage)
    #expect(movies("history", "--search", "zzz", "-q") == CommandResult())
    #expect(movies("history", "--search", "zzz", on: .terminal).error == "no changes match\n")
  }

  @Test("JSON has all keys in a fixed order")
  func json() {
    _ = movies("delete", "4")
    _ = movies("undo")
    let output = movies("history", "--json").output
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
    #expect(
      output == """
        [
        {"id": 3, "time": "TIME", "kind": "undo", "state": "done", "target": 2, \
        "command": "movies undo", "summary": "undid change 2: deleted 'Heat'", "movies": 1, \
        "undoable": false},
        {"id": 2, "time": "TIME", "kind": "change", "state": "undone", "target": null, \
        "command": "movies delete 4", "summary": "deleted 'Heat'", "movies": 1, "undoable": false},
        {"id": 1, "time": "TIME", "kind": "change", "state": "done", "target": null, \
        "command": null, "summary": "added 9 movies", "movies": 9, "undoable": true}
        ]

        """)
    #expect(
      movies("history", "--json", environment: ["MOVIES_DB": "", "HOME": "/nowhere"]).output
        == "[]\n")
  }

  @Test("show prints the movies of an entry, before and after")
  func show() {
    _ = movies("edit", "4", "--title", "Hot", "--remove-actor", "Val Kilmer")
    _ = movies("favorite", "4")
    _ = movies("undo")
    #expect(
      movies("history", "show", "2").output
        == "4\tupdated\t\tHot\tAl Pacino;Robert De Niro\t"
        + "title 'Hot' (was 'Heat'); actors Al Pacino, Robert De Niro (was Al Pacino, Robert De Niro, "
        + "Val Kilmer)\n")
    #expect(
      movies("history", "show", "3").output
        == "4\tupdated\t*\tHot\tAl Pacino;Robert De Niro\tfavorite\n")
    #expect(
      movies("history", "show", "4").output
        == "4\tupdated\t\tHot\tAl Pacino;Robert De Niro\tnot a favorite\n")
    #expect(
      movies("history", "show", "3", "--json").output == """
        [
        {"id": 4, "change": "updated", "before": {"id": 4, "title": "Hot", "sortableTitle": "hot", \
        "favorite": false, "actors": [{"id": 7, "name": "Al Pacino"}, {"id": 1, "name": "Robert De \
        Niro"}], "attributes": {}}, "after": {"id": 4, "title": "Hot", "sortableTitle": "hot", "favorite": true, \
        "actors": [{"id": 7, "name": "Al Pacino"}, {"id": 1, "name": "Robert De Niro"}], \
        "attributes": {}}}
        ]

        """)
    #expect(
      movies("history", "show", "1", "--format", "ids").output == "1\n2\n3\n4\n5\n6\n7\n8\n9\n")
    let missing = movies("history", "show", "99")
    #expect(missing.status == .notFound)
    #expect(
      missing.error
        == "Error: the history has no entry 99. Run 'movies history' to see the entries.\n")
    #expect(movies("history", "show", "x").status == .usage)
    #expect(movies("history", "show").status == .usage)
  }

  @Test("clear empties the history and leaves the catalog")
  func clear() throws {
    _ = movies("delete", "4")
    let catalog = movies("export").output
    let bytes = try SampleCatalog.bytes
    #expect(
      movies("history", "clear", "--dry-run").error == "would delete 2 changes from the history\n"
    )
    #expect(try SampleCatalog.bytes == bytes)
    let declined = movies("history", "clear", input: "n\n", on: .terminal)
    #expect(declined.status == .notFound)
    #expect(
      declined.error == """
        Delete 2 changes from the history? They can then no longer be undone. [y/N] nothing was changed

        """)
    for options in [[], ["--no-input"]] {
      let refused = movies(
        ["history", "clear"] + options,
        on: options.isEmpty ? Console(isInputTerminal: true, isOutputTerminal: true) : .terminal)
      #expect(refused.status == .usage)
      #expect(
        refused.error.hasPrefix("Error: Deleting the history requires confirmation. Pass '--yes'."))
    }
    #expect(lines().count == 2)
    #expect(
      movies("history", "clear", "--yes").error == "deleted 2 changes from the history\n")
    #expect(lines() == [])
    #expect(movies("history", "clear").error == "the history is empty\n")
    #expect(movies("undo").status == .notFound)
    #expect(movies("export").output == catalog)
    #expect(movies("doctor").status == .done)
    _ = movies("add", "A")
    // Numbers are not used again.
    #expect(lines() == ["3\t\tmovies add A\tadded 'A'"])
  }

  @Test("clear deletes no change that was not shown")
  func clearShown() throws {
    var store = try Catalog(path: SampleCatalog.path, access: .writing)
    try store.toggleFavorite(id: Movie.ID(rawValue: 1))
    let newest = try #require(try store.history(limit: 1).first)
    try store.delete(id: Movie.ID(rawValue: 1))
    #expect(try !store.clearHistory(through: newest, count: 1))
    #expect(try store.clearHistory(through: newest, count: 2))
    #expect(try store.history().map(\.summary) == ["deleted 'The Score'"])
    #expect(try !store.clearHistory(through: newest, count: 2))
    let deletion = try #require(try store.history(limit: 1).first)
    // An undo changes the state of what was shown.
    try store.undo()
    #expect(try !store.clearHistory(through: deletion, count: 1))
    #expect(try store.redo()?.id == deletion.id)
    // A redo needs what was shown.
    #expect(try !store.clearHistory(through: deletion, count: 1))
  }

  @Test("the search ignores a value that another program damaged")
  func damagedValue() throws {
    _ = movies("favorite", "4", "-q")
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute("UPDATE movieHistoryChange SET after = '{' WHERE entryID = 2")
    #expect(movies("history", "list", "--search", "heat", "--format", "ids").output == "2\n")
    let shown = movies("history", "show", "2")
    #expect(shown.status == .inputOutput)
    #expect(shown.error.contains("movies doctor"))
    #expect(movies("undo").error.contains("deleted or damaged values of the history"))
  }

  @Test("the highest number of another program is reported, and clearing the history helps")
  func exhausted() throws {
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute("UPDATE movieHistory SET id = 9223372036854775807")
    let refused = movies("favorite", "4")
    #expect(refused.status == .inputOutput)
    #expect(
      refused.error == """
        Error: the history of '\(SampleCatalog.path)' has no more numbers: another program used the highest \
        one. Nothing was changed. Run 'movies history clear', then the command again.

        """)
    #expect(movies("history", "clear", "--yes").status == .done)
    #expect(movies("favorite", "4").status == .done)
    #expect(lines() == ["1\t\tmovies favorite 4\tadded 'Heat' to favorites"])
  }

  @Test(
    "a damaged number of deleted changes does not prevent a change",
    arguments: ["'x'", "9223372036854775807", "-1", "1.5"])
  func damagedNumber(value: String) throws {
    try PlainConnection(SampleCatalog.path).run(
      """
      DELETE FROM movieHistory;
      DELETE FROM movieHistoryChange;
      INSERT INTO sqlite_sequence VALUES ('movieHistory', \(value));
      """)
    #expect(movies("favorite", "4").status == .done)
    #expect(lines() == ["1\t\tmovies favorite 4\tadded 'Heat' to favorites"])
  }

  @Test(
    "damaged numbers of imported movies do not prevent the list, but the undo",
    arguments: [
      "x", #"{"movies": ["a", "b"], "actors": [1, 1], "checksum": 1}"#,
      #"{"movies": [1.5, 2.5], "actors": [1, 1], "checksum": 1}"#,
    ])
  func damagedImport(value: String) throws {
    _ = movies("import", "-", "-q", input: "title\nA\n")
    try PlainConnection(SampleCatalog.path).run(
      "UPDATE movieHistory SET imported = '\(value)' WHERE id = 2")
    #expect(movies("history", "--limit", "1", "--format", "ids") == CommandResult(output: "2\n"))
    let catalog = movies("export").output
    let undo = movies("undo")
    #expect(undo.status == .notFound)
    #expect(undo.error.contains("Nothing was changed"))
    #expect(movies("export").output == catalog)
  }

  @Test("entries in the wrong order are damage")
  func damagedOrder() throws {
    _ = movies("favorite", "4")
    _ = movies("favorite", "5")
    let connection = try PlainConnection(SampleCatalog.path)
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'movieHistory'"
    let root = Int(try connection.run(sql)[0][0]) ?? 0
    let size = Int(try connection.run("PRAGMA page_size")[0][0]) ?? 0
    var bytes = try Files.bytes(SampleCatalog.path)
    let page = (root - 1) * size
    // A page of a table: https://sqlite.org/fileformat2.html#b_tree_pages
    let pointer = page + 8 + 2 * (Int(bytes[page + 4]) - 1)
    var cell = page + Int(bytes[pointer]) << 8 + Int(bytes[pointer + 1])
    while bytes[cell] >= 0x80 { cell += 1 }
    #expect(bytes[cell + 1] == 3)
    bytes[cell + 1] = 1
    try Files.write(bytes, to: SampleCatalog.path)
    let result = movies("favorite", "6")
    #expect(result.status == .inputOutput)
    #expect(result.error.contains("movies doctor"), "\(result)")
  }

  @Test(
    "rejects options that cannot be combined",
    arguments: [
      ["clear", "heat"], ["clear", "--limit", "1"], ["--dry-run"], ["--yes"],
    ])
  func combinations(arguments: [String]) {
    #expect(movies(["history"] + arguments).status == .usage)
  }

  @Test("titles and commands with control characters are escaped on a terminal")
  func hostile() {
    _ = movies("add", "--", "a\u{1B}[31m\nb\u{202E}")
    let table = movies("history", on: .terminal(columns: 200)).output
    #expect(!table.contains("\u{1B}[31m"))
    #expect(!table.contains("\u{202E}"))
    #expect(movies("history", "--limit", "1").output.split(separator: "\n").count == 1)
  }
}
