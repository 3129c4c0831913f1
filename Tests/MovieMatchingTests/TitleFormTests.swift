import MovieMatching
import TestSupport
import Testing

/// The forms in which titles are compared.
@Suite struct TitleFormTests {
  @Test("A title in ASCII has the same form as one with a character that folding removes")
  func ascii() {
    var random = RandomSource(seed: 5)
    let words = [
      "the", "a", "heat", "II", "two", "part", "2", "1999", "o'clock", "&", "it's", ",", "Ocean's",
      "-", "chapter", "x", "i", "'n'", "vol.", "seven", "thirty", "nine", "…",
    ]
    for _ in 0..<5_000 {
      let count = Int.random(in: 1...5, using: &random)
      let title = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : ", ")
      // A joiner is a mark that folds to nothing.
      #expect(TitleForm(title) == TitleForm(title + "\u{34F}"), "\(title)")
    }
  }
}
