import MovieArguments
import TestSupport
import Testing

@Suite("Suggestions", .limited)
struct SuggestionTests {
  private let commands = [
    "add", "list", "search", "show", "actors", "favorite", "delete", "migrate", "Amélie",
  ]

  @Test(
    "finds the candidate for a mistyped word",
    arguments: [
      ("lst", "list"), ("lits", "list"), ("LIST", "list"), ("shwo", "show"),
      ("favrite", "favorite"), ("Amelie", "Amélie"), ("serach", "search"), ("actor", "actors"),
      ("mig", "migrate"), ("ad", "add"),
      ("delet", "delete"), ("favourite", "favorite"),
    ])
  func typos(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: commands) == meant)
  }

  @Test(
    "finds nothing for a dissimilar word",
    arguments: ["", "x", "ls", "da", "remove", "zzz", "listing movies"])
  func dissimilar(word: String) {
    #expect(Suggestion.nearest(to: word, among: commands) == nil)
  }

  @Test("orders candidates by distance, then by their position, up to the count")
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

  @Test("accepts any text; a word is closest to itself")
  func anyText() {
    var random = RandomSource(seed: 11)
    for _ in 0..<200 {
      let candidates = (0..<5).map { _ in random.text(upTo: 20) }
      let word = random.text(upTo: 30)
      let found = Suggestion.nearest(3, to: word, among: candidates)
      #expect(found.count <= 3 && found.allSatisfy { candidates.contains($0) })
      if !word.isEmpty { #expect(Suggestion.nearest(to: word, among: candidates + [word]) == word) }
    }
    let long = String(repeating: "x", count: 100_000)
    #expect(Suggestion.nearest(to: long, among: [long]) == nil)
    #expect(Suggestion.nearest(to: "x", among: [long]) == nil)
  }

  // MARK: Options and words

  private struct Search: SampleCommand {
    @Argument(help: ArgumentHelp("It.", valueName: "text")) var text: [String]
  }

  private enum Format: String, CaseIterable, ExpressibleByArgument { case csv, json }
  private enum Color: String, CaseIterable, ExpressibleByArgument { case auto, csv }

  private struct List: SampleCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List.", suggestedFor: ["dir"], alternatives: [Search.self])
    @Flag(name: "--favorites", help: "It.") var favorites = false
    @Flag(name: "--sort", help: "It.") var sort = false
    @Flag(name: "--search", help: "It.") var search = false
    @Flag(name: "--seed", help: "It.") var seed = false
    @Flag(name: "--accept-loss", help: "It.") var acceptLoss = false
    @Flag(name: "--no-pager", help: "It.") var noPager = false
    @Flag(name: "--set-a", help: "It.") var setA = false
    @Flag(name: "--null", help: "It.") var null = false
    @Flag(name: "--reverse", help: ArgumentHelp("It.", suggestedFor: ["--desc", "-r"]))
    var reverse = false
    @Flag(name: "--one", help: ArgumentHelp("It.", suggestedFor: ["--two"])) var one = false
    @Flag(name: "--other", help: ArgumentHelp("It.", suggestedFor: ["--two"])) var other = false
    @Flag(name: "--hidden", help: ArgumentHelp("It.", visibility: .hidden)) var hidden = false
    @Option(name: "--format", help: ArgumentHelp("It.", suggestedFor: ["--jsonl json"]))
    var format: Format?
    @Option(name: "--color", help: "It.") var color: Color?
  }

  private struct Export: SampleCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Export.", alternatives: [List.self])
    @Argument(help: ArgumentHelp("It.", valueName: "file", suggestedFor: ["--output", "-o"]))
    var file: String?
    @Flag(name: "--search", help: "It.") var search = false
    @Flag(name: "--set-c", help: "It.") var setC = false
    @Flag(name: "--set-d", help: "It.") var setD = false
    @Flag(name: "--set-e", help: "It.") var setE = false
    @Flag(name: "--set-f", help: "It.") var setF = false
  }

  private struct Check: SampleCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check.", suggestedFor: ["verify"])
  }

  private struct Migrate: SampleCommand {
    static let configuration = CommandConfiguration(
      commandName: "migrate", abstract: "Migrate.", subcommands: [Check.self],
      suggestedFor: ["upward --to"])
    @Option(name: "--to", help: "The version.") var version: Int?
  }

  private struct Tool: SampleCommand {
    static let subcommands: [any ParsableCommand.Type] = [
      List.self, Search.self, Export.self, Migrate.self,
    ]
  }

  private static let parser = CommandParser(root: Tool.self)

  private func message(_ line: String) throws -> String {
    try Self.parser.error(Sample.words(line)).message
  }

  @Test("the declarations have no problems")
  func declarations() { #expect(Self.parser.problems == []) }

  @Test(
    "suggests up to three related options",
    arguments: [
      ("list --fav", "'--favorites'"), ("list -fav", "'--favorites'"),
      ("list --favorites-only", "'--favorites'"), ("list --loss", "'--accept-loss'"),
      ("list --desc", "'--reverse'"), ("list -desc", "'--reverse'"),
      ("list -r", "'--reverse'"), ("list --DESC", nil),
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
  func options(line: String, suggestion: String?) throws {
    let question = suggestion.map { ". Did you mean \($0)?" } ?? ""
    #expect(try message(line) == "Unknown option '\(Sample.words(line)[1])'" + question)
  }

  @Test("suggests the argument that an option means", arguments: ["--file", "--output", "-o"])
  func arguments(option: String) throws {
    #expect(
      try message("export \(option)") == "Unknown option '\(option)'. Pass '<file>' as an argument."
    )
  }

  @Test(
    "suggests the command that the words mean or that accepts them, or quotes",
    arguments: [
      ("list heat", "Unexpected argument 'heat'. Did you mean 'tool search heat'?"),
      ("list été 2", "2 unexpected arguments: 'été', '2'. Did you mean 'tool search été 2'?"),
      ("list $x", "Unexpected argument '$x'. Did you mean 'tool search <text>'?"),
      ("list ", "Unexpected argument ''. Did you mean 'tool search <text>'?"),
      ("export a b", "Unexpected argument 'b'. Put text that contains spaces in quotes."),
      ("dir", "Unknown command 'dir'. Did you mean 'list'?"),
      ("DIR x y", "Unknown command 'DIR'. Did you mean 'list'?"),
      ("upward 3", "Unknown command 'upward'. Did you mean 'migrate --to'?"),
      ("migrate verify a.db", "Unexpected argument 'verify'. Did you mean 'check'?"),
      ("check", "Unknown command 'check'. Did you mean 'migrate check'?"),
      ("dir --reverse", "Unknown option '--reverse'. Did you mean 'tool list --reverse'?"),
    ])
  func words(line: String, message: String) throws {
    #expect(try self.message(line) == message)
  }
}
