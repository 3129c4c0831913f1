internal import MovieCharts
internal import MovieStatistics
internal import MovieStore
internal import MovieSystem

/// On which days movies were watched.
extension Viewings {
  func output(of year: Int) -> StatsOutput {
    let chart = calendar(of: year)
    return StatsOutput(
      json: json(year), rows: dates.map { ["watched", $0.date.description, "\($0.movies)"] },
      page: { style in
        [style.heading(chart.title), summary(of: chart), ""] + chart.lines(style)
      }, chart: chart)
  }

  func calendar(of year: Int) -> CalendarChart {
    var months = CalendarDate.monthLengths(of: year).map { [Int](repeating: 0, count: $0) }
    for (date, movies) in dates where date.year == year {
      if let month = date.month, let day = date.day { months[month - 1][day - 1] = movies }
    }
    return CalendarChart(
      "Watched in \(year)", noun: "viewing", months,
      firstWeekday: CalendarDate(year: year)?.weekday ?? 0)
  }

  /// The number of viewings on dates of which only the month or year is known.
  private var undated: Int { count - days.reduce(0) { $0 + $1.movies } }

  /// What can be seen, and what cannot be in a calendar.
  func summary(of chart: CalendarChart) -> String {
    undated == 0
      ? chart.summary : "\(chart.summary) \(Formatting.grouped(undated)) more without a day."
  }

  /// What to say about a year in which no movies were watched; `nil` if some were.
  func message(without year: Int) -> String? {
    let years = years.suffix(5).map { "\($0)" }
    if self.years.contains(year) { return nil }
    return "no movies were watched in \(year)"
      + (years.isEmpty
        ? "; 'movies watch <movie>' sets a date" : ", but in \(years.joined(separator: ", "))")
  }

  static let schema = JSONSchema.object([
    "year": .integer, "viewings": .integer, "withoutDay": .integer,
    "days": .array(.object(["date": .string, "movies": .integer])),
  ])

  private func json(_ year: Int) -> [UInt8] {
    JSONBuilder.line { json in
      json.add("year", year)
      json.add("viewings", count)
      json.add("withoutDay", undated)
      json.array("days", days) { json, day in
        json.object {
          $0.add("date", day.date.description)
          $0.add("movies", day.movies)
        }
      }
    }
  }
}
