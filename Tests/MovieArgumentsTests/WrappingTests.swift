import MovieArguments
import TestSupport
import Testing

@Suite("Wrapping", .limited)
struct WrappingTests {
  /// The description of the only row, at a width that leaves so many columns for it.
  private func wrapped(_ text: String, columns: Int) -> String {
    let section = HelpSection("", rows: [HelpSection.Row("x", text)])
    let page = HelpPage(HelpTopic("topic", abstract: "", sections: [section]))
    let margin = String(repeating: " ", count: 26)
    let lines = page.text(columns: columns + 26).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast(2).map { $0.isEmpty ? "" : String($0.dropFirst(margin.count)) }
      .joined(separator: "\n")
  }

  @Test(
    "lines break at the last space that fits",
    arguments: [
      ("one two three four five", "one two three four\nfive"),
      ("exactly twenty chars", "exactly twenty chars"),
      ("exactly twenty chars and", "exactly twenty\nchars and"),
      ("nineteen characters and", "nineteen characters\nand"),
      ("anunbreakablewordthatislong and", "anunbreakablewordthatislong\nand"),
      ("a anunbreakablewordthatislong", "a\nanunbreakablewordthatislong"),
      ("one\ntwo three", "one\ntwo three"),
      ("one\n\ntwo", "one\n\ntwo"),
      ("one", "one"),
      ("double  space  here  and  there", "double  space  here\n\u{20}and  there"),
    ])
  func lines(text: String, expected: String) {
    #expect(wrapped(text, columns: 20) == expected)
  }

  @Test("no line is wider than the page unless a single word is, and no word is lost")
  func widths() {
    var random = RandomSource(seed: 7)
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        String(repeating: "w", count: Int.random(in: 1...30, using: &random))
      }
      let columns = Int.random(in: 14...60, using: &random)
      let text = wrapped(words.joined(separator: " "), columns: columns)
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns || !$0.contains(" ") })
      #expect(text.split { $0 == " " || $0 == "\n" }.map(String.init) == words)
    }
  }

  @Test("any width and any text make a page", arguments: [Int.min, -1, 0, 1, 26, 27, 40, Int.max])
  func anyWidth(columns: Int) throws {
    #expect(try Sample.page("list -h").text(columns: columns).contains("  --version "))
    var random = RandomSource(seed: 3)
    for _ in 0..<50 {
      let text = random.text(upTo: 60)
      let page = HelpPage(HelpTopic("topic", abstract: text, sections: []))
      #expect(!page.text(columns: columns).isEmpty)
    }
  }

  @Test("pages narrower than 40 columns are as those of 40")
  func narrow() throws {
    let page = try Sample.page("list -h")
    #expect(page.text(columns: 3) == page.text(columns: 40))
  }
}
