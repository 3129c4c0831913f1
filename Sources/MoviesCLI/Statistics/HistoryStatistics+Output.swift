internal import MovieCharts
internal import MovieStatistics
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// What happened in a part of the history.
extension HistoryStatistics {
  func output(_ period: HistoryPeriod) -> StatsOutput {
    StatsOutput(json: json(period), rows: rows, page: { page($0, period) })
  }

  private var totals: [(name: String, count: Int)] {
    [
      ("changes", changes), ("added", added), ("edited", edited), ("deleted", deleted),
      ("unstored", unstored),
    ]
  }

  private func page(_ style: ChartStyle, _ period: HistoryPeriod) -> [String] {
    [style.heading("What changed\(Self.description(of: period))")]
      + style.lines(
        totals.filter { $0.name != "unstored" || $0.count > 0 }.map { name, count in
          let value = Formatting.grouped(count)
          return (
            name.capitalizedFirst,
            name == "changes" ? value : Formatting.pluralized(count, "movie")
          )
        })
      + style.lines([chart("Changes by command", "Command", commands), daysChart])
  }

  private static func description(of period: HistoryPeriod) -> String {
    switch (period.first, period.last) {
    case (let since?, let until?) where since == until: " in \(since)"
    case (let since?, let until?): " from \(since) to \(until)"
    case (let since?, nil): " since \(since)"
    case (nil, let until?): " until \(until)"
    case (nil, nil): ""
    }
  }

  private func chart(_ title: String, _ name: String, _ parts: [Part]) -> BarChart {
    BarChart(
      title, columns: [name, "Movies", "Changes"],
      parts.map {
        BarChart.Bar(
          $0.name, Double($0.changes),
          numbers: [Formatting.grouped($0.movies), Formatting.grouped($0.changes)])
      })
  }

  /// The changes by day; by month if there are many.
  private var daysChart: BarChart {
    if days.count <= 31 { return chart("Changes by day", "Day", days) }
    let months = days.reduce(into: [Part]()) { months, day in
      let name = String(day.name.prefix(7))
      if months.last?.name != name { months.append(Part(name: name)) }
      months[months.count - 1].changes += day.changes
      months[months.count - 1].movies += day.movies
    }
    return chart("Changes by month", "Month", months)
  }

  private var rows: [[String]] {
    func rows(_ name: String, _ parts: [Part]) -> [[String]] {
      parts.map { [name, $0.name, "\($0.changes)", "\($0.movies)"] }
    }
    return totals.map { [$0.name, "\($0.count)"] } + rows("command", commands) + rows("day", days)
  }

  static let schema = JSONSchema.object([
    "since": .string.orNull, "until": .string.orNull, "changes": .integer, "added": .integer,
    "edited": .integer, "deleted": .integer, "unstored": .integer,
    "commands": .array(
      .object(["command": .string, "changes": .integer, "movies": .integer])),
    "days": .array(.object(["date": .string, "changes": .integer, "movies": .integer])),
  ])

  private func json(_ period: HistoryPeriod) -> [UInt8] {
    JSONBuilder.line { json in
      json.add("since", period.first?.description)
      json.add("until", period.last?.description)
      for (name, count) in totals { json.add(name, count) }
      for (key, name, parts) in [("commands", "command", commands), ("days", "date", days)] {
        json.array(key, parts) { json, part in
          json.object {
            $0.add(name, part.name)
            $0.add("changes", part.changes)
            $0.add("movies", part.movies)
          }
        }
      }
    }
  }
}
