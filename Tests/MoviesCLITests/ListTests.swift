import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ListTests {
  init() throws { try SampleCatalog.install() }

  private func ids(_ arguments: String...) -> [Int] {
    movies(arguments + ["--format", "ids"]).output.split(separator: "\n").compactMap { Int($0) }
  }

  @Test(
    "lists movies in every order, also in reverse",
    arguments: [
      (["list"], [5, 2, 3, 4, 8, 9, 6, 1, 7]),
      (["list", "--sort", "title"], [5, 2, 3, 4, 8, 9, 6, 1, 7]),
      (["list", "--sort", "added"], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
      (["list", "--favorites"], [3, 1, 7]),
      (["list", "HEAT"], [4, 8]),
      (["list", "the o"], [3, 1]),
      (["list", "o", "--sort", "relevance"], [6, 3, 9, 1]),
      (["list", "o"], [6, 3, 9, 1]), (["list", "--where", "o"], [6, 3, 9, 1]),
      (["list", "o", "--sort", "title"], [3, 9, 6, 1]),
      (["list", "title:o"], [6, 3, 9, 1]), (["list", "title:o", "o"], [6, 3, 9, 1]),
      (["list", "pac"], [3, 4]), (["list", "acino"], []), (["list", "actor:acino"], [3, 4]),
      (["list", "--title", "heat"], [4, 8]), (["list", "--title", "SCORE"], [1]),
      (["list", "--title", "sco"], []),
      (["list", "--not", "is:favorite"], [5, 2, 4, 8, 9, 6]),
      (["list", "!is:favorite", "--not", "heat"], [5, 2, 9, 6]),
      (["list", "!has:actor"], [9]),
      (["list", "--actor", "7"], [3, 4]),
      (["list", "--actor", "al PACINO", "--favorites"], [3]),
      (["search", "amelie"], [2]),
      (["search", "heat", "--favorites"], []),
      (["search", "侍"], [7]),
      (["ls", "--sort", "added"], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ])
  func orders(arguments: [String], expected: [Int]) {
    let all = arguments + ["--format", "ids"]
    func ids(_ words: [String]) -> [Int] {
      movies(words).output.split(separator: "\n").compactMap { Int($0) }
    }
    #expect(ids(all) == expected)
    #expect(ids(all + ["--reverse"]) == expected.reversed())
  }

  @Test(
    "consecutive pages contain each movie exactly once",
    arguments: [
      ["--sort", "title"], ["--sort", "added"], ["--sort", "random", "--seed", "7"],
      ["a", "--sort", "relevance"],
    ])
  func pages(order: [String]) {
    let all = movies(["list", "--format", "ids"] + order).output
    var pages = ""
    for offset in stride(from: 0, through: 10, by: 2) {
      pages +=
        movies(
          ["list", "--format", "ids", "--limit", "2", "--offset", "\(offset)"] + order
        ).output
    }
    #expect(pages == all)
  }

  @Test("the random order depends only on the seed")
  func shuffled() {
    let one = ids("list", "--sort", "random", "--seed", "1")
    #expect(one == ids("list", "--sort", "random", "--seed", "1"))
    #expect(one.sorted() == Array(1...9))
    let orders = Set((0..<5).map { ids("list", "--sort", "random", "--seed", "\($0)") })
    #expect(orders.count > 1)
  }

  @Test(
    "a text has words and phrases, but no operators or wildcards",
    arguments: [
      ("\"the score\"", [1]), ("score the", [1]), ("\"score the\"", []), ("\"", []), ("*", []),
      ("%", []), ("_", []), ("-", []), ("AND", []), ("NEAR(", []), ("sco", [1]), ("ÂMÉLIE", [2]),
      ("am elie", [2]), ("\"am elie\"", [2]), ("losolvidados", [6]), ("los-olvidados", [6]),
      ("amé lie the", []), ("core", [1]), ("the% score", [1]),
    ])
  func text(text: String, expected: [Int]) {
    #expect(ids("list", "--where", text) == expected)
    #expect(
      movies("search", "--format", "ids", "--", text).output
        == expected.map { "\($0)\n" }.joined())
  }

  @Test("a movie must have the text of each argument of search")
  func words() {
    #expect(ids("search", "score", "the") == [1])
    #expect(ids("search", "the score") == [1])
    #expect(ids("search", "score", "amelie") == [])
  }

  @Test(
    "accepts zero and the largest integer as limit and offset",
    arguments: [
      ("0", "0", 0), ("9223372036854775807", "0", 9), ("1", "9223372036854775807", 0),
      ("9223372036854775807", "9223372036854775807", 0), ("3", "8", 1),
    ])
  func limits(limit: String, offset: String, count: Int) {
    #expect(ids("list", "--limit", limit, "--offset", offset).count == count)
  }

  @Test(
    "rejects numbers that are not plain digits or too large",
    arguments: [
      "9223372036854775808", "-9223372036854775809", "+5", " 5", "5 ", "0x5", "５", "5.0", "1e3", "",
    ])
  func numbers(text: String) {
    let result = movies("list", "--limit=\(text)")
    #expect(result.status == .usage)
    #expect(result.error.contains("'--limit <n>'"))
    #expect(result.output == "")
  }

  @Test("reports a partial list on a terminal, not in a pipe")
  func counts() {
    #expect(movies("list", "--limit", "2", on: .terminal).error == "2 of 9 movies\n")
    #expect(movies("list", "--offset", "7", on: .terminal).error == "2 of 9 movies\n")
    #expect(movies("list", "--limit", "9", on: .terminal).error == "")
    #expect(movies("actors", "--limit", "5", on: .terminal).error == "5 of 16 actors\n")
    #expect(movies("list", "--limit", "2", on: .terminal).output.hasPrefix("ID"))
    #expect(movies("list", "--limit", "2").error == "")
    #expect(movies("list", "--limit", "2", "-q", on: .terminal).error == "")
  }

  @Test(
    "reports an empty list on a terminal",
    arguments: [
      (["list", "zzz"], "no movies match\n"),
      (["search", "heat", "--where", "zzz"], "no movies match\n"),
      (["list", "!title:heat", "heat"], "no movies match\n"),
      (["list", "--favorites", "--actor", "Val Kilmer"], "no movies match\n"),
      (["actors", "zzz"], "no actors match\n"),
    ])
  func emptyList(arguments: [String], message: String) {
    #expect(movies(arguments, on: .terminal) == CommandResult(error: message))
    #expect(movies(arguments) == CommandResult())
    #expect(
      movies(arguments + ["--quiet", "--exit-status"], on: .terminal) == CommandResult(.notFound))
  }

  @Test(
    "an empty list names the nearest titles and names, also in a pipe",
    arguments: [
      (["list", "haet"], "no movies match 'haet'. Did you mean 'Heat'?\n"),
      (
        ["search", "godfathr", "!heat"],
        "no movies match 'godfathr'. Did you mean 'The Godfather'?\n"
      ),
      (
        ["list", "title:olvidades"],
        "no movies match 'title:olvidades'. Did you mean 'Los olvidados'?\n"
      ),
      (["list", "--title", "haet"], "no movies match 'title=haet'. Did you mean 'Heat'?\n"),
      (["list", "brandoo"], "no movies match 'brandoo'. Did you mean 'Marlon Brando'?\n"),
      (
        ["list", "--where", "actor=al pacinoo"],
        "no movies match 'actor=\"al pacinoo\"'. Did you mean 'Al Pacino'?\n"
      ),
      (
        ["list", "haet", "amelei"],
        "no movies match 'haet'. Did you mean 'Heat'?\n"
          + "no movies match 'amelei'. Did you mean 'Amélie'?\n"
      ),
    ])
  func nearMisses(arguments: [String], message: String) {
    #expect(movies(arguments, on: .terminal) == CommandResult(error: message))
    #expect(movies(arguments) == CommandResult(error: message))
    #expect(movies(arguments + ["--quiet"]) == CommandResult())
    #expect(movies(arguments + ["--offset", "1"]) == CommandResult())
    #expect(movies(arguments + ["--limit", "0"]) == CommandResult())
  }

  @Test("with --exit-status, exit status 1 means that nothing matched")
  func quiet() {
    #expect(
      movies("list", "-q", "heat", "--format", "ids") == CommandResult(output: "4\n8\n")
    )
    for command in ["list", "actors", "random"] {
      #expect(movies(command, "-q", "zzz") == CommandResult())
    }
    #expect(movies("list", "-q", "zzz", "--exit-status") == CommandResult(.notFound))
    #expect(movies("actors", "-q", "zzz", "--exit-status") == CommandResult(.notFound))
    #expect(movies("export", "-q", "--where", "zzz", "--exit-status") == CommandResult(.notFound))
  }

  @Test("--verbose prints the database path and the count on standard error")
  func verbose() {
    let result = movies("list", "-v", "--limit", "1", "--format", "ids")
    #expect(result.output == "5\n")
    #expect(
      result.error.hasPrefix(
        "database: \(SampleCatalog.path) (set by the environment variable MOVIES_DB)\n"))
    #expect(result.error.contains("\n1 movie in "))
  }

  @Test("--verbose prints the database path once")
  func verboseOnce() throws {
    let other = TemporaryDirectory.path("other.db")
    try Files.write(Array(SampleCatalog.bytes), to: other)
    // Without a file, a check of migrations takes 15 seconds.
    let check = ["migrate", "check"] + (Tier.isFull ? [] : [SampleCatalog.path])
    let names = CommandTree.names.filter { $0 != ["migrate", "check"] }
    let lines =
      names.map { $0 + CommandTree.arguments(of: $0) } + [
        check,
        ["diff", "history:1"], ["sync", other, "-n"], ["sync", other],
        ["history", "--follow", "--since", "0", "--limit", "1"], ["undo", "--dry-run"],
      ]
    for line in lines {
      let result = movies(line + ["-v", "--no-input"])
      let count = result.error.split(separator: "\n").count { $0.hasPrefix("database: ") }
      #expect(count <= 1, "\(line): \(result.error)")
    }
  }

  @Test(
    "lists actors in every order",
    arguments: [
      (["actors", "--limit", "3"], "7\n4\n5\n"),
      (["actors", "--sort", "movies", "--limit", "4"], "7\n3\n1\n4\n"),
      (["actors", "--sort", "name", "--reverse", "--limit", "2"], "15\n14\n"),
      (["actors", "brando"], "3\n"), (["actors", "al", "PAC"], "7\n"),
      (["actors", "--with", "val kilmer"], "7\n1\n"), (["actors", "--with", "11"], "7\n1\n"),
      (["actors", "--with", "Joe Dallesandro"], ""),
      (["actors", "--with", "7", "--of", "3"], "10\n8\n3\n9\n"),
      (["actors", "--where", "title:heat", "--sort", "movies"], "7\n1\n16\n11\n"),
      (["actors", "al", "--not", "is:favorite"], "7\n16\n11\n"),
      (["actors", "--of", "3"], "7\n10\n8\n3\n9\n"),
      (["actors", "--of", "the godfather", "--sort", "billing"], "3\n7\n8\n9\n10\n"),
      (["actors", "--of", "3", "--sort", "billing", "--reverse"], "10\n9\n8\n7\n3\n"),
      (["actors", "--of", "9"], ""),
    ])
  func actors(arguments: [String], expected: String) {
    #expect(movies(arguments + ["--format", "ids"]) == CommandResult(output: expected))
  }

  @Test("ids of one list are accepted as filters of the next")
  func drillingDown() {
    #expect(movies("show", "4").output.contains("7 Al Pacino"))
    #expect(ids("list", "--actor", "7") == [3, 4])
    #expect(movies("show", "3").output.contains("10 Diane Keaton"))
  }
}
