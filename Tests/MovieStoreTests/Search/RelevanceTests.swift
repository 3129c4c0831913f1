import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct RelevanceTests {
  @Test(
    "Ranks whole titles, beginnings, beginnings of words, and other matches",
    arguments: [
      ("heat", "heat", 0), ("the heat", "heat", 0), ("the heat", "the heat", 0),
      ("heat", "he", 1), ("the heat", "he", 1), ("the heat", "the", 1), ("the heat", "th", 1),
      ("a heat wave", "heat", 1), ("dead heat", "heat", 2), ("dead-heat", "heat", 2),
      ("dead (heat)", "heat", 2), ("dead heat wave", "wave dead", 2), ("dead heat", "ea d", 3),
      ("wheat", "heat", 3), ("2001: odyssey", "2001", 1), ("odyssey 2001", "2001", 2),
      ("x2001", "2001", 3), ("dead heat", "heat dead", 2), ("the", "the", 0),
    ])
  func table(title: String, text: String, rank: Int64) {
    #expect(Relevance.rank(of: title, for: text) == rank)
  }

  @Test(
    "A title can begin with a part of a Character",
    arguments: [("कि", "क"), ("👩‍👧 girl", "👩"), ("a\u{20E3}", "a"), ("🇫🇷🇩🇪", "🇫")])
  func withinCharacter(title: String, text: String) {
    #expect(Relevance.rank(of: title, for: text) == 1)
  }

  @Test("A title is its own best match")
  func itself() {
    for text in Generated.texts {
      let folded = Folding.fold(text)
      #expect(Relevance.rank(of: folded, for: folded) == 0)
    }
  }

  @Test("The rank of ASCII texts is the same as that of any text", arguments: 1...20)
  func plain(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var compared = 0
    for _ in 0..<400 {
      let title = Self.words(upTo: 5, &random)
      let text = Self.words(upTo: 3, &random)
      guard let plain = Relevance.rank(ascii: title.utf8.span, for: text.utf8.span) else {
        continue
      }
      #expect(plain == Relevance.rank(of: title, for: text), "\(title) | \(text)")
      compared += 1
    }
    #expect(compared > 100)
  }

  private static func words(upTo count: Int, _ random: inout RandomSource) -> String {
    let words = [
      "the", "a", "la", "he", "heat", "ea", "t", "2001", "x2", "d-e", "(h)", "é", "\t", "una",
    ]
    return (0..<Int.random(in: 0...count, using: &random))
      .map { _ in words.randomElement(using: &random) ?? "" }
      .joined(separator: Bool.random(using: &random) ? " " : "  ")
  }
}
