import MovieTerminal
import TestSupport
import Testing

@Suite("Texts in frames", .limited) struct FrameTextTests {
  @Test("hostile text is escaped and fits its width", arguments: 0..<5 as Range<UInt64>)
  func hostile(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<200 {
      let width = Int.random(in: 0...20, using: &random)
      let text = FrameText(random.hostileText(upTo: 20), at: 5, width: width)
      #expect(DisplayWidth.columns(of: text.text) <= width)
      #expect(!text.text.unicodeScalars.contains { $0.isHostile })
      #expect(text.column == 5)
    }
  }

  @Test("a truncated text ends in the ellipsis")
  func ellipsis() {
    #expect(FrameText("abcdef", at: 1, width: 4).text == "abc…")
    #expect(FrameText("abcdef", at: 1, width: 4, ellipsis: "~").text == "abc~")
    #expect(FrameText("abcd", at: 1, width: 4, ellipsis: "~").text == "abcd")
  }

  @Test("marks at the start do not change the previous text", arguments: ["\u{301}a", "\u{11A8}"])
  func marks(text: String) {
    #expect(FrameText(text, at: 3, width: 9).text.unicodeScalars.first == " ")
  }

  @Test("canonically equivalent texts are different")
  func bytes() {
    #expect(FrameText("e\u{301}", at: 1, width: 9) != FrameText("\u{E9}", at: 1, width: 9))
  }
}
