import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct MovieQueryTests {
  static let orders: [MovieOrder] = [
    .title, .added, .relevance, .random(seed: 0), .random(seed: 42), .random(seed: .max),
  ]

  /// A catalog with equal titles, favorites, and casts that share actors.
  private static func catalog(_ count: Int = 60) throws -> Catalog {
    var random = RandomSource(seed: 11)
    var store = try Catalog()
    let titles = ["Heat", "The Heat", "heat", "Wheat", "Dead Heat", "Él", "El", "東京", "\"", "The"]
    for number in 0..<count {
      let title = titles.randomElement(using: &random) ?? ""
      try store.add(title, "A\(number % 3)", "B", "C\(number % 7)", favorite: number % 4 == 0)
    }
    return store
  }

  @Test("The order by title ignores articles, case and accents; equal titles are ordered by id")
  func byTitle() throws {
    let store = try Catalog.holding([
      "The Score", "Zürich", "a score", "Amélie", "An Amelie", "Zurich", "The", "Élan", "東京",
      "El Élan",
    ])
    #expect(
      try store.titles() == [
        "Amélie", "An Amelie", "Élan", "El Élan", "The Score", "a score", "The", "Zürich", "Zurich",
        "東京",
      ])
  }

  @Test("The order added is the order of the ids")
  func byAddition() throws {
    let store = try Catalog.holding(["C", "A", "B"])
    #expect(try store.ids(order: .added) == [1, 2, 3])
    #expect(try store.ids(order: .added, descending: true) == [3, 2, 1])
  }

  @Test("Reverses every order", arguments: orders)
  func reversed(order: MovieOrder) throws {
    let store = try Self.catalog()
    for text in ["", "heat"] {
      let plain = try store.ids(.titles(text), order: order)
      let turned = try store.ids(.titles(text), order: order, descending: true)
      #expect(turned == plain.reversed())
    }
  }

  @Test("The pages together are the whole result", arguments: orders)
  func pages(order: MovieOrder) throws {
    var store = try Self.catalog()
    for text in ["", "heat"] {
      for descending in [false, true] {
        let query = Listing(.titles(text), order: order, descending: descending)
        let whole = try store.ids(query)
        #expect(Set(whole).count == whole.count)
        for size in [1, 7, 60, 100] {
          #expect(try Self.paged(query, by: size, in: &store) == whole)
        }
      }
    }
  }

  private static func paged(
    _ query: Listing, by size: Int, in store: inout Catalog
  ) throws -> [Int64] {
    var (page, ids) = (query, [] as [Int64])
    page.limit = size
    while true {
      page.offset = ids.count
      let more = try store.ids(page)
      ids += more
      if more.isEmpty { return ids }
    }
  }

  @Test(
    "Accepts limits and offsets of any size",
    arguments: [
      (nil, 0, [1, 2, 3]), (0, 0, []), (2, 0, [1, 2]), (2, 2, [3]), (nil, 1, [2, 3]), (5, 9, []),
      (.max, 0, [1, 2, 3]), (1, .max, []), (.max, .max, []), (nil, .max, []),
    ] as [(Int?, Int, [Int64])])
  func limits(limit: Int?, offset: Int, ids: [Int64]) throws {
    let store = try Catalog.holding(["A", "B", "C"])
    let query = Listing(order: .added, limit: limit, offset: offset)
    #expect(try store.ids(query) == ids)
    #expect(try store.movieCount(query.query) == 3)
  }

  @Test("The same seed gives the same order, and another seed another one")
  func random() throws {
    let store = try Self.catalog()
    let first = try store.ids(order: .random(seed: 1))
    #expect(try store.ids(order: .random(seed: 1)) == first)
    #expect(try store.ids(order: .random(seed: 2)) != first)
    #expect(first != first.sorted())
    #expect(first.sorted() == Array(1...60))
  }

  @Test("Over many seeds, each movie comes first about equally often")
  func uniform() throws {
    let store = try Catalog.holding(["A", "B", "C", "D"])
    var firstCounts: [Int64: Int] = [:]
    for seed in 0..<400 {
      let ids = try store.ids(order: .random(seed: UInt64(seed)), limit: 1)
      firstCounts[try #require(ids.first), default: 0] += 1
    }
    #expect(firstCounts.count == 4)
    #expect(firstCounts.values.allSatisfy { (70...130).contains($0) })
  }

  @Test("Relevance orders whole titles, then beginnings, then beginnings of words, then the rest")
  func relevance() throws {
    let store = try Catalog.holding([
      "Wheat", "Dead Heat", "Heat Wave", "The Heat", "A Heat Haze", "Heat", "Cheaters",
      "In the Heat",
      "Cold",
    ])
    let query = Listing(.titles("heat"), order: .relevance)
    #expect(
      try store.titles(query) == [
        "The Heat", "Heat", "A Heat Haze", "Heat Wave", "Dead Heat", "In the Heat", "Cheaters",
        "Wheat",
      ])
  }

  @Test("Relevance without a text is the order by title")
  func relevanceWithoutText() throws {
    let store = try Self.catalog()
    #expect(try store.ids(order: .relevance) == store.ids(order: .title))
  }

  @Test("Combines favorites, an actor and a text")
  func filters() throws {
    let store = try Self.catalog()
    let all = try store.movies(order: .added)
    for actor in 1...4 as ClosedRange<Int64> {
      let actor = Actor.ID(rawValue: actor)
      let query = Listing([.title("heat"), .isFavorite, .actor(id: actor)], order: .added)
      let expected = all.filter {
        $0.isFavorite && $0.cast.contains { $0.id == actor }
          && Folding.fold($0.title).contains("heat")
      }
      #expect(try store.movies(query) == expected)
      #expect(try store.movieCount(query.query) == expected.count)
      #expect(
        try store.movies([.actor(id: actor)]).map(\.id).sorted()
          == all.filter { $0.cast.contains { $0.id == actor } }.map(\.id))
    }
    #expect(try store.ids([.actor(id: 999)]).isEmpty)
  }

  @Test("All of several actors must be in the cast, in every order, page and count")
  func severalActors() throws {
    var store = try Catalog()
    for number in 0..<40 {
      let cast = (1...4).filter { number % ($0 + 1) < 2 }.map { "Actor \($0)" }
      try store.add(MovieDraft(title: "Film \(number % 7)", cast: cast))
    }
    let all = try store.movies(order: .added)
    let actors = try store.actors().map(\.id)
    let sets = actors.flatMap { one in actors.map { [one, $0] } } + [actors, actors + actors]
    for wanted in sets {
      let expected = all.filter { Set(wanted).isSubset(of: $0.cast.map(\.id)) }
      for order in Self.orders {
        let query = MovieQuery(wanted.map { .actor(id: $0) })
        let found = try store.movies(query, order: order)
        #expect(Set(found.map(\.id)) == Set(expected.map(\.id)))
        let page = try store.movies(query, order: order, limit: 3, offset: 2)
        #expect(page == Array(found.dropFirst(2).prefix(3)))
      }
      #expect(try store.movieCount(MovieQuery(wanted.map { .actor(id: $0) })) == expected.count)
      #expect(try store.ids(MovieQuery((wanted + [999]).map { .actor(id: $0) })).isEmpty)
    }
  }

  @Test(
    "Casts are in billing order", arguments: [255, 256, 257, 600])
  func casts(count: Int) throws {
    let path = TemporaryDirectory.path("movies.db")
    var store = try Catalog(path: path, access: .writing)
    try store.add("First", "Z", "A")
    try OtherProgram.run(
      path,
      """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO MovieModel(id, title, sortableTitle) SELECT i, 'Film ' || i, 'film' FROM n
      """,
      "INSERT INTO MovieActor SELECT id, 1 + id % 2, 3 FROM MovieModel WHERE id > 1",
      "INSERT INTO MovieActor SELECT id, 2 - id % 2, 0 FROM MovieModel WHERE id > 1 AND id % 3 = 0")
    let movies = try store.movies(order: .added)
    #expect(movies.map(\.id.rawValue) == Array(1...Int64(count)))
    for movie in movies.dropFirst() {
      let last = movie.id.rawValue % 2 == 0 ? ["Z"] : ["A"]
      let first = movie.id.rawValue % 2 == 0 ? ["A"] : ["Z"]
      #expect(movie.cast.map(\.name) == (movie.id.rawValue % 3 == 0 ? first : []) + last)
    }
    var streamed: [Movie] = []
    try store.forEachMovie(order: .added) { streamed.append($0) }
    #expect(streamed == movies)
  }

  @Test("An error of the closure ends the iteration and is rethrown")
  func bodyThrows() throws {
    struct Stop: Error {}
    let store = try Self.catalog()
    var count = 0
    #expect(throws: Stop.self) {
      try store.forEachMovie { _ in
        count += 1
        if count == 3 { throw Stop() }
      }
    }
    #expect(count == 3)
    #expect(try store.movieCount() == 60)
  }

  @Test("Finds a movie by its id", arguments: [0, -1, 4, .min, .max] as [Int64])
  func byID(unknown: Int64) throws {
    let store = try Catalog.holding(["A", "The B", "C"])
    let movie = try #require(try store.movie(id: 2))
    #expect(movie == Movie(id: 2, title: "The B") && movie.sortableTitle == "b")
    #expect(try store.movie(id: Movie.ID(rawValue: unknown)) == nil)
  }

  @Test("Every query of an empty catalog returns nothing", arguments: orders)
  func empty(order: MovieOrder) throws {
    let store = try Catalog()
    #expect(try store.titles([.title("x")], order: order).isEmpty)
    #expect(try store.titles(order: order).isEmpty)
    #expect(try store.movieCount() == 0)
    #expect(try store.actorCount() == 0)
  }

  @Test("Returns titles byte for byte")
  func bytes() throws {
    let store = try Catalog.holding(Generated.titles)
    #expect(try store.titles(order: .added).map(\.bytes) == Generated.titles.map(\.bytes))
  }
}
