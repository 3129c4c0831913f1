import MovieCharts
import MovieTerminal
import TestSupport
import Testing

@Suite(.limited) struct CalendarChartTests {
  /// 2026, which begins on a Thursday.
  private static let chart: CalendarChart = {
    var months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map {
      [Int](repeating: 0, count: $0)
    }
    (months[0][0], months[0][4], months[5][29], months[6][0], months[11][30]) = (1, 2, 3, 4, 8)
    return CalendarChart("Watched in 2026", noun: "viewing", months, firstWeekday: 3)
  }()

  @Test(
    "a year at 80 and at 40 columns, in UTF-8 and in ASCII", arguments: [80, 40, 20], [true, false])
  func lines(columns: Int, isUTF8: Bool) {
    let style = ChartStyle(columns: columns, glyphs: Glyphs(isUTF8: isUTF8), isColored: false)
    let lines = Self.chart.lines(style)
    if columns > 20 { #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns }) }
    Golden.expect(
      lines.map { $0.trimmedRight + "\n" }.joined(),
      is: "charts/calendar-\(columns)-\(isUTF8 ? "utf8" : "ascii")")
  }

  @Test("53 columns of weeks; 54 if a leap year begins on a Sunday", arguments: 0..<7, [28, 29])
  func weeks(firstWeekday: Int, february: Int) {
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map {
      [Int](repeating: 1, count: $0)
    }
    let chart = CalendarChart("x", noun: "viewing", months, firstWeekday: firstWeekday)
    let lines = chart.lines(
      ChartStyle(columns: 80, glyphs: Glyphs(isUTF8: false), isColored: false))
    let cells = lines[1...7].map { $0.dropFirst(4) }
    #expect(cells.map(\.count).max() == (firstWeekday == 6 && february == 29 ? 54 : 53))
    #expect(cells.joined().count { $0 != " " } == months.joined().count)
    // Each day once, in one row for each weekday.
    #expect(
      cells[firstWeekday].first != " " && cells.prefix(firstWeekday).allSatisfy { $0.first == " " })
  }

  @Test(
    "steps rise with the count, and none is the lowest only for no movies",
    arguments: [1, 4, 5, 7, 100])
  func steps(most: Int) {
    var months = [[Int]](repeating: [], count: 12)
    months[0] = Array(0...most)
    let chart = CalendarChart("x", noun: "viewing", months, firstWeekday: 0)
    let style = ChartStyle(columns: 400, glyphs: Glyphs(isUTF8: false), isColored: false)
    let rows = chart.lines(style)[1...7].map { Array($0.dropFirst(4)) }
    let steps = (0...most).map { Array(".-+*#").firstIndex(of: rows[$0 % 7][$0 / 7]) ?? -1 }
    #expect(steps == steps.sorted() && steps.count { $0 == 0 } == 1)
    #expect(most < 4 || steps.last == 4)
  }

  @Test("a row for each month names its days, and those with several movies their number")
  func rows() {
    #expect(
      Self.chart.rows == [
        ["January", "3", "1, 5 (2)"], ["June", "3", "30 (3)"], ["July", "4", "1 (4)"],
        ["December", "8", "31 (8)"],
      ])
    #expect(Self.chart.summary == "18 viewings on 5 days.")
    #expect(
      Self.chart.parts(2).map(\.summary) == ["6 viewings on 3 days.", "12 viewings on 2 days."])
  }

  @Test("SVG has each week, and each day with a movie, also in parts")
  func svg() {
    for parts in [1, 2] {
      let text = Self.chart.parts(parts).map { $0.svg(width: 328) }.joined()
      // Five of the squares are in the legend.
      let letters = text.utf8.split(separator: UInt8(ascii: "M")).map { String(Substring($0)) }
        .filter { $0.first?.isNumber == true }.compactMap { $0.first(where: \.isLetter) }
      // Five days and five steps of the legend; the week of July 1 is in both halves.
      #expect(letters.count { $0 == "v" } == 5 + 5 + 52 + parts)
    }
    Golden.expect(Self.chart.svgFile(width: 720), is: "charts/calendar")
  }
}
