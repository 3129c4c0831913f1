import MovieArguments
import TestSupport
import Testing

@Suite("Suggestions", .limited)
struct SuggestionTests {
  private let commands = [
    "add", "list", "search", "show", "actors", "favorite", "delete", "migrate",
  ]

  @Test(
    "finds the candidate for a mistyped word",
    arguments: [
      ("lst", "list"), ("lits", "list"), ("LIST", "list"), ("shwo", "show"),
      ("favrite", "favorite"),
      ("serach", "search"), ("actor", "actors"), ("mig", "migrate"), ("ad", "add"),
      ("delet", "delete"), ("favourite", "favorite"),
    ])
  func slips(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: commands) == meant)
  }

  @Test(
    "finds nothing for a word that is not similar",
    arguments: ["", "x", "ls", "da", "remove", "zzz", "listing movies"])
  func dissimilar(word: String) {
    #expect(Suggestion.nearest(to: word, among: commands) == nil)
  }

  @Test("the closest come first, equally close ones in their order, up to the count")
  func ranking() {
    let titles = ["Heat Wave", "Heart", "Heat", "Head", "Meat", "Alien"]
    #expect(
      Suggestion.nearest(9, to: "heat", among: titles) == [
        "Heat", "Heart", "Head", "Meat", "Heat Wave",
      ])
    #expect(Suggestion.nearest(2, to: "heat", among: titles) == ["Heat", "Heart"])
    #expect(Suggestion.nearest(0, to: "heat", among: titles) == [])
    #expect(Suggestion.nearest(-1, to: "heat", among: titles) == [])
  }

  @Test("accents count as letters, not as bytes")
  func accents() {
    #expect(Suggestion.nearest(to: "Amelie", among: ["Amélie", "Alien"]) == "Amélie")
  }

  @Test("accepts any text of any length")
  func anyText() {
    var random = RandomSource(seed: 11)
    for _ in 0..<200 {
      let candidates = (0..<5).map { _ in random.text(upTo: 20) }
      let word = random.text(upTo: 30)
      let found = Suggestion.nearest(3, to: word, among: candidates)
      #expect(found.count <= 3 && found.allSatisfy { candidates.contains($0) })
    }
    let long = String(repeating: "x", count: 100_000)
    #expect(Suggestion.nearest(to: long, among: [long]) == nil)
    #expect(Suggestion.nearest(to: "x", among: [long]) == nil)
  }

  @Test("a word is closest to itself")
  func identity() {
    var random = RandomSource(seed: 5)
    for _ in 0..<200 {
      let word = random.text(upTo: 20)
      guard !word.isEmpty else { continue }
      #expect(Suggestion.nearest(to: word, among: [word]) == word)
    }
  }
}

@Suite("Suggestions for unknown options", .limited)
struct OptionSuggestionTests {
  private static let search = CommandDescription(
    "search", abstract: "Search.",
    arguments: [ArgumentDescription(.text("text"), help: "It.", isRepeated: true)])
  private static let list = CommandDescription(
    "list", abstract: "List.",
    options: ["favorites", "sort", "search", "seed", "accept-loss", "no-pager", "set-a", "null"]
      .map { OptionDescription($0, help: "It.") }
      + [
        OptionDescription("reverse", help: "It.", synonyms: ["--desc", "-r"]),
        OptionDescription("one", help: "It.", synonyms: ["--two"]),
        OptionDescription("other", help: "It.", synonyms: ["--two"]),
        OptionDescription("hidden", help: "It.", isHidden: true),
        OptionDescription(
          "format", value: .choice("format", ["csv", "json"]), help: "It.",
          valueSynonyms: ["--jsonl": "json"]),
        OptionDescription("color", value: .choice("when", ["auto", "csv"]), help: "It."),
      ], alternatives: [search])
  private static let export = CommandDescription(
    "export", abstract: "Export.",
    arguments: [
      ArgumentDescription(
        .text("file"), help: "It.", isOptional: true, synonyms: ["--output", "-o"])
    ],
    options: ["search", "set-c", "set-d", "set-e", "set-f"].map {
      OptionDescription($0, help: "It.")
    }, alternatives: [list])
  private static let parser = ArgumentParser(
    root: CommandDescription("tool", abstract: "A tool.", subcommands: [list, search, export]))

  @Test(
    "names the options that fit, and none if nothing fits or too much does",
    arguments: [
      ("list --fav", "'--favorites'"), ("list -fav", "'--favorites'"),
      ("list --favorites-only", "'--favorites'"), ("list --loss", "'--accept-loss'"),
      ("list --desc", "'--reverse'"), ("list -r", "'--reverse'"), ("list --DESC", nil),
      ("list --srot", "'--sort'"), ("list --sorts", "'--sort'"), ("list --Sort", "'--sort'"),
      ("list --se", "'--search', '--seed' or '--set-a'"), ("list --set", "'--set-a'"),
      ("list --two", "'--one' or '--other'"),
      ("list --pager", nil), ("list --nopager", "'--no-pager'"), ("list --no-favorites", nil),
      ("list --unfavorites", nil), ("list --hidde", nil), ("list --year", nil), ("list --s", nil),
      ("list -x", nil), ("list --on", "'--one'"),
      ("list --json", "'--format json'"), ("list --jsonl", "'--format json'"),
      ("list --csv", "'--format csv' or '--color csv'"), ("list --xml", nil),
      ("list --nul", "'--null'"), ("list --full", nil), ("list --no", nil),
      ("export --sort", "'tool list --sort'"), ("export --fav", "'tool list --favorites'"),
      ("export --set", nil), ("export --year", nil),
    ] as [(String, String?)])
  func suggestions(line: String, suggestion: String?) {
    let words = Sample.words(line)
    let expected =
      "Unknown option '\(words[1])'" + (suggestion.map { ". Did you mean \($0)?" } ?? "")
    let error = #expect(throws: UsageError.self) { try Self.parser.parse(words) }
    #expect(error?.message == expected)
  }

  private func message(_ line: String) -> String? {
    let error = #expect(throws: UsageError.self) { try Self.parser.parse(Sample.words(line)) }
    return error?.message
  }

  @Test("names the argument that an option stands for", arguments: ["--file", "--output", "-o"])
  func arguments(option: String) {
    #expect(
      message("export \(option)") == "Unknown option '\(option)'. Pass '<file>' as an argument.")
  }

  @Test(
    "names the command that accepts the words, or suggests quotes",
    arguments: [
      ("list heat", "Unexpected argument 'heat'. Did you mean 'tool search heat'?"),
      (
        "list été 2",
        "2 unexpected arguments: 'été', '2'. Did you mean 'tool search été 2'?"
      ),
      ("list $x", "Unexpected argument '$x'. Did you mean 'tool search <text>'?"),
      ("list ", "Unexpected argument ''. Did you mean 'tool search <text>'?"),
      ("export a b", "Unexpected argument 'b'. Put '<file>' in quotes if it contains spaces."),
    ])
  func words(line: String, message: String) {
    #expect(self.message(line) == message)
  }
}
