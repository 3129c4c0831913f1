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
      (["list", "--search", "the", "--search", "sco"], "1\n"),
      (["list", "--search", "\"the s", "--search", "core\""], ""),
      (["list", "--search", "\"the s\"", "--search", "core"], "1\n"),
      (["list", "--search", "heat", "--actor", "7", "--actor", "Val Kilmer"], "4\n"),
      (["list", "--search", "o", "--search", "t", "--sort", "relevance"], "3\n9\n1\n"),
      (["search", "heat", "--actor", "Al Pacino", "--actor", "Joe Dallesandro"], ""),
    ])
  func lists(arguments: [String], expected: String) {
    #expect(movies(arguments + ["--format", "ids"]) == CommandResult(output: expected))
  }

  @Test("export and delete require every repetition, too")
  func otherCommands() {
    #expect(
      movies("export", "--search", "the", "--search", "score", "--format", "csv", "-q").output
        == "title,favorite,cast\n"
        + "The Score,true,Robert De Niro;Edward Norton;Marlon Brando;Angela Bassett\n")
    let delete = ["delete", "--matching", "the", "--matching", "score", "--format", "ids", "-q"]
    #expect(movies(delete + ["--dry-run"]) == CommandResult(output: "1\n"))
    #expect(movies(delete + ["--yes"]) == CommandResult(output: "1\n"))
    #expect(movies("list", "--format", "ids", "--sort", "added").output.hasPrefix("2\n3\n4\n"))
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

  @Test("accepts more than a thousand repetitions")
  func many() {
    let actors = (0..<1_200).flatMap { _ in ["--actor", "7", "--actor", "1"] }
    #expect(movies(["list", "--format", "ids"] + actors).output == "4\n")
    _ = movies(["add", "All", "-q"] + (0..<1_200).flatMap { ["--actor", "A\($0)"] })
    let all = (0..<1_200).flatMap { ["--actor", "A\($0)"] }
    #expect(movies(["list", "--format", "ids"] + all).output == "10\n")
    #expect(movies(["list", "--format", "ids", "--actor", "7"] + all).output == "")
  }

  @Test("each repetition requires a word; all together have at most 64")
  func unusable() {
    let blank = movies("list", "--search", "heat", "--search", " ")
    #expect(blank.status == .usage)
    #expect(blank.error.hasPrefix("Error: The text for '--search <text>' contains no words"))
    let words = String(repeating: "a ", count: 33)
    let long = movies("list", "--search", words, "--search", words)
    #expect(long.status == .usage)
    #expect(long.error.hasPrefix("Error: The text for '--search <text>' has more than 64 words\n"))
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
    #expect(movies("actors", "--movie", "1", "--movie", "5", "--format", "ids").output == "12\n")
  }

  @Test(
    "help and completion show that a filter can be repeated",
    arguments: [
      ("list", "--actor <actor>"), ("search", "--actor <actor>"), ("list", "--search <text>"),
      ("export", "--search <text>"), ("delete", "--matching <text>"),
    ])
  func shown(command: String, option: String) throws {
    let help = movies(command, "--help").output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let row = try #require(help.split(separator: " \(option) ").last)
    #expect(row.prefix(140).contains("If the option is repeated, every value must match."))
    #expect(help.contains("[\(option) ...]") || help.contains("<options>"))
    let name = try #require(option.split(separator: " ").first.map(String.init))
    let completed = movies("complete", "--shell", "zsh", "--", command, name, "x", name)
    #expect(completed.output.contains("\n\(name)\t"))
  }
}
