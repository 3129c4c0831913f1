import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct DisplayWidthTests {
  @Test(
    "ordinary characters have one column",
    arguments: [
      ("a", 1), (" ", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("Ж", 1), ("ß", 1), ("…", 1),
      ("★", 1), ("█", 1), ("│", 1), ("→", 1), ("\u{A0}", 1), ("ﬁ", 1), ("½", 1), ("°", 1),
      ("ע", 1), ("ع", 1), ("ก", 1), ("\u{FFFD}", 1), ("\u{E000}", 1), ("₿", 1),
    ] as [(Character, Int)])
  func narrow(character: Character, columns: Int) {
    #expect(DisplayWidth.columns(of: character) == columns)
  }

  @Test(
    "East Asian wide and fullwidth characters have two columns",
    arguments: [
      "中", "日", "本", "あ", "ア", "ー", "、", "「", "　", "Ａ", "！", "￥", "한", "가", "ㄱ", "㊗",
      "\u{1100}", "\u{20000}", "\u{2A6DF}", "\u{3FFFD}", "\u{3134A}", "\u{16FE0}", "\u{1B000}",
    ] as [Character])
  func wide(character: Character) {
    #expect(DisplayWidth.columns(of: character) == 2)
  }

  @Test("the neighbors of wide ranges are narrow", arguments: ["\u{10FF}", "ｱ", "￦", "\u{303F}"])
  func edges(text: String) {
    #expect(DisplayWidth.columns(of: text) == (text == "￦" ? 2 : 1))
  }

  @Test(
    "an emoji sequence has two columns",
    arguments: [
      "😀", "⌚", "⭐", "⚡", "❌", "🀄", "🃏", "🆎", "🚀", "🧑", "🫠", "🛜", "🫨",
      "👍🏽", "☝🏿", "❤️", "☀️", "©️", "™️", "✈️", "1️⃣", "#️⃣", "*️⃣", "1\u{20E3}",
      "🇫🇷", "🇩🇪", "🇫", "👩‍👧", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏃‍♀️", "🏳️‍🌈", "❤️‍🔥", "🐻‍❄️", "👁️‍🗨️",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    ] as [Character])
  func emoji(character: Character) {
    #expect(DisplayWidth.columns(of: character) == 2)
  }

  @Test("symbols with text presentation are narrow", arguments: ["❤", "☀", "✈", "©"])
  func textPresentation(text: String) {
    #expect(DisplayWidth.columns(of: text) == 1)
  }

  @Test(
    "combining, control and invisible characters have no column",
    arguments: [
      "\u{301}", "\u{308}", "\u{20DD}", "\u{FE0F}", "\u{E0100}", "\u{200B}", "\u{200C}", "\u{200D}",
      "\u{2060}", "\u{FEFF}", "\u{202E}", "\u{AD}", "\u{34F}", "\u{5B0}", "\u{64E}", "\u{E31}",
      "\u{3099}", "\u{302A}", "\u{1161}", "\u{11A8}", "\u{D7B0}", "\u{E0041}", "\u{0}", "\u{1B}",
      "\u{7F}", "\u{9B}", "\n", "\r\n",
    ] as [Character])
  func nothing(character: Character) {
    #expect(DisplayWidth.columns(of: character) == 0)
  }

  @Test(
    "text has the sum of its characters",
    arguments: [
      ("", 0), ("The Score", 9), ("Amélie", 6), ("Ame\u{301}lie", 6), ("千と千尋の神隠し", 16),
      ("기생충", 6), ("\u{1100}\u{1175}", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("a中b", 4),
      ("🇫🇷🇩🇪", 4), ("❤️ Love", 7), ("क्ष", 2), ("नमस्ते", 4), ("ابجد", 4), ("שָׁלוֹם", 4),
      ("a🏻", 3), ("1🏻", 3), ("2\u{200D}3", 2),
    ])
  func text(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test("decomposed Korean is as wide as composed", arguments: ["한국", "기생충", "올드보이"])
  func hangul(text: String) {
    let decomposed = text.unicodeScalars.flatMap(jamo)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: decomposed)
    #expect(view.count > text.unicodeScalars.count)
    #expect(DisplayWidth.columns(of: String(view)) == DisplayWidth.columns(of: text))
  }

  @Test("every scalar has 0 to 2 columns", .fullTier)
  func everyScalar() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let columns = DisplayWidth.columns(of: Character(scalar))
      if !(0...2).contains(columns) { Issue.record("U+\(value): \(columns)") }
    }
  }

  @Test("text has at most two columns per scalar", arguments: 0..<5)
  func bounds(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let text = source.text(upTo: 40)
      #expect(0...(2 * text.unicodeScalars.count) ~= DisplayWidth.columns(of: text))
    }
  }

  /// The letters of a Hangul syllable, by Unicode's algorithm.
  private func jamo(_ syllable: Unicode.Scalar) -> [Unicode.Scalar] {
    let index = syllable.value - 0xAC00
    let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
    return letters.filter { $0 != 0x11A7 }.compactMap(Unicode.Scalar.init)
  }
}
