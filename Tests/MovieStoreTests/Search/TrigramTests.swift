import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The index does not store the positions of trigrams: a title can have all trigrams of a word, but not
/// the word.
@Suite(.limited, .temporaryDirectory) struct TrigramTests {
  /// Few letters make many such titles.
  private static let alphabets = [
    "ab", "aab ", "ab\"", "aB\u{FFFD}\u{FFFE}\u{FFFF}", "aé\u{301}b", "a\u{200D}👩👧", "日本a", "ßsø.",
  ]

  private static func text(
    _ alphabet: String, _ counts: ClosedRange<Int>, _ random: inout RandomSource
  ) -> String {
    let letters = Array(alphabet.unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: counts, using: &random) {
      text.append(letters.randomElement(using: &random) ?? "a")
    }
    return String(text)
  }

  /// A text to search for: a substring of a title, possibly with one changed character, as words and as
  /// a phrase.
  private static func typed(
    _ titles: [String], _ alphabet: String, _ random: inout RandomSource
  ) -> String {
    let scalars = Array((titles.randomElement(using: &random) ?? "a").unicodeScalars)
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let count = [1, 2, 3, 4, 5, 6, 7, 12, 33, 40][Int.random(in: 0..<10, using: &random)]
    var piece = Array(scalars[start..<min(scalars.count, start + count)])
    if Bool.random(using: &random) {
      let place = Int.random(in: 0..<piece.count, using: &random)
      piece[place] = text(alphabet, 1...1, &random).unicodeScalars.first ?? "a"
    }
    let words = String(String.UnicodeScalarView(piece))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "\"\(words)\""
    case 1: return words + " " + text(alphabet, 1...4, &random)
    default: return words
    }
  }

  private static func expected(_ words: [PlainText], in titles: [String]) -> [Int64] {
    titles.enumerated().filter { _, title in
      words.allSatisfy { PlainText(title).has($0) }
    }.map { Int64($0.offset + 1) }
  }

  @Test("The results are those of a filter, with and without the index", arguments: alphabets)
  func results(alphabet: String) throws {
    var random = RandomSource(seed: UInt64(alphabet.utf8.count))
    var titles = (0..<40).map { _ in Self.text(alphabet, 1...12, &random) }
    titles += (0..<9).map { _ in Self.text(alphabet, 30...60, &random) }
    titles = titles.compactMap(Generated.trimmed)
    let path = try Catalog.file()
    do {
      var store = try Catalog(path: path, access: .writing)
      try store.add(contentsOf: titles.map { try draft($0, []) })
    }
    let other = try OldCatalog.copy(path, to: "other.db")
    try OtherProgram.run(other, "DROP TABLE movieSearch")
    let indexed = try Catalog(path: path, access: .reading)
    let unindexed = try Catalog(path: other, access: .reading)
    var found = 0
    for _ in 0..<14 {
      let typed = Self.typed(titles, alphabet, &random)
      let words = try LoosePattern.all(in: typed).map { PlainText($0.text) }
      if words.isEmpty { continue }
      let expected = Self.expected(words, in: titles)
      #expect(try indexed.found(typed) == expected, "\(typed)")
      #expect(try unindexed.found(typed) == expected, "\(typed)")
      if !expected.isEmpty, expected.count < titles.count { found += 1 }
    }
    #expect(found > 3)
  }

  @Test(
    "Does not find a title that has every trigram of a word but not the word",
    arguments: [
      ("abcab", "bcabc"), ("aab aba baa", "aabaa"), ("abcd bcde", "abcde"),
      ("xyzabc abcxyz", "zabcx"), ("baba bab", "abab-"),
    ])
  func trigramsAlone(title: String, word: String) throws {
    let store = try Catalog.holding([title, "x\(word)x"])
    #expect(try store.found(word) == [2])
    #expect(try store.found("\"\(word)\"") == [2])
  }

  @Test("Distinguishes words that differ after the characters that the index is searched for")
  func longWords() throws {
    let stem = String(repeating: "abcdefgh", count: 4)
    let store = try Catalog.holding([stem + "x", stem + "y", "y" + stem, stem])
    #expect(try store.found(stem) == [1, 2, 3, 4])
    #expect(try store.found(stem + "y") == [2])
    #expect(try store.found("y" + stem) == [3])
  }
}
