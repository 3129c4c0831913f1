import Foundation
import MovieStatistics
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Statistics beside the same numbers, computed from the movies themselves.
@Suite(.limited, .temporaryDirectory) struct StatisticsModelTests {
  private static func store(_ random: inout RandomSource) throws -> Catalog {
    var store = try Catalog()
    let names = ["Ann Lee", "Bo", "Cy Ono", "Émile", "Di"]
    try store.write("add") { store in
      for _ in 0..<Int.random(in: 0...25, using: &random) {
        var attributes = MovieAttributes()
        func chance() -> Bool { Int.random(in: 0...2, using: &random) > 0 }
        if chance() {
          try attributes.set(.year, to: [.integer(Int64.random(in: 1985...2004, using: &random))])
        }
        if chance() {
          try attributes.set(
            .rating, to: [.real(Double(Int.random(in: 0...20, using: &random)) / 2)])
        }
        if chance() {
          try attributes.set(.runtime, to: [.integer(Int64.random(in: 60...200, using: &random))])
        }
        let dates = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          let date = "202\(Int.random(in: 4...6, using: &random))"
          let month = "-0\(Int.random(in: 1...9, using: &random))"
          let day = "-1\(Int.random(in: 0...9, using: &random))"
          return AttributeValue.text(chance() ? date + month + day : chance() ? date + month : date)
        }
        try attributes.set(.watched, to: dates)
        if chance() {
          try attributes.set(.genre, to: [.text(["a", "b", "c"].randomElement(using: &random)!)])
        }
        try store.add(
          MovieDraft(
            title: String(
              repeating: ["x", "é", "👩‍👧"].randomElement(using: &random)!,
              count: Int.random(in: 1...4, using: &random)),
            cast: Array(
              names.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))),
            isFavorite: chance(), attributes: attributes))
      }
    }
    return store
  }

  private static let weekdays: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEEE"
    return formatter
  }()

  private static func values(_ movie: Movie, _ grouping: MovieGrouping) -> Set<AttributeValue> {
    switch grouping {
    case .attribute(let key): Set(movie.attributes[key])
    case .decade: Set(movie.year.map { .integer(Int64($0 / 10 * 10)) }.map { [$0] } ?? [])
    case .month:
      Set(movie.watched.filter { $0.month != nil }.map { .text(String($0.description.prefix(7))) })
    case .weekday:
      Set(
        movie.watched.filter { $0.day != nil }.map { date in
          let parts = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "UTC"),
            year: date.year, month: date.month, day: date.day)
          return .text(weekdays.string(from: parts.date!))
        })
    case .actor: Set(movie.cast.map { .text($0.name) })
    case .titleLength: [.integer(Int64(movie.title.unicodeScalars.count))]
    }
  }

  private static let groupings: [MovieGrouping] = [
    .decade, .month, .weekday, .actor, .titleLength, .attribute(.year), .attribute(.watched),
    .attribute(.genre),
  ]

  @Test(
    "Groups have the numbers of the movies themselves", arguments: 0..<Tier.amount(8, full: 60))
  func groups(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    let store = try Self.store(&random)
    for query in [MovieQuery.all, [.isFavorite], [.year > 1994, !.isWatched]] {
      let movies = try store.movies(query)
      for grouping in Self.groupings {
        let found = try store.movieGroups(by: grouping, of: query, summarizing: .rating)
        var expected: [AttributeValue: [Movie]] = [:]
        for movie in movies {
          for value in Self.values(movie, grouping) { expected[value, default: []].append(movie) }
        }
        #expect(Set(found.groups.map(\.value)) == Set(expected.keys), "\(grouping)")
        for group in found.groups {
          let movies = expected[group.value] ?? []
          let ratings = movies.compactMap(\.rating)
          #expect(group.movies == movies.count && (group.numbers?.count ?? 0) == ratings.count)
          #expect(
            group.numbers?.minimum == ratings.min() && group.numbers?.maximum == ratings.max())
          if let average = group.numbers?.average {
            #expect(abs(average - ratings.reduce(0, +) / Double(ratings.count)) < 1e-9)
          }
        }
        #expect(found.without == movies.count { Self.values($0, grouping).isEmpty })
        let most = try store.movieGroups(by: grouping, of: query, limit: 2)
        #expect(most.groups.count == min(2, expected.count))
        #expect(most.omittedGroups == expected.count - most.groups.count)
        #expect(
          most.groups.map(\.movies).sorted()
            == Array(expected.values.map(\.count).sorted().suffix(2)))
      }
    }
  }

  @Test(
    "A report has the numbers of the movies themselves", arguments: 0..<Tier.amount(8, full: 60))
  func report(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    let store = try Self.store(&random)
    for (query, year) in [(MovieQuery.all, nil), ([.isFavorite], nil), (.all, 2025)]
      as [(MovieQuery, Int?)]
    {
      let report = try store.report(of: query, year: year)
      let movies = try store.movies(query)
      let dates = { (movie: Movie) in movie.watched.filter { year == nil || $0.year == year } }
      let watched = movies.filter { !dates($0).isEmpty }
      let subjects = watched.isEmpty && year == nil ? movies : watched
      #expect(report.movies == movies.count && report.subjects == subjects.count)
      // A movie counts once on a date.
      #expect(report.viewings.count == subjects.reduce(0) { $0 + Set(dates($1)).count })
      let days = subjects.flatMap(dates).filter { $0.day != nil }.sorted()
      #expect(
        report.viewings.days.first?.date == days.first
          && report.viewings.days.last?.date == days.last)
      #expect((report.first == nil) == days.isEmpty)
      let ratings = subjects.compactMap(\.rating)
      #expect((report.averageRating == nil) == ratings.isEmpty)
      if let average = report.averageRating?.value {
        #expect(abs(average - ratings.reduce(0, +) / Double(ratings.count)) < 1e-9)
      }
      #expect(report.favorites.count == subjects.count(where: \.isFavorite))
      let rewatched = subjects.count { $0.watched.count { $0.year <= year ?? 9_999 } > 1 }
      #expect(report.rewatched.count == rewatched)
      let minutes = subjects.reduce(0) { sum, movie in
        sum + (movie.attributes.runtime ?? 0) * max(1, dates(movie).count)
      }
      #expect(report.minutes == minutes)
      #expect(
        report.unwatched.count == (report.isAboutWatched ? movies.count { $0.watched.isEmpty } : 0))
      for group in report.bestActors { #expect((group.numbers?.count ?? 0) >= 3) }
      let averages = report.bestActors.compactMap(\.numbers?.average)
      #expect(averages == averages.sorted(by: >))
    }
  }

  @Test("The longest pause is between two days, and the earliest of equal ones")
  func pause() throws {
    var store = try Catalog()
    for date in ["2026-01-01", "2026-01-11", "2026-01-12", "2026-01-22", "2026-02", "2025"] {
      try store.add(
        MovieDraft(title: "x", attributes: try MovieAttributes([.watched: [.text(date)]])))
    }
    let viewings = try store.viewings()
    let pause = try #require(viewings.longestPause)
    #expect("\(pause.from) \(pause.to) \(pause.days)" == "2026-01-01 2026-01-11 10")
    #expect(viewings.years == [2025, 2026] && viewings.inYear(2025).longestPause == nil)
  }

  @Test("Months have their days, and days their weekday")
  func calendar() {
    #expect(CalendarDate.monthLengths(of: 2024).reduce(0, +) == 366)
    #expect(CalendarDate.monthLengths(of: 1900)[1] == 28)
    let dates = ["2026-11-28", "1970-01-01", "1969-12-31", "2000-02-29", "0001-01-01"]
    #expect(dates.map { CalendarDate($0)?.weekday } == [5, 3, 2, 1, 0])
  }

  @Test("What another program stored is counted, or left out, but never an error")
  func strangeValues() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(
      to: path,
      [
        "1, 'watched', 0, '2026-02-31'", "1, 'watched', 1, 'never'", "1, 'watched', 2, 7",
        "2, 'year', 0, 'long ago'", "2, 'year', 1, 1995.5", "2, 'rating', 0, 'good'",
        "1, 'runtime', 0, 9e300", "3, 'year', 0, -5", "3, 'watched', 0, 'yesterday'",
      ])
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.movieGroups(by: .weekday).groups == [])
    #expect(try store.movieGroups(by: .month).groups == [])
    try OtherProgram.run(path, "DELETE FROM ActorModel WHERE id = 1")
    #expect(try store.movieGroups(by: .decade).groups.map(\.value) == [.integer(0)])
    #expect(try store.viewings().dates.isEmpty)
    let report = try store.report()
    #expect(report.isAboutWatched && report.subjects == 2 && report.averageRating == nil)
    #expect(report.minutes == 0)
    #expect(try store.movieGroups(by: .actor, summarizing: .runtime).groups.count > 0)
  }
}
