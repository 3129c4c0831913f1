import MovieTerminal
import TestSupport
import Testing

@Suite("Pasted text", .limited) struct PastedTextTests {
  private func pasted(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.decode(Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8))
  }

  @Test(
    "a paste is one key, without control characters, and line ends part words as spaces do",
    arguments: [
      ("", ""), ("The Score", "The Score"), ("x\nq\r\n\u{3}", "x q  "), ("Amélie 日本", "Amélie 日本"),
      ("\u{1B}[A\u{1B}[31mred", "[A[31mred"), ("a\u{9B}b\u{7F}c\0", "abc"),
      ("\u{1B}\u{1B}[20", "[20"), ("\u{1B}[200~x", "[200~x"), ("\u{1B}[201", "[201"),
      ("\u{202E}x", "\u{202E}x"),
    ])
  func paste(text: String, kept: String) { #expect(pasted(Array(text.utf8)) == [.paste(kept)]) }

  @Test("what is no UTF-8 is left out of a paste")
  func notUTF8() {
    #expect(pasted([0x61, 0xFF, 0x62, 0xC3]) == [.paste("ab")])
    #expect(pasted([0xE2, 0x82, 0x61]) == [.paste("a")])
    #expect(pasted([0xC3, 0x0A, 0xA9]) == [.paste(" ")])
  }

  @Test("a long paste is cut at whole characters", arguments: ["x", "é", "日", "😀"])
  func bounded(unit: String) {
    let limit = KeyDecoder.pasteByteLimit
    let whole = String(repeating: unit, count: limit / unit.utf8.count)
    #expect(pasted(Array(whole.utf8)) == [.paste(whole)])
    #expect(pasted(Array((whole + unit + "tail").utf8)) == [.paste(whole)])
  }

  @Test("a paste waits for its end however long that takes, and the next one starts anew")
  func slow() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("j\u{1B}[200~dd".utf8) == [.text("j")])
    #expect(!decoder.isUndecided)
    #expect(decoder.finish() == nil)
    #expect(decoder.decode("x\u{1B}".utf8) == [])
    #expect(decoder.finish() == nil)
    #expect(decoder.decode("[201~k".utf8) == [.paste("ddx"), .text("k")])
    #expect(decoder.decode("\u{1B}[200~y\u{1B}[201~".utf8) == [.paste("y")])
  }
}
