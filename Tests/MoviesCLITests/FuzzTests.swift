import MoviesCLI
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct FuzzTests {
  init() throws { try SampleCatalog.install() }

  private static let commands = [
    "list", "ls", "search", "show", "actors", "edit", "favorite", "delete", "add", "stats", "path",
    "help", "nonsense",
  ]
  private static let options = CommandTree.names.filter { commands.contains($0[0]) }
    .flatMap { CommandTree.options(of: $0) }.compactMap(\.longName)
    .filter { $0 != "db" }.map { "--\($0)" }
  private static let values = [
    "1", "4", "1..3", "99", "-1", "9223372036854775807", "heat", "Al Pacino", "Al Pacino=X", "-",
    "",
    "--", "-0", "-qn", "-h", "json", "csv", "ids", "table", "tsv", "title", "id,title", "billing",
    "random", "relevance", "always", "=", "--limit=2", "--depth=3", "\u{1B}", "\"",
  ]

  private static func words(_ random: inout RandomSource) -> [String] {
    var words = [commands.randomElement(using: &random) ?? "list"]
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: words.append(options.randomElement(using: &random) ?? "--all")
      case 4..<9: words.append(values.randomElement(using: &random) ?? "1")
      default: words.append(random.text(upTo: 8))
      }
    }
    return words
  }

  @Test("every command line succeeds, finds nothing, or is a usage error", arguments: 0..<3)
  func anything(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    for _ in 0..<Tier.amount(15, full: 40) {
      let words = Self.words(&random)
      let console: Console = Bool.random(using: &random) ? .terminal : .pipes
      let result = movies(words, input: Array("1\n".utf8), on: console)
      #expect([.done, .notFound, .usage].contains(result.status), "\(words) \(result)")
      #expect(result.status != .usage || result.output == "", "\(words)")
      #expect(result.status != .usage || result.error.hasPrefix("Error: "), "\(words)")
      if console.isErrorTerminal {
        #expect(
          HostileTextTests.forbidden(in: result.error, allowing: ["\n"])
            .allSatisfy { $0 == "\\u{200D}" }, "\(words)")
      }
    }
    #expect(movies("stats").status == .done)
  }
}
