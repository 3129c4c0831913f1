import MovieTerminal
import TestSupport
import Testing

@Suite("Bars", .limited)
struct BarChartTests {
  @Test(
    "a bar is exact to the eighth of a column",
    arguments: [
      (0, 8, 1, ""), (1, 8, 1, "▏"), (2, 8, 1, "▎"), (3, 8, 1, "▍"), (4, 8, 1, "▌"), (5, 8, 1, "▋"),
      (6, 8, 1, "▊"), (7, 8, 1, "▉"), (8, 8, 1, "█"), (1, 2, 5, "██▌"), (3, 3, 4, "████"),
      (9, 3, 4, "████"), (1, 1_000_000, 10, "▏"), (-1, 8, 4, ""), (1, 0, 4, ""), (1, -1, 4, ""),
      (1, 1, 0, ""), (1, 1, -4, ""), (Int.max, Int.max, 2, "██"), (Int.min, Int.max, 2, ""),
    ])
  func blocks(count: Int, maximum: Int, columns: Int, bar: String) {
    #expect(BarChart.bar(count, of: maximum, columns: columns, isUTF8: true) == bar)
  }

  @Test(
    "without UTF-8 a bar is of number glyphs",
    arguments: [
      (0, 8, 4, ""), (1, 8, 4, "#"), (4, 8, 4, "##"), (8, 8, 4, "####"), (1, 1_000, 4, "#"),
      (9, 8, 4, "####"), (-1, 8, 4, ""),
    ])
  func numberSigns(count: Int, maximum: Int, columns: Int, bar: String) {
    #expect(BarChart.bar(count, of: maximum, columns: columns, isUTF8: false) == bar)
  }

  @Test("bars fit, and a greater count has no shorter bar", arguments: [true, false])
  func monotone(isUTF8: Bool) {
    for columns in [1, 7, 40] {
      var last = 0
      for count in 0...500 {
        let bar = BarChart.bar(count, of: 500, columns: columns, isUTF8: isUTF8)
        let width = DisplayWidth.columns(of: bar)
        #expect(last...columns ~= width)
        last = width
      }
      #expect(last == columns)
    }
  }

  @Test("an absurd width is limited to the widest terminal")
  func absurdWidth() {
    #expect(BarChart.bar(1, of: 1, columns: Int.max, isUTF8: false).utf8.count == 10_000)
    #expect(BarChart.bar(1, of: 1, columns: Int.max, isUTF8: true).count == 10_000)
  }
}

@Suite("Text encoding", .limited)
struct TextEncodingTests {
  @Test(
    "the first variable that is set decides",
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
    #expect(TextEncoding.isUTF8 { environment[$0] } == isUTF8)
  }
}
