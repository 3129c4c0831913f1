import TestSupport
import Testing

/// Numbers that are the id of one movie and the title of another, and the prefixes that distinguish them.
@Suite(.limited, .temporaryDirectory) struct NumberReferenceTests {
  /// Movie 5 of the sample is titled "1917"; here movie 4 is "Heat", and movie 10 is titled "4".
  init() throws {
    try SampleCatalog.install()
    #expect(movies("add", "4", "--actor", "Four", "-q").status == .done)
  }

  private static let note =
    "'4' was read as the id of 'Heat'. For the movie titled '4', use 'title=4'.\n"

  @Test(
    "commands that read use the id and report the other movie",
    arguments: [
      ["show", "4", "--format", "ids"], ["show", "--format", "ids", "4", "4"],
    ])
  func reading(arguments: [String]) {
    #expect(movies(arguments) == CommandResult(output: "4\n", error: Self.note))
    #expect(movies(arguments + ["-q"]) == CommandResult(output: "4\n"))
  }

  @Test("actors --of accepts such a number")
  func actorsOfMovie() {
    let arguments = ["actors", "--of", "4", "--format", "ids"]
    #expect(movies(arguments) == CommandResult(output: "7\n1\n11\n", error: Self.note))
    #expect(movies("actors", "--of", "title=4") == CommandResult(output: "17\tFour\t1\n"))
    #expect(movies("actors", "--of", "id:4", "--format", "ids").output == "7\n1\n11\n")
  }

  @Test("leading zeros are part of the title")
  func zeros() {
    #expect(movies("add", "007", "-q").status == .done)
    #expect(movies("add", "0099", "-q").status == .done)
    #expect(
      movies("delete", "0099").error
        == "Error: no movie has the id 0099, but one has that title. "
        + "Use 'title=0099' or the id 12.\n")
    #expect(
      movies("show", "007", "--format", "ids")
        == CommandResult(
          output: "7\n",
          error: "'007' was read as the id of '七人の侍'. For the movie titled '007', use "
            + "'title=007'.\n"))
    #expect(movies("show", "7", "--format", "ids") == CommandResult(output: "7\n"))
    #expect(movies("delete", "007").status == .notFound)
    #expect(movies("delete", "title=007", "-q", "--format", "ids") == CommandResult(output: "11\n"))
  }

  @Test(
    "commands that write report both movies and change nothing",
    arguments: [
      ["delete", "4"], ["delete", "4", "--yes"], ["delete", "4", "--dry-run"], ["favorite", "4"],
      ["favorite", "9", "4", "--on"], ["edit", "4", "--title", "New"],
      ["edit", "4", "--add-actor", "New"],
    ])
  func writing(arguments: [String]) throws {
    let before = try SampleCatalog.bytes
    #expect(
      movies(arguments)
        == CommandResult(
          .notFound,
          error: """
            Error: '4' is the id of one movie and the title of another. Use one of these:
              id:4  Heat (Al Pacino, Robert De Niro, Val Kilmer)
              id:10  4 (Four)

            """))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "a prefix selects either movie",
    arguments: [("id:4", "4\n"), ("title=4", "10\n"), ("id:3..5", "3\n4\n5\n"), ("id:04", "4\n")])
  func prefixes(reference: String, expected: String) {
    #expect(movies("show", reference, "--format", "ids") == CommandResult(output: expected))
    #expect(movies("show", "-", "--format", "ids", input: reference + "\n").output == expected)
    #expect(movies("favorite", reference, "--format", "ids", "-q").output == expected)
    #expect(movies("delete", reference, "--format", "ids", "-q", "--yes").output == expected)
  }

  @Test("edit accepts either prefix")
  func edit() {
    let options = ["--title", "New", "--columns", "id", "-q"]
    #expect(movies(["edit", "title=4"] + options) == CommandResult(output: "10\n"))
    #expect(movies(["edit", "id:4"] + options) == CommandResult(output: "4\n"))
  }

  @Test("no ambiguity is reported if the title of a movie is its own id")
  func ownTitle() {
    #expect(movies("add", "11", "-q").status == .done)
    #expect(movies("show", "11", "--format", "ids") == CommandResult(output: "11\n"))
    #expect(movies("delete", "11", "-q", "--format", "ids") == CommandResult(output: "11\n"))
  }

  @Test("a number on standard input is an id, so that lists can be piped")
  func standardInput() {
    #expect(movies("show", "-", "--format", "ids", input: "4\n") == CommandResult(output: "4\n"))
    let ids = movies("list", "--format", "ids").output
    #expect(movies("favorite", "-", "--on", "-q", input: ids).status == .done)
    #expect(
      movies("delete", "-", "-q", "--format", "ids", input: "4\n") == CommandResult(output: "4\n"))
  }

  @Test("'title=' finds titles that begin with a prefix")
  func prefixedTitles() {
    for title in ["id:4", "title:4", "title:", "id: The Movie", "ID:4", "title=4"] {
      #expect(movies("add", title, "-q").status == .done)
    }
    let found: [(String, String)] = [
      ("title=id:4", "11\n"), ("title=title:4", "12\n"), ("title=title:", "13\n"),
      ("id: The Movie", "14\n"), ("title=id: The Movie", "14\n"), ("id: the movie", "14\n"),
      ("title=ID:4", "15\n"), ("title=title=4", "16\n"),
    ]
    for (reference, expected) in found {
      #expect(movies("show", reference, "--format", "ids") == CommandResult(output: expected))
    }
  }

  @Test(
    "unknown references are reported with a hint",
    arguments: [
      (
        "id:1917",
        "no movie has the id 1917, but one has that title. Use 'title=1917' or the id 5."
      ),
      ("title=99", "no movie is titled '99'. Run 'movies list' to see titles."),
      ("title=1..2", "no movie is titled '1..2'. Run 'movies list' to see titles."),
      ("title=godfathr", "no movie is titled 'godfathr'. Did you mean 'The Godfather' (id 3)?"),
      ("id:99", "no movie has the id 99. Run 'movies list' to see ids."),
      ("id:50..60", "no movie has an id in the range 50..60. Run 'movies list' to see ids."),
    ])
  func unknown(reference: String, message: String) {
    #expect(movies("show", "1917").output == "5 1917\n  12 George MacKay\n")
    #expect(
      movies("rate", "1917", "8").error
        == "Error: no movie has the id 1917, but one has that title. Use 'title=1917' or the id 5.\n"
    )
    #expect(movies("show", reference) == CommandResult(.notFound, error: "Error: \(message)\n"))
    #expect(movies("delete", reference) == CommandResult(.notFound, error: "Error: \(message)\n"))
  }

  @Test(
    "prefixes without a usable value are usage errors",
    arguments: ["title=", "title= ", "title:", "title: ", "id:9..3", "id:9223372036854775808"])
  func unusable(reference: String) {
    #expect(movies("show", reference).status == .usage)
  }

  @Test("actors have 'id:' and 'name:'")
  func actors() {
    _ = movies("add", "Rap", "--actor", "7", "--actor", "id:7", "--actor", "name:7", "-q")
    let found: [(String, String)] = [
      ("7", "3\n4\n"), ("id:7", "3\n4\n"), ("name:7", "11\n"), ("name:id:7", "11\n"),
      ("name:name:7", "11\n"), ("name:al pacino", "3\n4\n"),
    ]
    for (reference, expected) in found {
      let result = movies("list", "--actor", reference, "--format", "ids")
      #expect(result == CommandResult(output: expected), "\(reference)")
    }
    #expect(movies("list", "--actor", "id:99").status == .notFound)
    #expect(movies("list", "--actor", "name:99").status == .notFound)
  }

  @Test("the former 'title:' has a note")
  func formerPrefix() {
    let note = "'title:4' is now written 'title=4'\n"
    #expect(
      movies("show", "title:4", "--format", "ids") == CommandResult(output: "10\n", error: note))
    #expect(movies("show", "title:4", "--format", "ids", "-q") == CommandResult(output: "10\n"))
    #expect(
      movies("actors", "--of", "title:4")
        == CommandResult(output: "17\tFour\t1\n", error: note))
    #expect(movies("delete", "title:4", "--format", "ids", "-q") == CommandResult(output: "10\n"))
  }

  @Test("'title=' completes titles of digits")
  func completion() {
    let result = movies("complete", "--shell", "zsh", "--", "show", "title=19")
    #expect(result.output == "exact\ntitle=1917\ttitle=1917  -- George MacKay\n")
    #expect(
      movies("complete", "--shell", "zsh", "--", "show", "title=god").output.contains(
        "title=The Godfather\t"))
  }
}
