import MovieSamples
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct SeedTests {
  @Test("The same count and seed give the same rows")
  func sameRows() throws {
    #expect(try Self.seeded(200, seed: 4).movies() == Self.seeded(200, seed: 4).movies())
    #expect(try Self.seeded(50, seed: 4).titles() != Self.seeded(50, seed: 5).titles())
  }

  @Test("Seeding again repeats no movie")
  func again() throws {
    var store = try Self.seeded(200, seed: 4)
    let report = try store.seed(200, seed: 4)
    #expect(report.movies == 200)
    let contents = try store.movies().map { "\($0.title)|\($0.cast.map(\.name))" }
    #expect(contents.count == 400)
    #expect(Set(contents).count == 400)
  }

  @Test("Each call without a seed adds other movies")
  func withoutSeed() throws {
    var store = try Catalog()
    try store.seed(20) { _ in }
    try store.seed(20) { _ in }
    #expect(Set(try store.titles(order: .added)).count > 30)
  }

  @Test(
    "The given percentage of movies are favorites",
    arguments: [(0, 0...0), (50, 120...180), (100, 300...300)])
  func favorites(percent: Int, expected: ClosedRange<Int>) throws {
    var store = try Catalog()
    try store.seed(300, seed: 1, favoritePercent: percent)
    #expect(expected.contains(try store.movieCount([.isFavorite])))
  }

  @Test("An error of the closure rolls back everything")
  func rolledBack() throws {
    struct Stop: Error {}
    var store = try Catalog()
    #expect(throws: Stop.self) {
      try store.seed(100, seed: 1) { if $0.completed == 100 { throw Stop() } }
    }
    #expect(try store.movieCount() == 0)
    #expect(try store.actorCount() == 0)
  }

  @Test("Adds real movies that the catalog does not have while there are any")
  func randomMovie() throws {
    var store = try Catalog()
    let real = Set(BundledMovies.all.map { "\($0.title)|\($0.cast)" })
    for _ in 0..<25 {
      let added = try store.addRandom()
      #expect(added.outcome == .added)
      #expect(real.contains("\(added.movie.title)|\(added.movie.cast.map(\.name))"))
    }
    let contents = try store.movies().map { "\($0.title)|\($0.cast.map(\.name))" }
    #expect(Set(contents).count == 25)
  }

  @Test("Recognizes a real movie with another cast list")
  func otherCast() throws {
    var store = try Catalog()
    for movie in BundledMovies.all { try store.add(movie.title, movie.cast[1]) }
    let count = try store.movieCount()
    let added = try store.addRandom(seed: 1).movie
    #expect(!BundledMovies.all.contains { $0.title == added.title })
    #expect(try store.movieCount() == count + 1)
  }

  @Test("Adds a generated movie if the catalog has every real one")
  func exhausted() throws {
    var store = try Catalog()
    try store.seed(BundledMovies.all.count, seed: 8)
    let real = Set(BundledMovies.all.map { "\($0.title)|\($0.cast)" })
    for _ in 0..<3 {
      let added = try store.addRandom(isFavorite: true).movie
      #expect(!real.contains("\(added.title)|\(added.cast.map(\.name))"))
      #expect(added.isFavorite)
    }
  }

  @Test("Rejects a negative number and a percentage above 100")
  func invalidArguments() throws {
    var store = try Catalog()
    expectInvalid("the number -5 is negative", .argument) { try store.seed(-5) }
    for number in [-1, 101, 500] {
      expectInvalid("\(number) percent is not from 0 to 100") {
        try store.seed(1, favoritePercent: number)
      }
    }
    #expect(try store.movieCount() == 0)
  }

  @Test("Finds seeded movies")
  func searched() throws {
    var store = try Catalog()
    try store.seed(BundledMovies.all.count, seed: 8)
    #expect(try store.titles([.title("amelie")]).count == 1)
    #expect(try store.titles(.titles("popiol diament")).count == 1)
  }

  private static func seeded(_ count: Int, seed: UInt64) throws -> Catalog {
    var store = try Catalog()
    try store.seed(count, seed: seed)
    return store
  }
}

extension Catalog {
  fileprivate consuming func movies() throws -> [Movie] {
    let store = self
    return try store.movies(order: .added)
  }

  fileprivate consuming func titles() throws -> [String] {
    let store = self
    return try store.titles(order: .added)
  }
}
