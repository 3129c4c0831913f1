import MovieCharts
import MovieTerminal
import TestSupport
import Testing

@Suite(.limited) struct BarChartTests {
  static let ascii = ChartStyle(columns: 30, glyphs: Glyphs(isUTF8: false), isColored: false)

  @Test("bars are in proportion, fit, and a small amount is seen")
  func lines() {
    let chart = BarChart(
      "Movies by genre", columns: ["Genre", "Movies"],
      [BarChart.Bar("Drama", 1_000), BarChart.Bar("Noir", 500), BarChart.Bar("War", 1)],
      rest: BarChart.Bar("no genre", 7))
    #expect(
      chart.lines(Self.ascii) == [
        "Drama     1,000  #############", "Noir        500  #######", "War           1  #",
        "no genre      7",
      ])
    #expect(chart.rows.last == ["no genre", "7"])
    #expect(chart.summary == "The longest of 3 bars is Drama: 1,000.")
  }

  @Test("several numbers have headings, and the bar is that of the last one")
  func numbers() {
    let chart = BarChart(
      "Ratings", columns: ["Decade", "Movies", "Average"],
      [
        BarChart.Bar("1990s", 4, numbers: ["2", "4"]),
        BarChart.Bar("2000s", 8, numbers: ["1", "8"]),
        BarChart.Bar("2010s", 0, numbers: ["3", ""]),
      ])
    #expect(
      chart.lines(Self.ascii) == [
        "       movies  average", "1990s       2        4  ###", "2000s       1        8  ######",
        "2010s       3           ",
      ])
  }

  @Test("without room for bars, there are only numbers")
  func narrow() {
    let chart = BarChart(
      "x", columns: ["Decade", "Movies", "Average"],
      [BarChart.Bar("1990s", 4, numbers: ["2,000", "4"])])
    let style = ChartStyle(columns: 26, glyphs: Glyphs(isUTF8: true), isColored: false)
    #expect(chart.lines(style) == ["       movies  average", "1990s   2,000        4"])
  }

  @Test("numbers for which there is no room are left out, but never the amount")
  func fewerNumbers() {
    let chart = BarChart(
      "x", columns: ["Actor", "Movies", "Rated", "Min", "Average"],
      [BarChart.Bar("Robert De Niro", 7, numbers: ["12", "11", "4", "7.25"])])
    let style = ChartStyle(columns: 28, glyphs: Glyphs(isUTF8: true), isColored: false)
    #expect(
      chart.lines(style) == ["           movies  average", "Robert D…      12     7.25"])
  }

  @Test(
    "labels are escaped and cut; no line is wider than the terminal", arguments: [30, 40, 80],
    [1, 5])
  func hostileLabels(columns: Int, numbers: Int) {
    let style = ChartStyle(columns: columns, glyphs: Glyphs(isUTF8: true), isColored: false)
    let chart = BarChart(
      "x", columns: ["x"] + (0..<numbers).map { "n\($0)" },
      HostileLabels.all.enumerated().map {
        BarChart.Bar($1, Double($0 + 1), numbers: Array(repeating: "\($0)", count: numbers))
      })
    for line in chart.lines(style) {
      #expect(DisplayWidth.columns(of: line) <= columns)
      #expect(
        !line.unicodeScalars.contains {
          TerminalText.needsEscape($0) && $0 != "\u{200D}" && $0 != "\u{FE0F}"
        })
    }
  }

  @Test("SVG escapes labels, and has one bar for each positive amount")
  func svg() {
    let chart = BarChart(
      "Movies by <tag>", columns: ["Tag", "Movies"],
      [BarChart.Bar("</text><script>", 4), BarChart.Bar("none", 0), BarChart.Bar("few", 1)])
    let svg = chart.svg(width: 328)
    #expect(svg.contains("<title>Movies by &lt;tag&gt;</title>"))
    #expect(svg.contains(">&lt;/text&gt;&lt;script&gt;</text>") && !svg.contains("<script"))
    #expect(svg.split(separator: "M").count - 1 == 2 + 1)
    Golden.expect(chart.svgFile(width: 328), is: "charts/bars")
  }

  @Test("an empty chart has no lines")
  func empty() {
    let chart = BarChart("x", columns: ["x", "y"], [])
    #expect(chart.lines(Self.ascii) == [] && chart.rows == [])
    #expect(chart.svg(width: 100).contains("There are no bars."))
  }
}

enum HostileLabels {
  static let all = [
    "</script><img onerror=\"x\">", "\u{202E}moc.live", "\u{1B}[31mred", "שלום", "👩‍👩‍👧‍👦🎉", "七人の侍",
    String(repeating: "W", count: 16_384), "a\tb\nc", "", "e\u{301}\u{301}\u{301}", "\u{FFFE}",
  ]
}
