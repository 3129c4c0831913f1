import TestSupport

/// What properties are tried on: the same at every run.
enum Generated {
  /// Hostile texts, short ones more often.
  static let texts: [String] = {
    var random = RandomSource(seed: 7)
    return (0..<600).map { random.text(upTo: $0 % 3 == 0 ? 24 : 5) }
  }()

  /// Of these, what can be a title, without white space at the ends.
  static let titles = texts.compactMap(trimmed)

  /// The text without white space at the ends, `nil` where nothing is left.
  static func trimmed(_ text: String) -> String? {
    let scalars = text.unicodeScalars.drop(while: \.properties.isWhitespace)
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return nil }
    return String(scalars[...last])
  }

  /// Words that titles are made of, so that searches find some and miss some.
  static let words = [
    "The", "A", "Amélie", "Ame\u{301}lie", "Łódź", "Ødipus", "Straße", "ab", "abc", "abcd", "x",
    "100%", "a_b", "\"", "\"\"", "O'Brien", "*", "-", "AND", "NEAR(", "日本", "東京物語", "👩‍👧", "🇫🇷",
    "\\", "שלום", "مُحَمَّد", "ΟΔΟΣ", "2001:", "naïve", "co\u{327}te\u{301}", "\u{FFFD}",
  ]

  /// A title of a few words, parted by all sorts of white space.
  static func title(_ random: inout RandomSource) -> String {
    let count = Int.random(in: 1...5, using: &random)
    let spaces = [" ", " ", " ", "  ", "\u{A0}", "\t", "-"]
    var title = ""
    for index in 0..<count {
      if index > 0 { title += spaces.randomElement(using: &random) ?? " " }
      title += words.randomElement(using: &random) ?? ""
    }
    return title
  }

  /// A piece of a title: what a person might type who looks for it.
  static func piece(of title: String, _ random: inout RandomSource) -> String {
    let scalars = Array(title.unicodeScalars)
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let end = min(scalars.count, start + Int.random(in: 1...9, using: &random))
    var piece = String.UnicodeScalarView()
    piece.append(contentsOf: scalars[start..<end])
    return String(piece)
  }
}
