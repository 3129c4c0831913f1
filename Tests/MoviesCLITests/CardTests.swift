import MovieStore
import MovieTerminal
import TestSupport
import Testing

/// `show` on a terminal, without a depth.
@Suite(.limited, .temporaryDirectory) struct CardTests {
  private static let ensemble = """
    {"title": "\(String(repeating: "A Very Long Title ", count: 8))", "favorite": true, "cast": \
    [\((1...24).map { "\"Actor With a Name, the \($0)th\"" }.joined(separator: ", "))]}
    """

  private func install() throws {
    try SampleCatalog.install()
    #expect(movies("import", "-", "-q", input: Self.ensemble).status == .done)
  }

  @Test("cards are separated by an empty line", arguments: [20, 40, 80, 200])
  func cards(columns: Int) throws {
    try install()
    let result = movies("show", "1", "7", "9", "10", on: .terminal(columns: columns))
    #expect(result.error == "")
    Golden.expect(result.output, is: "show/cards-\(columns)")
  }

  @Test("a card with --color always")
  func color() throws {
    try install()
    let words = ["show", "4", "10"]
    let colored = movies(words + ["--color", "always"], on: .terminal).output
    Golden.expect(colored, is: "show/card-color")
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == movies(words, on: .terminal).output)
  }

  @Test("the cast has the same order as in a tree")
  func order() throws {
    try install()
    for options in [[], ["--sort", "name"], ["--reverse"], ["--sort", "name", "--reverse"]] {
      let card = movies(["show", "1"] + options, on: .terminal).output
      let ids = card.split(separator: "\n").dropFirst(3)
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      let lines = movies(["show", "1"] + options).output.split(separator: "\n").dropFirst()
      #expect(ids == lines.compactMap { $0.split(separator: " ").first.map(String.init) })
    }
  }

  @Test(
    "no line is wider than the terminal or ends with a space, and no actor is missing",
    arguments: 0..<5)
  func fit(seed: UInt64) throws {
    var source = RandomSource(seed: seed)
    var store = try Catalog(path: SampleCatalog.path, access: .writing)
    let cast = (0..<Int.random(in: 0...40, using: &source)).map {
      "\(source.text(upTo: 25)) (\($0))"
    }
    let title = source.text(upTo: 120) + " end"
    _ = try store.add(MovieDraft(title: title, cast: cast, isFavorite: seed.isMultiple(of: 2)))
    for columns in [24, 40, 80, 131, 200] {
      let output = movies("show", "1", on: .terminal(columns: columns)).output
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for line in lines {
        #expect(DisplayWidth.columns(of: line) <= columns)
        #expect(line.last != " ")
      }
      let numbers = output.split { !$0.isNumber }.compactMap { Int($0) }
      #expect(Set(1...max(1, cast.count)).isSubset(of: Set(numbers)))
    }
  }
}
