import MovieStore
import TestSupport
import Testing

/// A window is the slice of the whole answer, whatever the query and wherever the place.
@Suite(.temporaryDirectory) struct MovieWindowTests {
  /// Many equal titles, some sortable ones that another program left empty or stale.
  private static func catalog(seed: UInt64) throws -> String {
    var random = RandomSource(seed: seed)
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    for number in 0..<60 {
      let title =
        Bool.random(using: &random)
        ? Generated.title(&random)
        : ["Heat", "The Heat", "El heat", "Wheat", "Él", "東京 heat"].randomElement(using: &random)
      try store.add(
        title ?? "x", "A\(number % 2)", "C\(number % 5)",
        favorite: Int.random(in: 0..<3, using: &random) == 0)
    }
    try OtherProgram.run(
      path, "UPDATE MovieModel SET sortableTitle = '' WHERE id % 6 = 0",
      "UPDATE MovieModel SET sortableTitle = 'heat' WHERE id % 11 = 0",
      // Bytes that are no UTF-8.
      "UPDATE MovieModel SET sortableTitle = CAST(x'68FF' AS TEXT) WHERE id IN (7, 8, 9, 20)",
      "UPDATE MovieModel SET sortableTitle = CAST(x'680061' AS TEXT) WHERE id IN (13, 14)",
      "DELETE FROM MovieModel WHERE id % 13 = 0")
    return path
  }

  private static func queries() throws -> [MovieQuery] {
    var queries: [MovieQuery] = []
    for typed in [nil, "e", "heat", "he t", "qqq"] as [String?] {
      for (favoritesOnly, actor) in [
        (false, nil), (true, nil), (false, 2), (true, 1), (false, 99),
      ] as [(Bool, Actor.ID?)] {
        for (order, isReversed) in [
          (.title, false), (.title, true), (.added, false), (.added, true),
        ] as [(MovieQuery.Order, Bool)] {
          queries.append(
            MovieQuery(
              text: try typed.map { try SearchText($0) }, favoritesOnly: favoritesOnly,
              actor: actor, order: order, isReversed: isReversed))
        }
      }
    }
    return queries
  }

  /// The slice of the whole answer.
  private static func slice(_ whole: [CreditedMovie], _ range: Range<Int>) -> MovieWindow {
    let range = range.clamped(to: 0..<whole.count)
    return MovieWindow(
      movies: Array(whole[range]), hasMoreBefore: range.lowerBound > 0,
      hasMoreAfter: range.upperBound < whole.count)
  }

  @Test("the first, the last, and those beside and around each movie", arguments: [1, 4, 1_000])
  func slices(rows: Int) throws {
    var store = try MovieStore(path: try Self.catalog(seed: 1), access: .reading)
    for query in try Self.queries() {
      let whole = try store.movies(query)
      let count = whole.count
      #expect(try store.window(of: query, at: .first, rows: rows) == Self.slice(whole, 0..<rows))
      #expect(
        try store.window(of: query, at: .last, rows: rows)
          == Self.slice(whole, max(0, count - rows)..<count), "\(query)")
      for (index, movie) in whole.map(\.movie).enumerated() {
        let before = max(0, index - rows)
        #expect(
          try store.window(of: query, at: .around(movie), rows: rows)
            == Self.slice(whole, before..<index + rows), "\(query)")
        #expect(
          try store.window(of: query, at: .before(movie), rows: rows)
            == Self.slice(whole, before..<index), "\(query)")
        #expect(
          try store.window(of: query, at: .after(movie), rows: rows)
            == Self.slice(whole, index + 1..<index + 1 + rows), "\(query)")
      }
    }
  }
}
