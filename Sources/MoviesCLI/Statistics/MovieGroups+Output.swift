internal import MovieCharts
internal import MovieStatistics
internal import MovieStore
internal import MovieSystem

/// Numbers of movies by a value.
extension MovieGroups {
  var output: StatsOutput {
    StatsOutput(
      json: json, rows: rows,
      page: { style in
        let chart = chart(columns: style.columns)
        return [style.heading(chart.title)] + chart.lines(style)
      }, chart: drawnChart)
  }

  /// What is to be said besides the numbers; `nil` for nothing.
  var message: String? {
    if let summarizedKey, !groups.isEmpty, groups.allSatisfy({ $0.numbers == nil }) {
      return "none of these movies has a number in '\(summarizedKey)'"
    }
    if omittedGroups == 0 { return nil }
    return "the \(Formatting.grouped(groups.count)) most frequent values of "
      + "\(Formatting.grouped(groups.count + omittedGroups))"
  }

  private var title: String {
    summarizedKey.map { "Average \($0) by \(grouping.name)" } ?? "Movies by \(grouping.name)"
  }

  /// - Parameter columns: On a narrow terminal, years are counted by decade.
  private func chart(columns: Int = .max) -> BarChart {
    let rest = without > 0 ? BarChart.Bar("no \(keyName)", without) : nil
    if grouping == .attribute(.year), summarizedKey == nil, omittedGroups == 0, columns < 60 {
      return BarChart(
        title, columns: ["Decade", "Movies"],
        groups.byDecade.map { BarChart.Bar($0.label, $0.movies) }, rest: rest)
    }
    return groups.chart(title, by: grouping, summarizing: summarizedKey, rest: rest)
  }

  /// Years can be so many that only columns show them at once.
  private var drawnChart: any Chart {
    grouping == .attribute(.year) && summarizedKey == nil ? groups.yearChart(title) : chart()
  }

  /// What the movies lack that are in no group.
  private var keyName: String {
    switch grouping {
    case .attribute(.watched), .weekday: "date"
    case .attribute(let key): key.name
    case .decade: "year"
    case .month: "month"
    case .actor: "cast"
    case .titleLength: "title"
    }
  }

  // MARK: Rows and JSON

  /// The key, a value and its number of movies, and the summary of the numbers. The last row is of
  /// the movies without a value.
  private var rows: [[String]] {
    groups.map { group in
      var row = [grouping.name, group.value.description, "\(group.movies)"]
      guard summarizedKey != nil else { return row }
      row.append("\(group.numbers?.count ?? 0)")
      let numbers = group.numbers.map { [$0.average, $0.minimum, $0.maximum] }
      return row + (numbers?.map(\.shortened) ?? ["", "", ""])
    } + [[grouping.name, "", "\(without)"]]
  }

  static let schema = JSONSchema.object(
    [
      "key": .string, "values": .array(Group.schema), "omittedValues": .integer,
      "without": .integer,
    ], optional: ["of": .string])

  private var json: [UInt8] {
    JSONBuilder.line { json in
      json.add("key", grouping.name)
      if let summarizedKey { json.add("of", summarizedKey.name) }
      json.array("values", groups) { $1.append(to: &$0, hasSummary: summarizedKey != nil) }
      json.add("omittedValues", omittedGroups)
      json.add("without", without)
    }
  }
}

extension [MovieGroups.Group] {
  /// - Parameters:
  ///   - key: The key of the summarized numbers; `nil` for none.
  ///   - rest: The movies in no group.
  func chart(
    _ title: String, by grouping: MovieGrouping, summarizing key: AttributeKey? = nil,
    rest: BarChart.Bar? = nil
  ) -> BarChart {
    let names =
      key.map { ["Movies", $0 == .rating ? "Rated" : "Numbers", "Min", "Max", "Average"] }
      ?? ["Movies"]
    let bars = map { group in
      let label = grouping == .decade ? "\(group.value)s" : group.value.description
      guard key != nil else { return BarChart.Bar(label, group.movies) }
      let numbers = group.numbers.map {
        [
          Formatting.grouped($0.count), $0.minimum.shortened, $0.maximum.shortened,
          $0.average.magnitude < 0.1
            ? $0.average.shortened : Formatting.fixed($0.average, decimals: 2),
        ]
      }
      return BarChart.Bar(
        label, group.numbers?.average ?? 0,
        numbers: [Formatting.grouped(group.movies)] + (numbers ?? ["0", "", "", ""]))
    }
    return BarChart(title, columns: [grouping.name.capitalizedFirst] + names, bars, rest: rest)
  }

  fileprivate var byDecade: [(label: String, movies: Int)] {
    reduce(into: []) { rows, group in
      guard case .integer(let year) = group.value else {
        rows.append((group.value.description, group.movies))
        return
      }
      let decade = "\(year - year % 10)s"
      if rows.last?.label == decade {
        rows[rows.count - 1].movies += group.movies
      } else {
        rows.append((decade, group.movies))
      }
    }
  }

  /// The ratings in whole points.
  var ratingChart: Histogram {
    let isWhole = allSatisfy { $0.value.number.map { $0 == $0.rounded() } ?? true }
    return Histogram(
      isWhole ? "Ratings" : "Ratings, rounded down", columns: ["Rating", "Movies"], counts,
      in: 0...10)
  }

  func yearChart(_ title: String = "Years") -> Histogram {
    Histogram(title, columns: ["Year", "Movies"], counts)
  }

  /// The movies of each whole number.
  private var counts: [Histogram.Count] {
    reduce(into: []) { counts, group in
      guard let number = group.value.number else { return }
      let whole = Int(Swift.min(Swift.max(number, -1e9), 1e9).rounded(.down))
      if counts.last?.number == whole {
        counts[counts.count - 1].count += group.movies
      } else {
        counts.append((whole, group.movies))
      }
    }
  }
}

extension MovieGroups.Group {
  /// The id is that of an actor; the numbers are those of the key of `--value`.
  static let schema = JSONSchema.definition(
    "group",
    .object(
      ["value": .anyOf([.string, .number]), "movies": .integer],
      optional: [
        "id": .integer, "count": .integer, "average": .number.orNull, "minimum": .number.orNull,
        "maximum": .number.orNull,
      ]))

  func append(to json: inout JSONBuilder, hasSummary: Bool = false) {
    json.object {
      $0.add("value", value)
      if let actor { $0.add("id", actor.rawValue) }
      $0.add("movies", movies)
      if !hasSummary { return }
      $0.add("count", numbers?.count ?? 0)
      $0.add("average", numbers?.average)
      $0.add("minimum", numbers?.minimum)
      $0.add("maximum", numbers?.maximum)
    }
  }
}

extension Double {
  /// The number with at most six decimals, as in JSON.
  fileprivate var shortened: String {
    let text = "\(magnitude < 1e12 ? (self * 1e6).rounded() / 1e6 : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
