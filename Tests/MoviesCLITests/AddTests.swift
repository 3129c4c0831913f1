import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct AddTests {
  init() throws { try SampleCatalog.install() }

  @Test("a movie is added with its cast, in billing order")
  func movie() {
    let answer = movies("add", "Zorba", "--actor", "Anthony Quinn", "--actor", "Al Pacino")
    #expect(
      answer
        == CommandResult(output: "10\t\tZorba\tAnthony Quinn;Al Pacino\n", error: "added 1 movie\n")
    )
    #expect(
      movies("show", "10", "--json").output
        == """
        [
        {"id": 10, "title": "Zorba", "sortableTitle": "zorba", "favorite": false, \
        "actors": [{"id": 17, "name": "Anthony Quinn"}, {"id": 7, "name": "Al Pacino"}]}
        ]

        """)
  }

  @Test("JSON tells the change last")
  func json() {
    #expect(
      movies("add", "The B", "--favorite", "--json", "-q")
        == CommandResult(
          output: """
            [
            {"id": 10, "title": "The B", "sortableTitle": "b", "favorite": true, "actors": [], \
            "change": "added"}
            ]

            """))
  }

  @Test("white space around title and names goes, and a name counts once")
  func cleaned() {
    let answer = movies(
      "add", " \u{A0}A  b\t", "--actor", " X ", "--actor", "X", "--columns", "title,actors", "-q")
    #expect(answer.output == "A  b\tX\n")
  }

  @Test(
    "a title may be anything else, and add does not look for duplicates",
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

  @Test("the title '-' is meant only after '--'")
  func dash() throws {
    let before = try SampleCatalog.bytes
    for arguments in [["add", "-"], ["add", "-", "--actor", "A"], ["add", "-", "--"]] {
      let answer = movies(arguments)
      #expect(answer.status == .usage)
      #expect(
        answer.error.hasPrefix(
          "Error: 'add' does not read standard input. Use 'movies import -', or 'movies add -- -' for a "
            + "movie titled '-'.\nUsage: movies add "))
    }
    #expect(try SampleCatalog.bytes == before)
    #expect(movies("add", "-q", "--actor", "A", "--", "-") == CommandResult(output: "10\t\t-\tA\n"))
  }

  @Test(
    "a title or name that cannot be kept is refused",
    arguments: [
      (["add", ""], "The title is empty"),
      (["add", " \n\u{3000}"], "The title is empty"),
      (["add", "x", "--actor", " "], "An actor's name is empty"),
      (["add", "a\u{0}b"], "The title contains a NUL character"),
      (
        ["add", String(repeating: "é", count: 8_193)],
        "The title has 16386 bytes; the limit is 16384"
      ),
    ])
  func refused(arguments: [String], message: String) throws {
    let before = try SampleCatalog.bytes
    let answer = movies(arguments)
    #expect(answer.status == .usage)
    #expect(answer.error.hasPrefix("Error: \(message)"), "\(answer.error)")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("Movies of the same title are named, and the movie is added nevertheless")
  func namesakes() {
    func message(_ title: String, _ options: String...) -> String {
      movies(["add", title] + options).error
    }
    #expect(message("The Blob") == "added 1 movie\n")
    let one = "another movie has the title 'The Blob' (id 10)\n"
    #expect(message(" The Blob ", "-n").hasPrefix(one))
    #expect(message("The Blob", "--actor", "A").hasPrefix(one))
    #expect(
      message("The Blob").hasPrefix("2 other movies have the title 'The Blob' (ids 10, 11)\n"))
    _ = message("The Blob")
    #expect(
      message("The Blob").hasPrefix(
        "4 other movies have the title 'The Blob' (ids 10, 11, 12, …)\n"))
    #expect(message("the blob") == "added 1 movie\n" && message("Blob") == "added 1 movie\n")
    #expect(message("The Blob", "-q") == "")
  }

  @Test("16 KiB of title fit")
  func longest() {
    let title = String(repeating: "a", count: 16_384)
    #expect(movies("add", title, "--columns", "title", "-q").output == title + "\n")
  }

  @Test("a random film is new, has a cast, and is the same for the same seed")
  func random() {
    let one = movies("add", "--random", "--seed", "5", "--dry-run", "--json")
    #expect(one.status == .done)
    #expect(one == movies("add", "--random", "--seed", "5", "--dry-run", "--json"))
    #expect(one.output.contains("\"id\": 10, ") && one.output.contains("\"change\": \"added\""))
    #expect(
      movies("add", "--random", "--seed", "5", "--favorite", "-q").output.hasPrefix("10\t*\t"))
    let next = movies("add", "--random", "--seed", "5", "-q", "--columns", "title").output
    let titles = movies("list", "--columns", "title", "--sort", "added").output
    #expect(titles.hasSuffix(next))
    #expect(Set(titles.split(separator: "\n")).count == 10)
  }

  @Test("the first movie makes the database and its folder")
  func first() {
    let path = TemporaryDirectory.path("new/deep/movies.db")
    let answer = movies("add", "x", "--db", path)
    #expect(answer == CommandResult(output: "1\t\tx\t\n", error: "added 1 movie\n"))
    #expect(movies("list", "--db", path).output == "1\t\tx\t\n")
  }
}
