import MovieArguments
import TestSupport
import Testing

@Suite("Suggestions", .limited)
struct SuggestionTests {
  private let commands = [
    "add", "list", "search", "show", "actors", "favorite", "delete", "migrate",
  ]

  @Test(
    "a slip of the hand finds what was meant",
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
    "what is like nothing finds nothing", arguments: ["", "x", "remove", "zzz", "listing movies"])
  func strangers(word: String) {
    #expect(Suggestion.nearest(to: word, among: commands) == nil)
  }

  @Test("the nearest come first, equally near ones in their order, no more than asked for")
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

  @Test("any text may be looked for, however long")
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

  @Test("a word is nearest to itself")
  func identity() {
    var random = RandomSource(seed: 5)
    for _ in 0..<200 {
      let word = random.text(upTo: 20)
      guard !word.isEmpty else { continue }
      #expect(Suggestion.nearest(to: word, among: [word]) == word)
    }
  }
}
