import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct GlyphsTests {
  @Test(
    "a UTF-8 bar is exact to the eighth of a column",
    arguments: [
      (0, 1, ""), (0.125, 1, "▏"), (0.25, 1, "▎"), (0.375, 1, "▍"), (0.5, 1, "▌"), (0.625, 1, "▋"),
      (0.75, 1, "▊"), (0.875, 1, "▉"), (1, 1, "█"), (0.5, 5, "██▌"), (1, 4, "████"), (3, 4, "████"),
      (1e-6, 10, "▏"), (-1, 4, ""), (1, 0, ""), (1, -4, ""), (.infinity, 2, "██"), (.nan, 2, ""),
    ] as [(Double, Int, String)])
  func blocks(fraction: Double, columns: Int, bar: String) {
    #expect(Glyphs(isUTF8: true).bar(fraction, columns: columns) == bar)
  }

  @Test(
    "an ASCII bar consists of number signs",
    arguments: [
      (0, 4, ""), (0.125, 4, "#"), (0.5, 4, "##"), (1, 4, "####"), (1e-3, 4, "#"), (2, 4, "####"),
      (-1, 4, ""),
    ] as [(Double, Int, String)])
  func numberSigns(fraction: Double, columns: Int, bar: String) {
    #expect(Glyphs(isUTF8: false).bar(fraction, columns: columns) == bar)
  }

  @Test("bars fit, and a larger count never has a shorter bar", arguments: [true, false])
  func monotone(isUTF8: Bool) {
    for columns in [1, 7, 40] {
      var last = 0
      for count in 0...500 {
        let bar = Glyphs(isUTF8: isUTF8).bar(Double(count) / 500, columns: columns)
        let width = DisplayWidth.columns(of: bar)
        #expect(last...columns ~= width)
        last = width
      }
      #expect(last == columns)
    }
  }

  @Test("a column fills its line in eighths from below, and any height is seen")
  func columns() {
    let glyphs = Glyphs(isUTF8: true)
    #expect([0, 0.01, 0.5, 0.99, 1, 7].map(glyphs.column).joined() == " ▁▄███")
    #expect([-1, 0.01, 7].map(Glyphs(isUTF8: false).column).joined() == " ##")
  }

  @Test("the five steps of a heat map differ, and others are the nearest")
  func steps() {
    #expect((-1...5).map(Glyphs(isUTF8: true).step).joined() == "··░▒▓██")
    #expect((-1...5).map(Glyphs(isUTF8: false).step).joined() == "..-+*##")
  }

  @Test("the width is limited to the widest terminal")
  func absurdWidth() {
    #expect(Glyphs(isUTF8: false).bar(1, columns: Int.max).utf8.count == 10_000)
    #expect(Glyphs(isUTF8: true).bar(1, columns: Int.max).count == 10_000)
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
