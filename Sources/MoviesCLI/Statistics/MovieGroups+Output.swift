internal import MovieCharts
internal import MovieStore
internal import MovieSystem

/// Numbers of movies by a value.
extension MovieGroups {
  var output: StatsOutput {
    StatsOutput(
      json: json, rows: rows,
      page: { style in [style.heading(title)] + chart(columns: style.columns).lines(style) },
      chart: chart())
  }

  private var title: String { "Movies by \(grouping.name)" }

  /// - Parameter columns: On a narrow terminal, years are counted by decade.
  func chart(_ title: String? = nil, columns: Int = .max) -> BarChart {
    var bars = groups.map(bar)
    if grouping == .attribute(.year), summarizedKey == nil, columns < 60 {
      let decades = byDecade
      bars = decades.map { BarChart.Bar($0.label, $0.movies) }
    }
    let rest =
      without > 0 ? BarChart.Bar("no \(keyName)", without) : nil
    let names =
      summarizedKey.map { key in
        ["Movies", key == .rating ? "Rated" : "Numbers", "Min", "Max", "Average"]
      } ?? ["Movies"]
    return BarChart(
      title ?? self.title, columns: [grouping.name.capitalizedFirst] + names, bars, rest: rest)
  }

  private func bar(_ group: Group) -> BarChart.Bar {
    let label = label(group.value)
    guard summarizedKey != nil else { return BarChart.Bar(label, group.movies) }
    let numbers = group.numbers.map {
      [
        Formatting.grouped($0.count), $0.minimum.rounded2, $0.maximum.rounded2, $0.average.fixed2,
      ]
    }
    return BarChart.Bar(
      label, group.numbers?.average ?? 0,
      numbers: [Formatting.grouped(group.movies)] + (numbers ?? ["0", "", "", ""]))
  }

  private func label(_ value: AttributeValue) -> String {
    grouping == .decade ? "\(value)s" : value.description
  }

  /// What the movies lack that are in no group.
  private var keyName: String {
    switch grouping {
    case .attribute(let key): key.name
    case .decade: "year"
    case .month: "month"
    case .weekday: "date"
    case .actor: "cast"
    case .titleLength: "title"
    }
  }

  private var byDecade: [(label: String, movies: Int)] {
    groups.reduce(into: []) { rows, group in
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

  // MARK: Histograms

  /// The ratings in whole points; 10 has a column of its own.
  var ratingChart: Histogram {
    Histogram("Ratings", columns: ["Rating", "Movies"], counts, in: 0...10)
  }

  var yearChart: Histogram { Histogram("Years", columns: ["Year", "Movies"], counts) }

  private var counts: [Histogram.Count] {
    groups.reduce(into: []) { counts, group in
      guard let number = group.value.number else { return }
      let whole = Int(min(max(number, -1e9), 1e9).rounded(.down))
      if counts.last?.number == whole {
        counts[counts.count - 1].count += group.movies
      } else {
        counts.append((whole, group.movies))
      }
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
      return row + (numbers?.map(\.rounded6) ?? ["", "", ""])
    } + [[grouping.name, "", "\(without)"]]
  }

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

extension MovieGroups.Group {
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
  /// The number with two decimals.
  var fixed2: String {
    (self < 0 ? "-" : "") + Formatting.seconds(magnitude, decimals: 2)
  }
  /// The number with at most two decimals.
  var rounded2: String { shortened(100) }
  var rounded6: String { shortened(1_000_000) }

  private func shortened(_ scale: Double) -> String {
    let rounded = (self * scale).rounded() / scale
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}
