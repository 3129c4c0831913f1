import TestSupport

/// Generated inputs for properties, the same in every run.
package enum Generated {
  /// Hostile texts, most of them short.
  package static let texts: [String] = {
    var random = RandomSource(seed: 7)
    return (0..<240).map { random.text(upTo: $0 % 3 == 0 ? 24 : 5) }
  }()

  /// The texts that can be titles, without white space at the ends.
  package static let titles = texts.compactMap(trimmed)

  /// The text without white space at the ends, or `nil` if nothing remains.
  package static func trimmed(_ text: String) -> String? {
    let scalars = text.unicodeScalars.drop(while: \.properties.isWhitespace)
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return nil }
    return String(scalars[...last])
  }

  /// Words of generated titles. Searches match some of them.
  package static let words = [
    "The", "A", "Amélie", "Ame\u{301}lie", "Łódź", "Ødipus", "Straße", "ab", "abc", "abcd", "x",
    "100%", "a_b", "\"", "\"\"", "O'Brien", "*", "-", "AND", "NEAR(", "日本", "東京物語", "👩‍👧", "🇫🇷",
    "\\", "שלום", "مُحَمَّد", "ΟΔΟΣ", "2001:", "naïve", "co\u{327}te\u{301}", "\u{FFFD}",
    "กินรี", "ก่า", "कुल", "Мой", "мои\u{306}", "ガ", "カ\u{3099}", "Kış", "KIŞ", "한국",
  ]

  /// A title of a few words, separated by different kinds of white space.
  package static func title(_ random: inout RandomSource) -> String {
    let count = Int.random(in: 1...5, using: &random)
    let spaces = [" ", " ", " ", "  ", "\u{A0}", "\t", "-"]
    var title = ""
    for index in 0..<count {
      if index > 0 { title += spaces.randomElement(using: &random) ?? " " }
      title += words.randomElement(using: &random) ?? ""
    }
    return title
  }

  /// A random part of a title, as a user might type it to search for the movie.
  package static func piece(of title: String, _ random: inout RandomSource) -> String {
    let scalars = Array(title.unicodeScalars)
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let end = min(scalars.count, start + Int.random(in: 1...9, using: &random))
    var piece = String.UnicodeScalarView()
    piece.append(contentsOf: scalars[start..<end])
    return String(piece)
  }
}
