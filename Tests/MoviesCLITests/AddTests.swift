import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct AddTests {
  init() throws { try SampleCatalog.install() }

  @Test("adds a movie with its cast, in billing order")
  func movie() {
    let result = movies("add", "Zorba", "--actor", "Anthony Quinn", "--actor", "Al Pacino")
    #expect(
      result
        == CommandResult(output: "10\t\tZorba\tAnthony Quinn;Al Pacino\n", error: "added 1 movie\n")
    )
    #expect(
      movies("show", "10", "--json").output
        == """
        [
        {"id": 10, "title": "Zorba", "sortableTitle": "zorba", "favorite": false, \
        "actors": [{"id": 17, "name": "Anthony Quinn"}, {"id": 7, "name": "Al Pacino"}], \
        "attributes": {}}
        ]

        """)
  }

  @Test("JSON ends with the change")
  func json() {
    #expect(
      movies("add", "The B", "--favorite", "--json", "-q")
        == CommandResult(
          output: """
            [
            {"id": 10, "title": "The B", "sortableTitle": "b", "favorite": true, "actors": [], \
            "attributes": {}, "change": "added"}
            ]

            """))
  }

  @Test("trims white space from the title and the names, and removes repeated names")
  func cleaned() {
    let result = movies(
      "add", " \u{A0}A  b\t", "--actor", " X ", "--actor", "X", "--columns", "title,actors", "-q")
    #expect(result.output == "A  b\tX\n")
  }

  @Test(
    "accepts any other title, and duplicates",
    arguments: [
      "Heat", "-", "=", "e\u{301}", "👩‍👧", "\u{202E}x", "a\nb", "\"", "%s",
      "'; DROP TABLE MovieModel; --",
    ])
  func anything(title: String) {
    #expect(movies("add", "-q", "--", title).status == .done)
    let ndjson = movies("export", "-q", "--format", "tsv").output
    let last = ndjson.split(separator: "\n").last ?? ""
    let escaped = title.split(separator: "\n").joined(separator: "\\n")
    #expect(Array(last.utf8) == Array("\(escaped)\tfalse\t".utf8))
  }

  @Test("the title '-' requires '--'")
  func dash() throws {
    let before = try SampleCatalog.bytes
    for arguments in [["add", "-"], ["add", "-", "--actor", "A"], ["add", "-", "--"]] {
      let result = movies(arguments)
      #expect(result.status == .usage)
      #expect(
        result.error.hasPrefix(
          "Error: 'add' does not read standard input. Use 'movies import -', or 'movies add -- -' for a "
            + "movie titled '-'.\nUsage: movies add "))
    }
    #expect(try SampleCatalog.bytes == before)
    #expect(
      movies("add", "-q", "--format", "tsv", "--actor", "A", "--", "-")
        == CommandResult(output: "10\t\t-\tA\n"))
  }

  @Test(
    "rejects an invalid title or name",
    arguments: [
      (["add", ""], "The title is empty"),
      (["add", " \n\u{3000}"], "The title is empty"),
      (["add", "x", "--actor", " "], "An actor's name is empty"),
      (["add", "a\u{0}b"], "The title contains a NUL character"),
      (
        ["add", String(repeating: "é", count: 8_193)],
        "The title has 16,386 bytes; the limit is 16,384"
      ),
    ])
  func refused(arguments: [String], message: String) throws {
    let before = try SampleCatalog.bytes
    let result = movies(arguments)
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: \(message)"), "\(result.error)")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("reports other movies with the same title, and adds the movie")
  func sameTitle() {
    func message(_ title: String, _ options: String...) -> String {
      movies(["add", title] + options).error
    }
    #expect(message("The Blob") == "added 1 movie\n")
    let one = "the catalog already has 'The Blob' (id 10)\n"
    #expect(message(" The Blob ", "-n").hasPrefix(one))
    #expect(message("The Blob", "--actor", "A").hasPrefix(one))
    let two = "the catalog already has 'The Blob' (id 10), 'The Blob' (id 11)"
    #expect(message("THE BLOB").hasPrefix(two + "\n"))
    _ = message("Blob")
    #expect(message("blöb").hasPrefix(two + ", 'THE BLOB' (id 12) and 1 more movie\n"))
    #expect(message("The Blob", "-q") == "")
  }

  @Test(
    "a year in parentheses becomes the year",
    arguments: [
      (["The Matrix (1999)"], "The Matrix\t1999"), ([" Heat  (1995) "], "Heat\t1995"),
      (["The Matrix (1999)", "--set", "year=1999"], "The Matrix\t1999"),
      (["The Matrix (1999)", "--title-as-is"], "The Matrix (1999)\t"),
      (["Reruns (1999)", "--title-as-is", "--set", "year=2018"], "Reruns (1999)\t2018"),
      (["(1999)"], "(1999)\t"), (["Space Odyssey (3001)"], "Space Odyssey (3001)\t"),
      (["Heat (95)"], "Heat (95)\t"), (["Heat (1995) II"], "Heat (1995) II\t"),
    ])
  func year(arguments: [String], expected: String) {
    let result = movies(["add", "--columns", "title,year", "-q"] + arguments)
    #expect(result == CommandResult(output: expected + "\n"))
  }

  @Test("two different years are a usage error, and so is --title-as-is without a title")
  func invalidYears() throws {
    let before = try SampleCatalog.bytes
    let result = movies("add", "The Matrix (1999)", "--set", "year=2000")
    #expect(result.status == .usage)
    #expect(
      result.error.hasPrefix(
        "Error: The title has the year 1999, but the options have 2000. Remove one of them, or pass "
          + "'--title-as-is'.\n"))
    #expect(movies("add", "--random", "--title-as-is").status == .usage)
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("reports other movies with the same title and year")
  func sameYear() {
    func notes(_ arguments: String...) -> String { movies(["add", "-n"] + arguments).error }
    _ = movies("add", "Dune (1984)", "-q")
    _ = movies("add", "Dune (2021)", "-q")
    let added = "would add 1 movie\n"
    #expect(notes("Dune (1963)") == added)
    #expect(notes("Dune (1984)") == "the catalog already has 'Dune (1984)' (id 10)\n" + added)
    let both = "'Dune (1984)' (id 10), 'Dune (2021)' (id 11)"
    #expect(notes("Dune") == "the catalog already has \(both)\n" + added)
    #expect(
      notes("Dune (2021)", "--title-as-is")
        == "the catalog already has 'Dune (2021)' (id 11)\n" + added)
    _ = movies("add", "Dune (1963)", "--title-as-is", "-q")
    _ = movies("add", "Ran (1985)", "--title-as-is", "--set", "year=1990", "-q")
    #expect(notes("Ran (1985)") == added)
    #expect(notes("dune (1963)") == "the catalog already has 'Dune (1963)' (id 12)\n" + added)
    _ = movies("add", "Dune (1963)", "-q")
    #expect(
      notes("Dune (1963)")
        == "the catalog already has 'Dune (1963)' (id 12), 'Dune (1963)' (id 14)\n" + added)
  }

  @Test("a title of 16 KiB is accepted")
  func longest() {
    let title = String(repeating: "a", count: 16_384)
    #expect(movies("add", title, "--columns", "title", "-q").output == title + "\n")
  }

  @Test("a random movie is new, has a cast, and depends only on the seed")
  func random() {
    let one = movies("add", "--random", "--seed", "5", "--dry-run", "--json")
    #expect(one.status == .done)
    #expect(one == movies("add", "--random", "--seed", "5", "--dry-run", "--json"))
    #expect(one.output.contains("\"id\": 10, ") && one.output.contains("\"change\": \"added\""))
    #expect(
      movies("add", "--random", "--seed", "5", "--favorite", "--format", "tsv").output.hasPrefix(
        "10\t*\t"))
    let next = movies("add", "--random", "--seed", "5", "-q", "--columns", "title").output
    let titles = movies("list", "--columns", "title", "--sort", "added").output
    #expect(titles.hasSuffix(next))
    #expect(Set(titles.split(separator: "\n")).count == 10)
  }

  @Test("creates the database and its directory")
  func first() {
    let path = TemporaryDirectory.path("new/deep/movies.db")
    #expect(
      movies("add", "x", "--db", path, "-n")
        == CommandResult(output: "1\t\tx\t\n", error: "would add 1 movie\n"))
    let result = movies("add", "x", "--db", path)
    #expect(
      result
        == CommandResult(output: "1\t\tx\t\n", error: "created '\(path)'\nadded 1 movie\n"))
    #expect(movies("list", "--db", path).output == "1\t\tx\t\n")
    #expect(movies("add", "y", "--db", path).error == "added 1 movie\n")
  }
}
