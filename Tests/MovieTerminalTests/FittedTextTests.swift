import MovieTerminal
import TestSupport
import Testing

@Suite("Fitted text", .limited)
struct FittedTextTests {
  @Test(
    "text is cut by the columns it takes",
    arguments: [
      ("", 5, ""), ("abc", 3, "abc"), ("abc", 9, "abc"), ("abcd", 3, "ab…"), ("abc", 1, "…"),
      ("a", 1, "a"), ("abc", 0, ""), ("", 0, ""), ("abc", -1, ""), ("abc", Int.min, ""),
      ("abc", Int.max, "abc"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
      ("日本語", 3, "日…"), ("日本語", 2, "…"), ("日本語", 1, "…"), ("中", 1, "…"), ("a日", 2, "a…"),
      ("👩‍👧👩‍👧", 3, "👩‍👧…"), ("👩‍👧👩‍👧", 4, "👩‍👧👩‍👧"), ("🇫🇷🇩🇪", 3, "🇫🇷…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("Amélie", 6, "Amélie"), ("Amélie", 5, "Amél…"),
    ])
  func truncation(text: String, columns: Int, expected: String) {
    #expect(TerminalText.truncated(text, to: columns) == expected)
  }

  @Test("cut text never exceeds its columns, and is whole where it fits", arguments: 0..<20)
  func truncationBounds(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let raw =
        source.next().isMultiple(of: 2) ? source.text(upTo: 30) : source.hostileText(upTo: 9)
      let text = TerminalText.escaped(raw)
      let columns = Int.random(in: 0...40, using: &source)
      let cut = TerminalText.truncated(text, to: columns)
      #expect(DisplayWidth.columns(of: cut) <= columns)
      let fits = DisplayWidth.columns(of: text) <= columns
      #expect((cut == text) == (fits || text.isEmpty) || columns == 0)
    }
  }

  @Test("what is left of cut text are whole characters from its start", arguments: 0..<20)
  func truncationPrefix(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let text = TerminalText.escaped(source.text(upTo: 30))
      let cut = TerminalText.truncated(text, to: Int.random(in: 1...20, using: &source))
      guard cut != text else { continue }
      #expect(cut.last == "…")
      #expect(Array(text).starts(with: cut.dropLast()))
    }
  }

  @Test("a long text costs no more than the columns that are shown")
  func truncationOfLongText() {
    let text = String(repeating: "日", count: 1_000_000)
    for _ in 0..<1_000 {
      #expect(TerminalText.truncated(text, to: 7) == "日日日…")
    }
  }

  @Test(
    "text is padded on the side it is not aligned to",
    arguments: [
      ("ab", 4, Alignment.left, "ab  "), ("ab", 4, .right, "  ab"), ("ab", 2, .left, "ab"),
      ("abc", 2, .right, "abc"), ("日", 4, .left, "日  "), ("日", 3, .right, " 日"),
      ("", 2, .left, "  "),
      ("e\u{301}", 2, .left, "e\u{301} "), ("a", 0, .left, "a"), ("a", -5, .right, "a"),
      ("a", Int.min, .left, "a"),
    ])
  func padding(text: String, columns: Int, alignment: Alignment, expected: String) {
    #expect(TerminalText.padded(text, to: columns, alignment: alignment) == expected)
  }

  @Test("padding stops at the widest terminal")
  func paddingLimit() {
    #expect(TerminalText.padded("", to: Int.max).utf8.count == Terminal.columnRange.upperBound)
  }

  @Test("cut and padded text takes exactly its columns", arguments: 0..<10)
  func exactWidth(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let text = TerminalText.escaped(source.text(upTo: 30))
      let columns = Int.random(in: 0...40, using: &source)
      let cell = TerminalText.padded(TerminalText.truncated(text, to: columns), to: columns)
      #expect(DisplayWidth.columns(of: cell) == columns)
    }
  }
}
