import Foundation
import MovieTerminal
import TestSupport
import Testing

@Suite("JSON for a terminal", .limited)
struct EscapedJSONTests {
  @Test(
    "what may not be sent becomes an escape of JSON's own",
    arguments: [
      ("{\"a\": 1}", "{\"a\": 1}"), ("\"\u{7F}\"", #""\u007f""#), ("\"\u{9B}\"", #""\u009b""#),
      ("\"\u{202E}x\"", #""\u202ex""#), ("\"\u{E0041}\"", #""\udb40\udc41""#),
      ("\"a\u{200D}\"", #""a\u200d""#), ("\"👩‍👧\"", "\"👩‍👧\""), ("\"é ع\"", "\"é ع\""),
      ("[\n  \"\u{200B}\"\n]", "[\n  \"\\u200b\"\n]"), ("\"\u{FEFF}\"", #""\ufeff""#),
    ])
  func escapes(json: String, shown: String) {
    #expect(TerminalText.escapedForJSON(json) == shown)
  }

  @Test("surplus marks are spelled, not dropped")
  func marks() throws {
    let marks = String(repeating: "\u{301}", count: 10)
    let shown = TerminalText.escapedForJSON("\"e\(marks)x\"")
    #expect(
      shown == "\"e\(marks.unicodeScalars.prefix(8).map(String.init).joined())"
        + #"\u0301\u0301x""#)
  }

  @Test("the document means the same, is harmless, and is escaped for good", arguments: 0..<20)
  func meaning(seed: UInt64) throws {
    var source = RandomSource(seed: seed)
    for _ in 0..<50 {
      let values = [source.hostileText(upTo: 30), source.text(upTo: 30)]
      let data = try JSONSerialization.data(withJSONObject: values, options: .prettyPrinted)
      let shown = TerminalText.escapedForJSON(String(decoding: data, as: UTF8.self))
      let read = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String]
      let scalars = read?.map { Array($0.unicodeScalars) }
      #expect(scalars == values.map { Array($0.unicodeScalars) })
      #expect(!shown.unicodeScalars.contains { $0.isHostile && $0 != "\n" })
      #expect(TerminalText.escapedForJSON(shown) == shown)
    }
  }
}
