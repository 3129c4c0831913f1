import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct GlyphsTests {
  @Test(
    "a UTF-8 bar is exact to the eighth of a column",
    arguments: [
      (0, 8, 1, ""), (1, 8, 1, "▏"), (2, 8, 1, "▎"), (3, 8, 1, "▍"), (4, 8, 1, "▌"), (5, 8, 1, "▋"),
      (6, 8, 1, "▊"), (7, 8, 1, "▉"), (8, 8, 1, "█"), (1, 2, 5, "██▌"), (3, 3, 4, "████"),
      (9, 3, 4, "████"), (1, 1_000_000, 10, "▏"), (-1, 8, 4, ""), (1, 0, 4, ""), (1, -1, 4, ""),
      (1, 1, 0, ""), (1, 1, -4, ""), (Int.max, Int.max, 2, "██"), (Int.min, Int.max, 2, ""),
    ])
  func blocks(count: Int, maximum: Int, columns: Int, bar: String) {
    #expect(Glyphs(isUTF8: true).bar(count, of: maximum, columns: columns) == bar)
  }

  @Test(
    "an ASCII bar consists of number signs",
    arguments: [
      (0, 8, 4, ""), (1, 8, 4, "#"), (4, 8, 4, "##"), (8, 8, 4, "####"), (1, 1_000, 4, "#"),
      (9, 8, 4, "####"), (-1, 8, 4, ""),
    ])
  func numberSigns(count: Int, maximum: Int, columns: Int, bar: String) {
    #expect(Glyphs(isUTF8: false).bar(count, of: maximum, columns: columns) == bar)
  }

  @Test("bars fit, and a larger count never has a shorter bar", arguments: [true, false])
  func monotone(isUTF8: Bool) {
    for columns in [1, 7, 40] {
      var last = 0
      for count in 0...500 {
        let bar = Glyphs(isUTF8: isUTF8).bar(count, of: 500, columns: columns)
        let width = DisplayWidth.columns(of: bar)
        #expect(last...columns ~= width)
        last = width
      }
      #expect(last == columns)
    }
  }

  @Test("the width is limited to the widest terminal")
  func absurdWidth() {
    #expect(Glyphs(isUTF8: false).bar(1, of: 1, columns: Int.max).utf8.count == 10_000)
    #expect(Glyphs(isUTF8: true).bar(1, of: 1, columns: Int.max).count == 10_000)
  }
}

@Suite(.limited)
struct LocaleEncodingTests {
  @Test(
    "uses the first variable that is set",
    arguments: [
      ([:], false), (["LANG": "en_US.UTF-8"], true), (["LANG": "en_US.utf8"], true),
      (["LANG": "C.UTF-8"], true), (["LANG": "C"], false), (["LANG": "POSIX"], false),
      (["LANG": "de_DE"], false), (["LANG": "de_DE@euro"], false), (["LANG": "ja_JP.eucJP"], false),
      (["LC_CTYPE": "UTF-8"], true), (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
      (["LC_ALL": "", "LANG": "en_US.UTF-8"], true), (["LC_ALL": "C.UTF-8", "LANG": "C"], true),
      (["LC_CTYPE": "C", "LANG": "en_US.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "", "LANG": ""], false),
      (["LC_MESSAGES": "en_US.UTF-8"], false),
    ] as [([String: String], Bool)])
  func locale(environment: [String: String], isUTF8: Bool) {
    #expect(LocaleEncoding.isUTF8 { environment[$0] } == isUTF8)
  }
}
