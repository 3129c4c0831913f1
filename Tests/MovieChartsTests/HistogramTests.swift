import MovieCharts
import MovieTerminal
import TestSupport
import Testing

@Suite(.limited) struct HistogramTests {
  private static let ratings = Histogram(
    "Ratings", columns: ["Rating", "Movies"], [(3, 1), (6, 4), (7, 12), (10, 6)], in: 0...10)

  @Test("columns are in proportion, with their numbers below")
  func lines() {
    let style = ChartStyle(columns: 40, glyphs: Glyphs(isUTF8: true), isColored: false)
    #expect(
      Self.ratings.lines(style).map { $0.trimmedRight } == [
        "                     ██", "                     ██", "                     ██",
        "                     ██       ██", "                  ██ ██       ██",
        "         ▄▄       ██ ██       ██", "0  1  2  3  4  5  6  7  8  9  10",
        "0  0  0  1  0  0  4  12 0  0  6",
      ])
  }

  @Test(
    "numbers are counted together where there is no room for all", arguments: [20, 40, 80, 200])
  func years(columns: Int) {
    let years = Histogram("Years", columns: ["Year", "Movies"], (1900...2026).map { ($0, 1) })
    let style = ChartStyle(columns: columns, glyphs: Glyphs(isUTF8: false), isColored: false)
    let lines = years.lines(style)
    #expect(lines.allSatisfy { $0.utf8.count < columns })
    // Each label is below the column that has it.
    #expect(lines.last?.hasPrefix("most: ") == true)
    let labels = lines[6].split(separator: " ").map { String($0) }
    #expect(labels.first == "1900" && labels.count > 2)
    #expect(labels.compactMap { Int($0) }.allSatisfy { $0 % 10 == 0 })
  }

  @Test("every count is in one column, at any width", arguments: 0..<Tier.amount(40, full: 400))
  func sums(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let counts = (0..<Int.random(in: 1...30, using: &random)).map { _ in
      Histogram.Count(
        number: Int.random(
          in: [-5...5, 1900...2030, -1_000_000...1_000_000].randomElement(using: &random)!,
          using: &random),
        count: Int.random(in: 1...9, using: &random))
    }
    let columns = Int.random(in: 20...150, using: &random)
    let chart = Histogram("x", columns: ["x", "y"], counts)
    let lines = chart.lines(
      ChartStyle(columns: columns, glyphs: Glyphs(isUTF8: true), isColored: false))
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) < columns })
    if lines[7].hasPrefix("most") == false {
      let sum = lines[7].split(separator: " ").compactMap { Int($0) }.reduce(0, +)
      #expect(sum == counts.reduce(0) { $0 + $1.count })
    }
    #expect(!chart.svg(width: 328).contains("nan"))
  }

  @Test("colors end where they begin, at any width", arguments: 10...60)
  func colors(columns: Int) {
    let style = ChartStyle(columns: columns, glyphs: Glyphs(isUTF8: true), isColored: true)
    let last = Self.ratings.lines(style).last ?? ""
    #expect(last.hasPrefix("\u{1B}[2m") && last.hasSuffix("\u{1B}[0m"))
  }

  @Test("numbers beyond all calendars, and none at all")
  func extremes() {
    let style = ChartStyle(columns: 40, glyphs: Glyphs(isUTF8: true), isColored: false)
    let chart = Histogram("x", columns: ["x", "y"], [(.min, 1), (.max, 2)])
    #expect(chart.lines(style).count >= 7)
    #expect(Histogram("x", columns: ["x", "y"], []).rows == [])
    #expect(
      Histogram("x", columns: ["x", "y"], []).svg(width: 100).contains("There are no columns."))
  }

  @Test("SVG")
  func svg() { Golden.expect(Self.ratings.svgFile(width: 328), is: "charts/histogram") }
}

extension String {
  var trimmedRight: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
