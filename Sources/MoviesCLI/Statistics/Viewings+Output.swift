internal import MovieCharts
internal import MovieStore
internal import MovieSystem

/// On which days movies were watched.
extension Viewings {
  func output(of year: Int) -> StatsOutput {
    let chart = calendar(of: year)
    return StatsOutput(
      json: json(year), rows: dates.map { ["watched", $0.date.description, "\($0.movies)"] },
      page: { style in
        [style.heading(chart.title), chart.summary + undatedNote, ""] + chart.lines(style)
      }, chart: chart)
  }

  func calendar(of year: Int) -> CalendarChart {
    var months = CalendarDate.monthLengths(of: year).map { [Int](repeating: 0, count: $0) }
    for (date, movies) in dates where date.year == year {
      if let month = date.month, let day = date.day { months[month - 1][day - 1] = movies }
    }
    return CalendarChart(
      "Watched in \(year)", noun: "movie", months,
      firstWeekday: CalendarDate(year: year)?.weekday ?? 0)
  }

  /// The number of movies on dates of which only the month or year is known.
  private var undated: Int { count - days.reduce(0) { $0 + $1.movies } }

  /// A sentence about the movies that the calendar does not have.
  private var undatedNote: String {
    undated == 0 ? "" : " \(Formatting.grouped(undated)) more without a day."
  }

  private func json(_ year: Int) -> [UInt8] {
    JSONBuilder.line { json in
      json.add("year", year)
      json.add("movies", count)
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
