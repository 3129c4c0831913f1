internal import MovieCharts
internal import MovieStatistics
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A report as a page. The same catalog gives the same bytes on the same day.
struct ReportPage {
  let report: MovieReport
  /// What was asked for; empty for all movies.
  let chosen: String
  /// The day on which the page is made.
  let date: String

  /// The width of a chart on the narrowest screen.
  private static let chartWidth = 328.0
  /// The most years whose days are drawn, and months whose movies are counted.
  private static let (maximumYears, maximumMonths) = (5, 24)
  /// A title can have 16 KiB.
  private static let maximumText = 160

  var text: String {
    let page = HTMLPage(title: title, style: Palette.drawingStyle + Self.style)
    return page.start + header + totals + calendars + "<div class=\"charts\">\n"
      + charts.map(Self.section).joined() + lists.joined() + "</div>\n"
      + "<footer><p>Made on \(date) by movies.</p></footer>\n" + page.end
  }

  private var title: String {
    if !report.isAboutWatched { return "Movies" }
    return report.year.map { "Movies watched in \($0)" } ?? "Movies watched"
  }

  private var header: String {
    let chosen =
      chosen.isEmpty
      ? "" : "<p>Only movies that match \(HTMLPage.text(Self.shortened(chosen))).</p>\n"
    return "<header><h1>\(title)</h1>\n\(chosen)</header>\n"
  }

  private static func shortened(_ text: String) -> String {
    TerminalText.truncated(text, to: maximumText)
  }

  // MARK: Totals

  private var totals: String {
    var totals = [(Formatting.grouped(report.subjects), report.subjects == 1 ? "movie" : "movies")]
    let (viewings, days) = (report.viewings.count, report.viewings.days.count)
    if viewings != report.subjects || report.rewatched.count > 0, viewings > 0 {
      totals.append((Formatting.grouped(viewings), "times watched"))
    }
    if days > 0 { totals.append((Formatting.grouped(days), days == 1 ? "day" : "days")) }
    // A sum over a few of the movies would mislead.
    if report.minutes > 0, 2 * report.timedSubjects >= report.subjects {
      totals.append(
        (
          Formatting.grouped((report.minutes + 30) / 60),
          "hours" + part(with: report.timedSubjects)
        ))
    }
    if let average = report.averageRating {
      totals.append(
        (
          Formatting.fixed(average.value, decimals: 2),
          "average rating" + part(with: average.subjects)
        ))
    }
    if report.favorites.count > 0 {
      totals.append(
        (
          Formatting.grouped(report.favorites.count),
          report.favorites.count == 1 ? "favorite" : "favorites"
        ))
    }
    return "<ul class=\"totals\">\n"
      + totals.map { "<li><b>\($0)</b> \($1)</li>\n" }.joined() + "</ul>\n"
  }

  /// Such as ` (200 of 306)`; empty if all movies of the report are meant.
  private func part(with subjects: Int) -> String {
    subjects < report.subjects
      ? " (\(Formatting.grouped(subjects)) of \(Formatting.grouped(report.subjects)))" : ""
  }

  // MARK: Charts

  /// The days of each year.
  private var calendars: String {
    let years = report.viewings.years.reversed().filter { year in
      report.viewings.days.contains { $0.date.year == year }
    }
    let others = years.dropFirst(Self.maximumYears).map { "\($0)" }
    let note =
      others.isEmpty
      ? ""
      : "<p class=\"muted\">The calendars of \(others.joined(separator: ", ")) are left out.</p>\n"
    return years.prefix(Self.maximumYears).map(calendar).joined() + note
  }

  private func calendar(of year: Int) -> String {
    let viewings = report.viewings.inYear(year)
    let chart = viewings.calendar(of: year)
    // Halves fit on a narrow screen, and are beside each other on a wide one.
    return
      "<section><h2>\(chart.title)</h2>\n<p class=\"muted\">\(viewings.summary(of: chart))</p>\n"
      + "<div class=\"year\">\n"
      + chart.parts(2).map { $0.svg(width: Self.chartWidth) }.joined() + "</div>\n"
      + Self.numbers(chart) + "</section>\n"
  }

  private var charts: [any Chart] {
    let seen = report.isAboutWatched ? "Actors seen most" : "Actors in most movies"
    let charts: [(any Chart)?] = [
      perYear, perMonth, report.ratings.ratingChart,
      report.decades.chart("Decades", by: .decade),
      report.genres.chart("Genres", by: .attribute(.genre)),
      report.actors.chart(seen, by: .actor),
      report.bestActors.chart(
        "Actors rated best, of \(MovieReport.leastRatings) movies or more", by: .actor,
        summarizing: .rating),
      report.directors.chart("Directors", by: .attribute(.director)),
      report.tags.chart("Tags", by: .attribute(.tag)),
    ]
    return charts.compactMap(\.self).filter { !$0.rows.isEmpty }
  }

  private var perYear: BarChart {
    let found = report.year == nil ? report.viewings.years : []
    var years = found.count > 1 ? found : []
    // Without gaps, unless a date is centuries away.
    if let first = years.first, let last = years.last, last - first < 100 {
      years = Array(first...last)
    }
    return BarChart(
      "Watched per year", columns: ["Year", "Viewings"],
      years.map { BarChart.Bar("\($0)", report.viewings.inYear($0).count) })
  }

  /// All months of a year, or the last ones.
  private var perMonth: BarChart? {
    let months = report.viewings.dates.filter { $0.date.month != nil }
    guard let last = months.last?.date, let first = months.first?.date else { return nil }
    func index(_ date: CalendarDate) -> Int { date.year * 12 + (date.month ?? 1) - 1 }
    let range =
      report.year.map { $0 * 12...$0 * 12 + 11 }
      ?? max(index(first), index(last) - Self.maximumMonths + 1)...index(last)
    var counts = [Int](repeating: 0, count: range.count)
    for (date, movies) in months where range.contains(index(date)) {
      counts[index(date) - range.lowerBound] += movies
    }
    let bars = counts.enumerated().map { offset, count in
      let (year, month) = (range.lowerBound + offset).quotientAndRemainder(dividingBy: 12)
      let name = CalendarNames.months[month]
      return BarChart.Bar(
        report.year == nil ? "\(CalendarNames.short(name)) \(year)" : name, count)
    }
    let isCut = report.year == nil && index(first) < range.lowerBound
    return BarChart(
      isCut ? "Watched per month, the last \(Self.maximumMonths)" : "Watched per month",
      columns: ["Month", "Viewings"], bars)
  }

  private static func section(_ chart: any Chart) -> String {
    "<section><h2>\(chart.title)</h2>\n\(chart.svg(width: chartWidth))\(numbers(chart))</section>\n"
  }

  private static func numbers(_ chart: any Chart) -> String {
    // HTML lets the end tags of rows and cells be left out.
    func row(_ cells: [String], _ name: String) -> String {
      "<tr><\(name)>" + HTMLPage.text(shortened(cells[0]))
        + cells.dropFirst().map { "<\(name)>\(Markup.escaped($0))" }.joined() + "\n"
    }
    return "<details><summary>Numbers</summary>\n<table>\n" + row(chart.columns, "th")
      + chart.rows.map { row($0, "td") }.joined() + "</table></details>\n"
  }

  // MARK: Lists

  private var lists: [String] {
    [
      firstAndLast,
      list("Watched again", report.rewatched), list("Favorites", report.favorites),
      list("Not yet watched", report.unwatched),
    ]
  }

  private var firstAndLast: String {
    var items: [String] = []
    let days = report.viewings.days
    if let entry = report.first, let date = days.first?.date {
      items.append(
        "First: \(HTMLPage.text(Self.shortened(entry.movie.titleWithYear))) on \(Self.time(date))")
    }
    if let entry = report.last, let date = days.last?.date, days.count > 1 {
      items.append(
        "Last: \(HTMLPage.text(Self.shortened(entry.movie.titleWithYear))) on \(Self.time(date))")
    }
    if let pause = report.viewings.longestPause, pause.days > 1 {
      items.append(
        "Longest pause: \(Formatting.pluralized(pause.days, "day")), from \(Self.time(pause.from)) "
          + "to \(Self.time(pause.to))")
    }
    return Self.list("First and last", items)
  }

  private static func time(_ date: CalendarDate) -> String { "<time>\(date)</time>" }

  private func list(_ title: String, _ selection: MovieReport.Selection) -> String {
    var items = selection.entries.map { entry in
      let count = entry.count.map { " <span class=\"muted\">\($0) times</span>" } ?? ""
      return HTMLPage.text(Self.shortened(entry.movie.titleWithYear)) + count
    }
    let rest = selection.count - items.count
    if rest > 0 {
      items.append("<span class=\"muted\">and \(Formatting.grouped(rest)) more</span>")
    }
    return Self.list("\(title) (\(Formatting.grouped(selection.count)))", items)
  }

  private static func list(_ title: String, _ items: [String]) -> String {
    if items.isEmpty { return "" }
    return "<section><h2>\(title)</h2>\n<ul>\n" + items.map { "<li>\($0)</li>\n" }.joined()
      + "</ul></section>\n"
  }

  private static let style = """

    ul{margin:0;padding-left:20px}
    .totals{display:flex;flex-wrap:wrap;gap:8px 32px;margin:16px 0 24px;padding:0;list-style:none}
    .totals b{display:block;font-size:28px;font-weight:400;line-height:1.2}
    section{margin:0 0 24px;break-inside:avoid}
    .charts{columns:328px;column-gap:32px}
    .year{display:flex;flex-wrap:wrap;gap:0 16px}
    svg{display:block;width:100%;max-width:400px;height:auto}
    time{white-space:nowrap}
    details{overflow-x:auto}
    th,td{overflow-wrap:normal}
    td:first-child{overflow-wrap:anywhere;min-width:6em}
    @media print{details{display:none}.charts{columns:2}.year{flex-wrap:nowrap}}

    """
}
