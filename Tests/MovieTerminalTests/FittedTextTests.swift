import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct FittedTextTests {
  @Test(
    "truncates by display width",
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

  @Test("truncated text fits, and text that fits is unchanged", arguments: 0..<5)
  func truncationBounds(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let raw =
        source.next().isMultiple(of: 2) ? source.text(upTo: 30) : source.hostileText(upTo: 9)
      let text = TerminalText.escaped(raw)
      let columns = Int.random(in: 0...40, using: &source)
      let truncated = TerminalText.truncated(text, to: columns)
      #expect(DisplayWidth.columns(of: truncated) <= columns)
      let fits = DisplayWidth.columns(of: text) <= columns
      #expect((truncated == text) == (fits || text.isEmpty) || columns == 0)
    }
  }

  @Test("truncated text is a prefix of complete characters", arguments: 0..<5)
  func truncationPrefix(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let text = TerminalText.escaped(source.text(upTo: 30))
      let truncated = TerminalText.truncated(text, to: Int.random(in: 1...20, using: &source))
      guard truncated != text else { continue }
      #expect(truncated.last == "…")
      #expect(Array(text).starts(with: truncated.dropLast()))
    }
  }

  @Test("truncating a long text depends only on the visible part")
  func truncationOfLongText() {
    let text = String(repeating: "日", count: 1_000_000)
    for _ in 0..<1_000 {
      #expect(TerminalText.truncated(text, to: 7) == "日日日…")
    }
  }

  @Test(
    "pads on the opposite side of the alignment",
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

  @Test("padding is limited to the widest terminal")
  func paddingLimit() {
    #expect(TerminalText.padded("", to: Int.max).utf8.count == Terminal.columnRange.upperBound)
  }

  @Test("truncated and padded text fills its columns exactly", arguments: 0..<10)
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

@Suite(.limited)
struct WrappedTextTests {
  @Test(
    "breaks between words, and within a word that is too wide",
    arguments: [
      ("", [""]), ("short", ["short"]), ("ten column", ["ten column"]),
      ("eleven cols", ["eleven", "cols"]), ("a bb ccc dddd", ["a bb ccc", "dddd"]),
      ("incomprehensible", ["incomprehe", "nsible"]), ("a 日本語日本語", ["a", "日本語日本", "語"]),
      ("two  spaces", ["two ", "spaces"]),
    ])
  func words(text: String, lines: [String]) {
    #expect(TerminalText.wrapped(text, to: 10) == lines)
  }

  @Test("wrapped lines fit and contain all words in order", arguments: 0..<5)
  func randomText(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for columns in 2...30 {
      let text = TerminalText.escaped(source.text(upTo: 60))
      let lines = TerminalText.wrapped(text, to: columns)
      for line in lines {
        #expect(DisplayWidth.columns(of: line) <= columns || line.count == 1)
      }
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }

  @Test("with 0 columns, every character is a line")
  func noRoom() {
    #expect(TerminalText.wrapped("ab c", to: 0) == ["a", "b", "c"])
  }
}

@Suite(.limited)
struct TruncationAtStartTests {
  @Test(
    "truncation at the start preserves the end",
    arguments: [
      ("/home/me/movies.db", 20, "/home/me/movies.db"), ("/home/me/movies.db", 10, "…movies.db"),
      ("/home/me/movies.db", 1, "…"), ("cover", 5, "cover"), ("日本語", 5, "…本語"), ("日本語", 4, "…語"),
      ("", 3, ""), ("cover", 0, ""),
    ])
  func tails(text: String, columns: Int, expected: String) {
    #expect(TerminalText.truncated(text, to: columns, at: .start) == expected)
  }

  @Test("text truncated at the start fits", arguments: 0..<10)
  func fit(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for columns in 0...40 {
      let text = TerminalText.escaped(source.text(upTo: 40))
      let truncated = TerminalText.truncated(text, to: columns, at: .start, ellipsis: "~")
      #expect(DisplayWidth.columns(of: truncated) <= columns)
      #expect(
        truncated == text || truncated.isEmpty || text.hasSuffix(truncated.dropFirst()))
    }
  }
}
