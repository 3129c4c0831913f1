import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct MarkupTests {
  @Test(
    "escapes what has a meaning, and replaces what XML does not allow",
    arguments: [
      ("Heat", "Heat"), ("", ""), ("a<b>&\"c\"'", "a&lt;b&gt;&amp;&quot;c&quot;'"),
      ("&amp;", "&amp;amp;"),
      ("\u{0}\u{1B}[\u{1F}", "\u{FFFD}\u{FFFD}[\u{FFFD}"), ("a\tb\nc\rd", "a\tb\nc d"),
      ("\u{FFFE}\u{FFFF}！", "\u{FFFD}\u{FFFD}！"),
      ("七人 👩‍👧 \u{202E}x", "七人 👩‍👧 \u{202E}x"),
    ])
  func escaped(text: String, expected: String) {
    #expect(Array(Markup.escaped(text).utf8) == Array(expected.utf8))
  }
}
