import MovieTerminal
import TestSupport
import Testing

@Suite("Output that is held back", .limited)
struct HeldOutputTests {
  private func isTooTall(_ text: String, columns: Int, rows: Int) -> Bool {
    var held = HeldOutput(columns: columns, rows: rows)
    held.append(Array(text.utf8))
    return held.isTooTall
  }

  /// The rows that a terminal needs for the text.
  private func rowCount(_ text: String, columns: Int) -> Int {
    (1...100).first { !isTooTall(text, columns: columns, rows: $0) } ?? 100
  }

  @Test(
    "rows are counted as the terminal shows them",
    arguments: [
      ("", 1), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n\n", 3), ("0123456789\n", 1),
      ("0123456789a\n", 2), ("01234567890123456789a", 3), ("日本語日本\n", 1), ("日本語日本語", 2),
      // The fifth has no room in what is left of the row.
      ("0日本語日本\n", 2), ("\u{1B}[1;4m0123456789\u{1B}[0m\n", 1), ("ééééééééééé", 2),
      ("a\tb\n", 1), ("a\tb\tcdef\n", 2),
    ])
  func rows(text: String, count: Int) {
    #expect(rowCount(text, columns: 10) == count)
  }

  @Test("it does not matter in which pieces it came, and nothing is lost", arguments: 0..<20)
  func pieces(seed: UInt64) {
    var source = RandomSource(seed: seed)
    let words = ["word ", "日本", "\n", "\u{1B}[1mbold\u{1B}[0m", "\t", "é", "a longer line of text"]
    let text = (0..<40).map { _ in words.randomElement(using: &source) ?? "" }.joined()
    let needed = rowCount(text, columns: 12)
    for rows in [needed - 1, needed] {
      var held = HeldOutput(columns: 12, rows: rows)
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...9, using: &source))
        held.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(held.isTooTall == (rows > 0 && rows < needed))
      #expect(held.bytes == Array(text.utf8))
    }
  }

  @Test("a terminal without a size has a row and a column")
  func nothing() {
    #expect(!isTooTall("a\n", columns: 0, rows: 0))
    #expect(isTooTall("ab\n", columns: -1, rows: -1))
  }
}
