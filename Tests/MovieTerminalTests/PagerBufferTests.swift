import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct PagerBufferTests {
  private func isTooTall(_ text: String, columns: Int, rows: Int) -> Bool {
    var buffer = PagerBuffer(columns: columns, rows: rows)
    buffer.append(Array(text.utf8))
    return buffer.isTooTall
  }

  /// The rows that a terminal needs for the text.
  private func rowCount(_ text: String, columns: Int) -> Int {
    (1...100).first { !isTooTall(text, columns: columns, rows: $0) } ?? 100
  }

  @Test(
    "counts rows as the terminal shows them",
    arguments: [
      ("", 1), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n\n", 3), ("0123456789\n", 1),
      ("0123456789a\n", 2), ("01234567890123456789a", 3), ("日本語日本\n", 1), ("日本語日本語", 2),
      // The fifth wide character does not fit the row.
      ("0日本語日本\n", 2), ("\u{1B}[1;4m0123456789\u{1B}[0m\n", 1), ("ééééééééééé", 2),
      ("a\tb\n", 1), ("a\tb\tcdef\n", 2),
    ])
  func rows(text: String, count: Int) {
    #expect(rowCount(text, columns: 10) == count)
  }

  @Test("chunks of output do not change the count or the bytes", arguments: 0..<5)
  func chunks(seed: UInt64) {
    var source = RandomSource(seed: seed)
    let words = ["word ", "日本", "\n", "\u{1B}[1mbold\u{1B}[0m", "\t", "é", "a longer line of text"]
    let text = (0..<40).map { _ in words.randomElement(using: &source) ?? "" }.joined()
    let needed = rowCount(text, columns: 12)
    for rows in [needed - 1, needed] {
      var buffer = PagerBuffer(columns: 12, rows: rows)
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let chunk = rest.prefix(Int.random(in: 1...9, using: &source))
        buffer.append(Array(chunk))
        rest = rest.dropFirst(chunk.count)
      }
      #expect(buffer.isTooTall == (rows > 0 && rows < needed))
      #expect(buffer.bytes == Array(text.utf8))
    }
  }

  @Test("a terminal without a size has one row and one column")
  func nothing() {
    #expect(!isTooTall("a\n", columns: 0, rows: 0))
    #expect(isTooTall("ab\n", columns: -1, rows: -1))
  }
}
