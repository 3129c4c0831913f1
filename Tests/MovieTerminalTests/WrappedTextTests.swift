import MovieTerminal
import TestSupport
import Testing

@Suite("Wrapped text", .limited)
struct WrappedTextTests {
  @Test(
    "lines end between words, and within a word that is too wide",
    arguments: [
      ("", [""]), ("short", ["short"]), ("ten column", ["ten column"]),
      ("eleven cols", ["eleven", "cols"]), ("a bb ccc dddd", ["a bb ccc", "dddd"]),
      ("incomprehensible", ["incomprehe", "nsible"]), ("a 日本語日本語", ["a", "日本語日本", "語"]),
      ("two  spaces", ["two ", "spaces"]),
    ])
  func words(text: String, lines: [String]) {
    #expect(TerminalText.wrapped(text, to: 10) == lines)
  }

  @Test("lines fit, and have every word in order", arguments: 0..<20)
  func laws(seed: UInt64) {
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

  @Test("where there is no room at all, each character is a line")
  func noRoom() {
    #expect(TerminalText.wrapped("ab c", to: 0) == ["a", "b", "c"])
  }
}

@Suite("Text cut at its start", .limited)
struct CutAtStartTests {
  @Test(
    "the end of a text is what is left",
    arguments: [
      ("/home/me/films.db", 20, "/home/me/films.db"), ("/home/me/films.db", 9, "…films.db"),
      ("/home/me/films.db", 1, "…"), ("films", 5, "films"), ("日本語", 5, "…本語"), ("日本語", 4, "…語"),
      ("", 3, ""), ("films", 0, ""),
    ])
  func tails(text: String, columns: Int, expected: String) {
    #expect(TerminalText.truncated(text, to: columns, at: .start) == expected)
  }

  @Test("it never exceeds its columns", arguments: 0..<10)
  func fit(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for columns in 0...40 {
      let text = TerminalText.escaped(source.text(upTo: 40))
      let cut = TerminalText.truncated(text, to: columns, at: .start, ellipsis: "~")
      #expect(DisplayWidth.columns(of: cut) <= columns)
      #expect(cut == text || cut.isEmpty || text.hasSuffix(cut.dropFirst()))
    }
  }
}
