import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct ExactTextTests {
  @Test(
    "texts are exactly the same where their bytes are",
    arguments: [
      ("é", "é", true), ("é", "e\u{301}", false), ("", "", true), ("a", "A", false),
      ("a", "a\0", false), ("\u{212B}", "\u{C5}", false),
    ])
  func isExactly(left: String, right: String, isSame: Bool) {
    #expect(left.isExactly(right) == isSame)
    #expect(right.isExactly(left) == isSame)
  }
}
