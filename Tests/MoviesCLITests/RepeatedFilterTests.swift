import TestSupport
import Testing

/// A repeated filter must match each time.
@Suite(.limited, .temporaryDirectory) struct RepeatedFilterTests {
  init() throws { try SampleCatalog.install() }

  @Test(
    "every repetition of a filter must match",
    arguments: [
      (["list", "--actor", "Al Pacino", "--actor", "Robert De Niro"], "4\n"),
      (["list", "--actor", "Robert De Niro", "--actor", "Al Pacino"], "4\n"),
      (["list", "--actor", "7", "--actor", "al pacino"], "3\n4\n"),
      (["list", "--actor", "Al Pacino", "--actor", "Marlon Brando", "--favorites"], "3\n"),
      (["list", "--actor", "Al Pacino", "--actor", "Audrey Tautou"], ""),
      (["list", "the", "sco"], "1\n"), (["list", "the sco"], "1\n"),
      (["list", "--where", "the", "--where", "sco"], "1\n"),
      (["list", "the", "--where", "sco", "--actor", "1"], "1\n"),
      (["list", "\"the score\"", "niro"], "1\n"), (["list", "the core", "niro"], "1\n"),
      (["list", "heat", "--actor", "7", "--actor", "Val Kilmer"], "4\n"),
      (["list", "--title", "heat", "--title", "Score"], ""),
      (["list", "--title", "heat", "--not", "actor:dallesandro"], "4\n"),
      (["list", "--not", "heat", "--not", "actor:brando", "--favorites"], "7\n"),
      (["list", "--not", "has:actor", "--not", "!has:actor"], ""),
      (["list", "o", "--where", "t", "--sort", "relevance"], "3\n9\n1\n"),
      (["search", "heat", "--actor", "Al Pacino", "--actor", "Joe Dallesandro"], ""),
      (["show", "--actor", "Al Pacino", "--where", "title:heat"], "4\n"),
    ])
  func lists(arguments: [String], expected: String) {
    #expect(movies(arguments + ["--format", "ids"]) == CommandResult(output: expected))
  }

  @Test("export and delete require every repetition, too")
  func otherCommands() {
    #expect(
      movies("export", "--where", "the", "--where", "score", "--format", "csv", "-q").output
        == "title,favorite,cast\n"
        + "The Score,true,Robert De Niro;Edward Norton;Marlon Brando;Angela Bassett\n")
    let terms = ["--where", "title:the", "--where", "title:score", "--actor", "Marlon Brando"]
    #expect(movies(["favorite", "-n", "-q", "--format=ids"] + terms).output == "1\n")
    #expect(movies(["edit", "--set=tag=x", "-n", "-q", "--format=ids"] + terms).output == "1\n")
    let delete = ["delete", "--format", "ids", "-q"] + terms
    #expect(movies(delete + ["--dry-run"]) == CommandResult(output: "1\n"))
    #expect(movies(delete + ["--yes"]) == CommandResult(output: "1\n"))
    #expect(movies("list", "--format", "ids", "--sort", "added").output.hasPrefix("2\n3\n4\n"))
  }

  @Test("search takes options instead of terms")
  func search() {
    let found = movies("search", "--actor", "Al Pacino", "--where", "title:heat")
    #expect(found == movies("list", "--actor", "Al Pacino", "title:heat"))
    #expect(found.output.hasPrefix("4\t"))
  }

  @Test("pages and counts of several actors agree with the list")
  func pages() {
    _ = movies("seed", "700", "--seed", "1", "-q")
    let filter = ["list", "--actor", "Robert De Niro", "--actor", "Joe Pesci", "--format", "ids"]
    let all = movies(filter).output.split(separator: "\n")
    #expect(all.count > 1)
    for offset in all.indices {
      let page = movies(filter + ["--limit", "1", "--offset", "\(offset)"], on: .terminal)
      #expect(
        page == CommandResult(output: "\(all[offset])\n", error: "1 of \(all.count) movies\n"))
    }
  }

  @Test("text in quotes is one text")
  func quoted() {
    #expect(movies("list", "\"the core\"", "niro", "--format", "ids").output == "")
    #expect(movies("list", "--where", "\"the s\" core", "--format", "ids").output == "1\n")
    let unclosed = movies("list", "\"the s", "core\"")
    #expect(unclosed.status == .usage)
    #expect(unclosed.error.hasPrefix("Error: The quote in '\"the s' is not closed\n"))
  }

  @Test("accepts 64 terms and actors, and no more")
  func many() {
    let actors = (0..<32).flatMap { _ in ["--actor", "7", "--actor", "1"] }
    #expect(movies(["list", "--format", "ids"] + actors).output == "4\n")
    let names = (0..<63).flatMap { ["--actor", "A\($0)"] }
    _ = movies(["add", "All", "-q"] + names)
    #expect(movies(["list", "--format", "ids"] + names).output == "10\n")
    #expect(movies(["list", "--format", "ids", "--where", "all"] + names).output == "10\n")
    #expect(movies(["list", "--format", "ids", "--actor", "7"] + names).output == "")
    for more in [["--actor", "7"], ["--not", "x"], ["--favorites"]] {
      let result = movies(["list", "--where", "all"] + names + more)
      #expect(result.status == .usage)
      #expect(result.error.hasPrefix("Error: the query has more than 64 terms."))
    }
  }

  @Test("each repetition requires a term; all texts together are at most 64")
  func unusable() {
    for blank in ["", " "] {
      let result = movies("list", "heat", "--where", "heat", "--where", blank)
      #expect(result.status == .usage)
      #expect(result.error.hasPrefix("Error: The query of '--where' has no terms\n"))
    }
    #expect(movies("list", String(repeating: "a ", count: 64)).status == .done)
    let words = String(repeating: "a ", count: 33)
    for arguments in [[words, words], [words + words], [words, "--where", words]] {
      let long = movies(["list"] + arguments)
      #expect(long.status == .usage)
      #expect(long.error.lowercased().hasPrefix("error: the query has more than 64 terms"))
    }
  }

  @Test("an unknown actor among several is an error")
  func unknownActor() {
    let result = movies("list", "--actor", "Jane Doe", "--actor", "Al Pacino")
    #expect(result.status == .notFound)
    #expect(result.error.hasPrefix("Error: no actor is named 'Jane Doe'."))
  }

  @Test("the last value of any other option wins")
  func lastWins() {
    #expect(
      movies("list", "--limit", "1", "--limit", "2", "--format", "csv", "--format", "ids").output
        == "5\n2\n")
    #expect(movies("actors", "--of", "1", "--of", "5", "--format", "ids").output == "12\n")
  }

  @Test(
    "help and completion show that an option can be repeated",
    arguments: [
      "list", "search", "stats", "actors", "show", "export", "edit", "favorite", "delete",
    ])
  func shown(command: String) throws {
    #expect(
      movies(command, "--help").output.contains("  Selection               --where <query>, "))
    let help = movies("help", "options").output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(help.contains("If an option is repeated, all must match."))
    for name in ["--where", "--not", "--actor"] {
      let completed = movies("complete", "--shell", "zsh", "--", command, name, "x", name)
      #expect(completed.output.contains("\n\(name)\t"), "\(command) \(name)")
    }
  }
}
