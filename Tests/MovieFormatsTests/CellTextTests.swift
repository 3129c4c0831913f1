import FormatsTestSupport
import MovieFormats
import MovieStore
import TestSupport
import Testing

@Suite("Text in each format", .limited) struct CellTextTests {
  private func encoded(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "A JSON string has only the necessary escapes",
    arguments: [
      ("", #""""#), ("Jaws", #""Jaws""#), ("a\"b\\c/d", #""a\"b\\c/d""#),
      ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
      ("\u{0}\u{1}\u{B}\u{1F}", #""\u0000\u0001\u000b\u001f""#),
      ("\u{7F}\u{85}é😀\u{2028}", "\"\u{7F}\u{85}é😀\u{2028}\""),
    ])
  func json(_ text: String, _ expected: String) {
    #expect(encoded { $0.appendJSONString(text.utf8.span) } == expected)
  }

  @Test("A JSON string is read as the same text", arguments: 0..<20 as Range<UInt64>)
  func sameText(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let text = "x" + random.text(upTo: 60) + "x"
    let escaped = encoded { $0.appendJSONString(text.utf8.span) }
    let title = try #require(try movies(Array("{\"title\":\(escaped)}".utf8)).first).title
    #expect(Array(title.utf8) == Array(text.utf8))
  }

  @Test(
    "A CSV cell has quotes only if necessary",
    arguments: [
      ("", ""), ("Jaws", "Jaws"), ("a b", "a b"), ("a;b\tc", "a;b\tc"), ("a,b", "\"a,b\""),
      ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), (" a", "\" a\""),
      ("a ", "\"a \""), ("é", "é"),
    ])
  func csv(_ text: String, _ expected: String) {
    #expect(encoded { $0.appendCSVCell(text.utf8.span) } == expected)
  }

  @Test(
    "A TSV cell has escapes for tabs, line ends and backslashes",
    arguments: [
      ("", ""), ("a,\"b", "a,\"b"), ("a\tb\nc\rd\\e", "a\\tb\\nc\\rd\\\\e"), ("é\u{1}", "é\u{1}"),
    ])
  func tsv(_ text: String, _ expected: String) {
    #expect(encoded { $0.appendTSVCell(text.utf8.span) } == expected)
  }

  @Test(
    "A cast joins its names",
    arguments: [
      ([], ""), (["A"], "A"), (["A", "B"], "A;B"), (["A;B", "C\\"], "A\\;B;C\\\\"),
      ([";", "\\;"], "\\;;\\\\\\;"),
    ] as [([String], String)])
  func cast(_ names: [String], _ expected: String) {
    #expect(ValueCell.text(of: names) == expected)
  }
}
