internal import MovieSQLite

/// When movies were watched.
package struct Viewings: Hashable, Sendable {
  /// The dates with the number of movies, in their order. Of some, only the month or the year is
  /// known.
  package let dates: [(date: CalendarDate, movies: Int)]

  package static func == (left: Self, right: Self) -> Bool {
    left.dates.elementsEqual(right.dates) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    for (date, movies) in dates {
      hasher.combine(date)
      hasher.combine(movies)
    }
  }

  init(dates: [(date: CalendarDate, movies: Int)]) { self.dates = dates }

  /// - Parameter ids: `SELECT …` of the ids of the movies; `nil` for all movies.
  init(of ids: SQL?, in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    if !catalog.hasAttributes {
      dates = []
      return
    }
    let isChosen: SQL = ids.map { "AND movieID IN (\($0))" } ?? ""
    dates = try catalog.database.fetchAll(
      """
      SELECT value, count(DISTINCT movieID) FROM MovieAttribute
      WHERE key = \(AttributeKey.watched.name) \(isChosen) GROUP BY value ORDER BY value
      """
    ) { row throws(SQLiteError) in
      (CalendarDate(try AttributeValue(row: row, at: 0).description), Int(try row.int(at: 1)))
    }.compactMap { date, movies in date.map { ($0, movies) } }
  }

  /// The number of movies on all dates.
  package var count: Int { dates.reduce(0) { $0 + $1.movies } }

  /// The years with dates, in their order.
  package var years: [Int] {
    dates.map(\.date.year).reduce(into: []) { years, year in
      if years.last != year { years.append(year) }
    }
  }

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
      let ids = try MovieSelect(query, in: catalog).ids(in: catalog)
      return try Viewings(of: query.isEmpty ? nil : ids, in: catalog)
    }
  }
}

extension CalendarDate {
  /// The numbers of days of the months of a year.
  package static func monthLengths(of year: Int) -> [Int] {
    (1...12).map { month in
      (28...31).last { CalendarDate(year: year, month: month, day: $0) != nil } ?? 28
    }
  }

  /// The day of the week of the day, or of the first day: 0 for Monday.
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    let days = (daysSince1970 + 3) % 7
    return days < 0 ? days + 7 : days
  }
}
