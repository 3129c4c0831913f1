internal import MovieSQLite
package import MovieStore

/// When movies were watched.
package struct Viewings: Sendable {
  /// The dates with the number of movies, in their order. Of some, only the month or the year is
  /// known.
  package let dates: [(date: CalendarDate, movies: Int)]

  init(dates: [(date: CalendarDate, movies: Int)]) { self.dates = dates }

  init(of found: FoundMovies, in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    if !catalog.hasAttributes {
      dates = []
      return
    }
    let rows = try catalog.database.fetchAll(
      """
      SELECT value, count(DISTINCT movieID) FROM MovieAttribute
      WHERE key = \(AttributeKey.watched.name) AND \(found.condition(on: "movieID")) GROUP BY value
      """
    ) { row throws(SQLiteError) in
      (CalendarDate(try AttributeValue(row: row, at: 0).description), Int(try row.int(at: 1)))
    }
    // Another program can have stored a year as a number.
    let counts = rows.reduce(into: [CalendarDate: Int]()) { counts, row in
      if let date = row.0 { counts[date, default: 0] += row.1 }
    }
    dates = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The number of viewings: the movies of all dates.
  package var count: Int { dates.reduce(0) { $0 + $1.movies } }

  /// The years with dates, in their order.
  package var years: [Int] {
    dates.map(\.date.year).reduce(into: []) { years, year in
      if years.last != year { years.append(year) }
    }
  }

  /// The viewings of a year.
  package func inYear(_ year: Int) -> Viewings {
    Viewings(dates: dates.filter { $0.date.year == year })
  }

  /// The dates of which the day is known.
  package var days: [(date: CalendarDate, movies: Int)] { dates.filter { $0.date.day != nil } }

  /// The longest time without a movie: the days with movies before and after it.
  package var longestPause: (from: CalendarDate, to: CalendarDate, days: Int)? {
    let days = days.map(\.date)
    return zip(days, days.dropFirst()).map { ($0, $1, $1.daysSince1970 - $0.daysSince1970) }
      .max { ($0.2, $1.0) < ($1.2, $0.0) }
  }
}

extension Catalog {
  /// Returns when movies were watched.
  package func viewings(of query: MovieQuery = .all) throws(StoreError) -> Viewings {
    try query.validate()
    return try core.read { catalog in
      try Viewings(of: FoundMovies(query, in: catalog), in: catalog)
    }
  }
}
