import TestSupport
import Testing

/// References to movies and actors, tested with `show` and `list --actor` for all commands.
@Suite(.limited, .temporaryDirectory) struct ReferenceTests {
  init() throws { try SampleCatalog.install() }

  private func shown(_ references: [String], input: String = "") -> CommandResult {
    movies(["show", "--format", "ids"] + references, input: Array(input.utf8))
  }

  @Test(
    "a reference is an id, a range or a title",
    arguments: [
      (["3"], "3\n"), (["0003"], "3\n"), (["5..7"], "5\n6\n7\n"), (["8..99"], "8\n9\n"),
      (["2..2"], "2\n"), (["the score"], "1\n"), (["SCORE"], "1\n"), (["amelie"], "2\n"),
      (["olvidados"], "6\n"), (["七人の侍"], "7\n"), (["4", "4", "3..5"], "4\n3\n5\n"),
      (["9", "1"], "9\n1\n"),
    ])
  func names(references: [String], expected: String) {
    #expect(shown(references) == CommandResult(output: expected))
  }

  @Test(
    "unknown references are reported with similar titles",
    arguments: [
      ("99", "no movie has the id 99. Run 'movies list' to see ids."),
      ("20..30", "no movie has an id in the range 20..30. Run 'movies list' to see ids."),
      ("godfathr", "no movie is titled 'godfathr'. Did you mean 'The Godfather' (id 3)?"),
      ("haet", "no movie is titled 'haet'. Did you mean 'Heat' (id 4) or 'Heat' (id 8)?"),
      ("God... father", "no movie is titled 'God... father'. Did you mean 'The Godfather' (id 3)?"),
      ("olvi", "no movie is titled 'olvi'. Did you mean 'Los olvidados' (id 6)?"),
      ("qqqqqqqqqq", "no movie is titled 'qqqqqqqqqq'. Run 'movies list' to see titles."),
      ("The", "no movie is titled 'The'. Run 'movies list' to see titles."),
      (
        "tag:heist",
        "no movie is titled 'tag:heist'. For all movies of a query, use --where 'tag:heist'."
      ),
      (
        "heat",
        """
        several movies are titled 'heat'. Use an id:
          4  Heat (Al Pacino, Robert De Niro, Val Kilmer)
          8  Heat (Joe Dallesandro)
        """
      ),
    ])
  func unknown(reference: String, message: String) {
    #expect(shown([reference]) == CommandResult(.notFound, error: "Error: \(message)\n"))
    #expect(shown(["1", reference]) == CommandResult(.notFound, error: "Error: \(message)\n"))
  }

  @Test("advice names only the movie that it is for")
  func advice() {
    _ = movies("add", "Titanic (1997)", "--actor", "Kate Winslet", "-q")
    _ = movies("add", "Titanic (1953)", "-q")
    let candidates = "\n  10  Titanic (1997) (Kate Winslet)\n  11  Titanic (1953)\n"
    let start = "Error: several movies are titled 'titanic'. "
    #expect(shown(["titanic"]).error == "\(start)Use an id or add the year:\(candidates)")
    #expect(
      shown(["titanik"]).error
        == "Error: no movie is titled 'titanik'. Did you mean 'Titanic (1997)' or 'Titanic (1953)'?\n"
    )
    _ = movies("add", "titanic (1997)", "--title-as-is", "-q")
    for arguments in [
      ["show", "titanic"], ["delete", "titanic"], ["actors", "--of", "titanic"],
    ] {
      #expect(movies(arguments).error == "\(start)Use an id:\(candidates)")
    }
    #expect(
      shown(["titanik"]).error
        == "Error: no movie is titled 'titanik'. Did you mean 'Titanic' (id 10) or 'Titanic (1953)'?\n"
    )
    // Two movies of one year.
    _ = movies("delete", "12", "-q")
    _ = movies("add", "Titanic (1953)", "-q")
    #expect(shown(["titanic"]).error.hasPrefix("\(start)Use an id:\n"))
  }

  @Test(
    "invalid references are usage errors",
    arguments: [
      ("9..3", "The range '9..3' is reversed. Put the smaller id first."),
      ("9223372036854775808", "The number '9223372036854775808' is too large for an id"),
      ("1..9223372036854775808", "The number '1..9223372036854775808' is too large for an id"),
      ("", "A reference cannot be empty. Use an id or a title."),
      (" \t", "A reference cannot be empty. Use an id or a title."),
    ])
  func unusable(reference: String, message: String) {
    let result = shown([reference])
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: \(message)\nUsage: movies show "))
    #expect(
      shown(["-"], input: "1\n\(reference)\n2\n").status == (reference.isBlank ? .done : .usage))
  }

  @Test(
    "text that is not a number or a range is a title",
    arguments: ["5.", "..5", "5..", "1...3", "+", "0x", "5a"])
  func oddNumbers(reference: String) {
    let result = shown([reference])
    #expect(result.status == .notFound)
    #expect(result.error.hasPrefix("Error: no movie is titled '\(reference)'."))
  }

  @Test(
    "other notations of numbers are rejected with a hint",
    arguments: ["+5", " 5", "0x5", "５", "+٣"])
  func nearlyNumbers(reference: String) {
    let result = shown([reference])
    #expect(result.status == .usage)
    #expect(
      result.error == "Error: '\(reference)' is not an id. Write ids as plain digits, such as 5.\n")
  }

  @Test("other notations of numbers find movies with that title")
  func titledLikeANumber() {
    #expect(movies("add", "+5", "-q").status == .done)
    #expect(shown(["+5"]) == CommandResult(output: "10\n"))
  }

  @Test("zero and the largest integer are unknown ids")
  func largestID() {
    #expect(shown(["9223372036854775807"]).status == .notFound)
    #expect(shown(["0"]).status == .notFound)
    #expect(shown(["9..9223372036854775807"]) == CommandResult(output: "9\n"))
  }

  @Test("an exact title has precedence over a folded one")
  func exactSpelling() {
    #expect(movies("add", "HEAT", "-q").status == .done)
    #expect(shown(["HEAT"]) == CommandResult(output: "10\n"))
    #expect(shown(["hEAT"]).status == .notFound)
  }

  @Test("both normal forms of a letter are stored unchanged, and search finds both")
  func normalForms() {
    let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
    #expect(movies("add", composed, "-q").status == .done)
    #expect(movies("add", decomposed, "-q").status == .done)
    let titles = movies("list", "--columns", "title", "--sort", "added", "--offset", "9").output
    #expect(Array(titles.utf8) == Array("\(composed)\n\(decomposed)\n".utf8))
    for spelling in [composed, decomposed, "cafe"] {
      #expect(movies("search", spelling, "--format", "ids").output == "10\n11\n")
    }
    #expect(shown([composed]) == CommandResult(output: "10\n"))
    #expect(shown([decomposed]) == CommandResult(output: "11\n"))
  }

  @Test(
    "- reads references from standard input",
    arguments: [
      ("3\n1\n", [], "3\n1\n"), ("3\r\nscore\r\n\n  \n5..6", [], "3\n1\n5\n6\n"),
      ("3\u{0}the score\u{0}", ["-0"], "3\u{0}1\u{0}"), ("", [], ""), ("\n\n", [], ""),
    ])
  func standardInput(input: String, options: [String], expected: String) {
    #expect(shown(["-"] + options, input: input) == CommandResult(output: expected))
  }

  @Test(
    "the first cell of a tab-separated line is the reference",
    arguments: [
      ("3\t*\tThe Godfather\tX;Y\n1\t\tHeat\t\n", [], "3\n1\n"),
      ("the score\t1\r\n5..6\tx", [], "1\n5\n6\n"),
      ("3\tx\ny\u{0}2\t\u{0}", ["-0"], "3\u{0}2\u{0}"),
      ("tab\\there\t10\nback\\\\slash\t11\n", [], "10\n11\n"), ("back\\slash\n", [], "11\n"),
      ("back\\slash\t\n", [], "11\n"),
      ("\t\t\n1\n", [], "1\n"),
    ])
  func tabSeparatedInput(input: String, options: [String], expected: String) {
    _ = movies("add", "tab\there", "-q")
    _ = movies("add", "back\\slash", "-q")
    #expect(shown(["-"] + options, input: input) == CommandResult(output: expected))
  }

  @Test("rows of a list are references, with any titles and casts")
  func listedRows() {
    _ = movies("add", "4", "a\tb", "-q")
    let names = (0..<3_000).flatMap { ["--actor", "name \($0) with a tab\t, a ; and \\"] }
    #expect(movies(["add", "Long", "-q"] + names).status == .done)
    for options in [[], ["-0"]] {
      let rows = movies(["list", "--sort", "added"] + options)
      let ids = movies(["list", "--sort", "added", "--format", "ids"] + options)
      let arguments = ["show", "-", "--format", "ids"] + options
      #expect(movies(arguments, input: Array(rows.output.utf8)) == ids)
    }
    let titles = movies("list", "--sort", "added", "--offset", "8", "--columns", "title,id").output
    #expect(shown(["-"], input: titles).output == "9\n10\n")
  }

  @Test("a line whose first cell is empty is a usage error")
  func emptyCell() {
    let result = shown(["-"], input: "1\n\tHeat\n")
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: A reference cannot be empty"))
  }

  @Test("NUL characters in standard input are rejected without -0")
  func nulWithoutOption() {
    for options in [[], ["--format", "ids"]] {
      let rows = movies(["list", "-0"] + options)
      let result = shown(["-"], input: rows.output)
      #expect(result.status == .badInput)
      #expect(
        result.error
          == "Error: standard input contains NUL characters. Pass '-0' if they end the references.\n"
      )
    }
  }

  @Test("standard input can be combined with other references, but read only once")
  func standardInputOnce() {
    #expect(shown(["9", "-", "8"], input: "1\n") == CommandResult(output: "9\n1\n8\n"))
    let result = shown(["-", "-"], input: "1\n")
    #expect(result.status == .usage)
    #expect(
      result.error.hasPrefix("Error: Standard input can be read only once. Use a single '-'.\n"))
  }

  @Test("a reference has at most 16 KiB")
  func longReferences() {
    let title = String(repeating: "x", count: 16_384)
    #expect(movies("add", title, "-q").status == .done)
    #expect(shown([title]) == CommandResult(output: "10\n"))
    // Longer than the buffer that standard input is read into.
    let ids = String(repeating: "1\n", count: 25_000)
    #expect(
      shown(["-"], input: ids + title + "\r\n" + ids + "2") == CommandResult(output: "1\n10\n2\n"))
    #expect(shown(["-", "-0"], input: "1\0" + title) == CommandResult(output: "1\0" + "10\0"))
    #expect(shown([title + "x"]).status == .usage)
    #expect(
      shown([title + "x"]).error.hasPrefix("Error: A reference cannot be longer than 16 KiB\n"))
    for rest in ["", "\n2\n", String(repeating: "x", count: 100_000)] {
      #expect(
        shown(["-"], input: "1\n" + title + "x" + rest)
          == CommandResult(
            .badInput, error: "Error: reference 2 on standard input is longer than 16 KiB.\n"))
    }
  }

  @Test("standard input has at most 1,000,000 references", .fullTier)
  func manyReferences() {
    let lines = String(repeating: "\n", count: 999_999)
    #expect(shown(["-"], input: lines + "3") == CommandResult(output: "3\n"))
    #expect(
      shown(["-"], input: lines + "3\n3")
        == CommandResult(
          .badInput,
          error: "Error: standard input has more than 1,000,000 references. Split the list.\n"))
  }

  @Test("rejects standard input that is not UTF-8")
  func notUTF8() {
    let result = movies(["show", "-"], input: [0x41, 0xFF, 0x0A])
    #expect(
      result == CommandResult(.badInput, error: "Error: standard input is not valid UTF-8.\n"))
  }

  @Test("an exact spelling selects among actors whose names differ only in case")
  func ambiguousActor() {
    _ = movies("add", "A", "--actor", "Ann B", "--actor", "ann b", "-q")
    #expect(movies("list", "--actor", "ann b", "--format", "ids") == CommandResult(output: "10\n"))
    #expect(
      movies("list", "--actor", "ANN B")
        == CommandResult(
          .notFound,
          error: """
            Error: several actors are named 'ANN B'. Use an id or the exact name:
              17  Ann B
              18  ann b

            """))
  }

  @Test("a spelling in another case has precedence over one without accents")
  func accents() {
    _ = movies("add", "Tōkyō", "--actor", "Toshirō Mifune", "--actor", "三船敏郎", "-q")
    _ = movies("add", "Tokyo", "--actor", "Toshiro Mifune", "-q")
    for (name, id) in [("toshiro mifune", "11"), ("TOSHIRŌ MIFUNE", "10")] {
      #expect(movies("list", "--actor", name, "--format", "ids").output == id + "\n")
    }
    #expect(movies("connect", "toshirō mifune", "三船敏郎").status == .done)
    #expect(movies("rename-actor", "toshiro mifune", "T. Mifune", "-q").status == .done)
    #expect(
      movies("show", "tokyo", "--columns", "id,actors", "--format", "tsv").output
        == "11\tT. Mifune\n")
    #expect(movies("show", "TŌKYŌ", "--format", "ids").output == "10\n")
  }

  @Test(
    "unknown actors are reported with similar names",
    arguments: [
      ("999", "no actor matches '999'. Run 'movies actors' to see names and ids."),
      ("pacino", "no actor is named 'pacino'. Did you mean 'Al Pacino' (id 7)?"),
      (
        "Robert",
        "no actor is named 'Robert'. Did you mean 'Robert De Niro' (id 1) or 'Robert Duvall' (id 9)?"
      ),
      ("Marlin Brando", "no actor is named 'Marlin Brando'. Did you mean 'Marlon Brando' (id 3)?"),
      ("a", "no actor is named 'a'. Run 'movies actors' to see names and ids."),
    ])
  func actor(reference: String, message: String) {
    #expect(
      movies("list", "--actor", reference) == CommandResult(.notFound, error: "Error: \(message)\n")
    )
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension ReferenceTests {
  @Test(
    "suggests quotes if the arguments together are a title",
    arguments: ["show", "favorite", "delete"])
  func withoutQuotes(command: String) {
    #expect(
      movies(command, "the", "score")
        == CommandResult(
          .notFound,
          error:
            "Error: no movie is titled 'the'. If you mean 'The Score', put the title in quotes.\n"))
  }
}
