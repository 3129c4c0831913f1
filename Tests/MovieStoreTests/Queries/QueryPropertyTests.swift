import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Random queries, compared with a plain filter and a plain sort of all movies.
@Suite(.limited, .temporaryDirectory) struct QueryPropertyTests {
  private static let size: Int64 = 1_100

  /// A catalog in which few matches are found and sorted, and many are read in order.
  private static func file(seed: UInt64) throws -> String {
    let path = TemporaryDirectory.path("movies.db")
    var random = RandomSource(seed: seed)
    var store = try Catalog.withoutDurability(path)
    let drafts = try (0..<size).map { _ in try RandomCatalog.draft(&random) }
    try store.add(contentsOf: drafts)
    return path
  }

  private struct Sample {
    let query: MovieQuery
    /// The expected movies by title.
    let movies: [Movie]
  }

  private static func sample(_ all: [Movie], _ random: inout RandomSource) throws -> Sample {
    var terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in PlainTerm.random(&random) }
    if terms.contains(where: { $0.isIdle == false }) { terms.removeAll { $0.isIdle == true } }
    let query = try MovieQuery(terms.map(\.text).joined(separator: " "))
    return Sample(
      query: query, movies: all.filter { movie in terms.allSatisfy { $0.matches(movie) } })
  }

  private static func expect(
    _ sample: Sample, in store: borrowing Catalog, _ random: inout RandomSource
  ) throws {
    let (query, expected) = (sample.query, sample.movies)
    let ids = expected.map(\.id)
    #expect(try store.movieIDs(query) == ids, "\(query)")
    #expect(try store.movieCount(query) == ids.count, "\(query)")
    #expect(try store.movieCount(query, limit: 10) == min(10, ids.count), "\(query)")
    #expect(
      try store.movieIDs(query, order: .added) == ids.sorted(by: { $0.rawValue < $1.rawValue }))
    for descending in [false, true] {
      let whole = descending ? ids.reversed() : ids
      for (limit, offset) in [(5, 0), (20, 3), (1, 40), (400, 100)] {
        let page = try store.movieIDs(
          query, descending: descending, limit: limit, offset: offset)
        #expect(page == Array(whole.dropFirst(offset).prefix(limit)), "\(query) \(limit) \(offset)")
      }
    }
    try expectPages(of: Listing(query), ids, in: store, &random)
  }

  /// Expects pages of the query around its first movie, its last one and others to be slices of the
  /// result.
  private static func expectPages(
    of query: Listing, _ expected: [Movie.ID], in store: borrowing Catalog,
    _ random: inout RandomSource
  ) throws {
    guard !expected.isEmpty else { return }
    let others = (0..<3).map { _ in Int.random(in: 0..<expected.count, using: &random) }
    for position in others + [0, expected.count - 1] {
      let anchor = try #require(try store.movie(id: expected[position]))
      let page = try store.page(of: query, at: .around(anchor), rows: 4)
      let slice = expected[max(0, position - 4)..<min(expected.count, position + 4)]
      #expect(page.movies.map(\.id) == Array(slice), "\(query)")
      #expect(page.hasMoreBefore == (position > 4))
      #expect(page.hasMoreAfter == (expected.count > position + 4))
    }
    let last = try store.page(of: query, at: .last, rows: 4)
    #expect(last.movies.map(\.id) == Array(expected.suffix(4)), "\(query)")
  }

  @Test(
    "With the search index, with pending changes, and without the index",
    arguments: 1...(Tier.isFull ? 3 : 1) as ClosedRange<UInt64>)
  func filter(seed: UInt64) throws {
    let path = try Self.file(seed: seed)
    var random = RandomSource(seed: seed &+ 100)
    for state in 0..<3 {
      switch state {
      case 1:
        try OtherProgram.run(
          path, "UPDATE MovieModel SET title = 'Heat, ' || title WHERE id % 5 = 0",
          "UPDATE MovieModel SET sortableTitle = 'heat, ' || lower(title) WHERE id % 5 = 0",
          "DELETE FROM MovieModel WHERE id % 17 = 0",
          "UPDATE ActorModel SET name = 'Spider ' || name WHERE id % 3 = 0")
      case 2: try OtherProgram.run(path, "DROP TABLE actorSearch")
      default: break
      }
      let store = try Catalog(path: path, access: .reading)
      let all = try store.movies()
      var found = 0
      let count = Tier.amount(4, full: 20)
      for _ in 0..<count {
        let sample = try Self.sample(all, &random)
        try Self.expect(sample, in: store, &random)
        if !sample.movies.isEmpty { found += 1 }
      }
      #expect(found > count / 4)
    }
  }

  @Test("Relevance is the worst rank of the texts, then the title")
  func relevance() throws {
    let store = try Catalog(path: try Self.file(seed: 3), access: .reading)
    let all = try store.movies()
    var random = RandomSource(seed: 4)
    for index in Tier.isFull ? Array(0..<40) : [0, 3, 4, 5] {
      let texts = (0..<1 + index % 2).map { _ in
        index < 4 ? ["he", "a", "the", "o"][index] : RandomCatalog.piece(&random)
      }
      let terms = texts.map(PlainTerm.bare)
      let patterns = texts.map(PlainText.init)
      let query = try MovieQuery(terms.map(\.text).joined(separator: " "))
      // Texts without letters beside others are not looked for.
      let used = query.terms.count == terms.count ? patterns : []
      if used.isEmpty { continue }
      let expected = all.filter { movie in terms.allSatisfy { $0.matches(movie) } }
        .enumerated().map {
          (index: $0.offset, rank: Self.rank(of: $0.element, used), id: $0.element.id)
        }
        .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.id)
      for limit in [20, nil] {
        for offset in [0, 7] {
          let found = try store.movieIDs(query, order: .relevance, limit: limit, offset: offset)
          let whole = expected.dropFirst(offset)
          #expect(found == Array(limit.map { whole.prefix($0) } ?? whole), "\(query)")
        }
        let reversed = try store.movieIDs(query, order: .relevance, descending: true, limit: limit)
        #expect(reversed == Array(expected.reversed().prefix(limit ?? .max)))
      }
      for descending in [false, true] {
        try Self.expectPages(
          of: Listing(query, order: .relevance, descending: descending),
          descending ? expected.reversed() : expected, in: store, &random)
      }
    }
  }

  private static func rank(of movie: Movie, _ texts: [PlainText]) -> Int {
    texts.map { text in
      PlainText.of(movie.title).rank(of: text)
        ?? 4 + (movie.cast.compactMap { PlainText.of($0.name).rank(of: text) }.min() ?? 4)
    }.max() ?? 0
  }

  @Test("Movies after all that are read in order are found", arguments: [false, true])
  func late(descending: Bool) throws {
    var store = try Catalog.withoutDurability(TemporaryDirectory.path("movies.db"))
    let titles = (1_000..<1_000 + Self.size).map { MovieDraft(title: "\($0) Loves") }
    try store.add(contentsOf: titles)
    let late = [700] + (descending ? Array(1...30).reversed() : Array(Self.size - 30..<Self.size))
    let expected = late.map { Movie.ID(rawValue: $0) }
    try store.setFavorite(true, of: expected)
    let query: MovieQuery = [.text("love"), .isFavorite]
    for (order, limit, offset) in [(.title, 5, 0), (.title, 3, 4), (.relevance, 5, 2)]
      as [(MovieOrder, Int, Int)]
    {
      let found = try store.movieIDs(
        query, order: order, descending: descending, limit: limit, offset: offset)
      #expect(found == Array(expected.dropFirst(offset).prefix(limit)), "\(order)")
    }
    let first = try store.page(
      of: query, order: .title, descending: descending, at: .first, rows: 4)
    #expect(first.movies.map(\.id) == Array(expected.prefix(4)))
  }

  @Test("The order by a key is that of first values, or last dates, then movies without the key")
  func byKey() throws {
    let store = try Catalog(path: try Self.file(seed: 5), access: .reading)
    let all = try store.movies()
    var random = RandomSource(seed: 6)
    for (index, key) in [AttributeKey.year, .rating, .watched, .tag, .own].enumerated() {
      for round in 0..<Tier.amount(2, full: 6) {
        let sample =
          round == 0
          ? Sample(query: .all, movies: all)
          : round == 1 && key == .year
            ? Sample(
              query: [.year >= 1990, .year < 1999],
              movies: all.filter { (1990..<1999).contains($0.attributes.year ?? 0) })
            : try Self.sample(all, &random)
        let sorted = Self.sorted(sample.movies, by: key)
        for descending in [false, true] {
          let expected = descending ? sorted.descending : sorted.ascending
          for (limit, offset) in [(nil, 0), (7, 0), (7, index * 50), (300, 20)] as [(Int?, Int)] {
            let found = try store.movieIDs(
              sample.query, order: .attribute(key), descending: descending, limit: limit,
              offset: offset)
            let whole = expected.dropFirst(offset)
            #expect(
              found == Array(limit.map { whole.prefix($0) } ?? whole), "\(sample.query) \(key)")
          }
          try Self.expectPages(
            of: Listing(sample.query, order: .attribute(key), descending: descending), expected,
            in: store, &random)
        }
      }
    }
  }

  private static func sorted(
    _ movies: [Movie], by key: AttributeKey
  ) -> (ascending: [Movie.ID], descending: [Movie.ID]) {
    func isBefore(_ left: Movie, _ right: Movie) -> Bool {
      let values = [left, right].map { movie in
        let values = movie.attributes[key]
        return values[key == .watched ? values.count - 1 : 0]
      }
      let order = values[0].order(values[1])
      return order == 0 ? left.id.rawValue < right.id.rawValue : order < 0
    }
    let having = movies.filter { !$0.attributes[key].isEmpty }.sorted(by: isBefore).map(\.id)
    let others = movies.filter { $0.attributes[key].isEmpty }.sorted {
      $0.id.rawValue < $1.id.rawValue
    }.map(\.id)
    return (having + others, having.reversed() + others.reversed())
  }
}

extension AttributeValue {
  /// Numbers are before texts.
  fileprivate func order(_ other: AttributeValue) -> Int {
    func number(_ value: AttributeValue) -> Double? {
      switch value {
      case .text: nil
      case .integer(let number): Double(number)
      case .real(let number): number
      }
    }
    switch (number(self), number(other)) {
    case (let left?, let right?): return left < right ? -1 : left > right ? 1 : 0
    case (.some, nil): return -1
    case (nil, .some): return 1
    case (nil, nil):
      let (left, right) = (description, other.description)
      return left.utf8.elementsEqual(right.utf8) ? 0 : left.precedes(right) ? -1 : 1
    }
  }
}
