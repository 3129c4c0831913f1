import Foundation
import InterchangeTestSupport
import MovieFormats
import MovieInterchange
import MovieSamples
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Seeding gives the same movies with one thread, two threads and one by one.
@Suite(.limited, .temporaryDirectory) struct SeededCatalogTests {
  private static func digest(_ store: inout Catalog) throws -> String {
    let sink = ByteSink()
    _ = try store.exportMovies(order: .added, as: .ndjson, to: sink)
    let digits = SHA256.digest(of: sink.bytes).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    return digits.joined()
  }

  /// Users rely on these rows.
  @Test(
    "A seed gives the same movies in every release",
    arguments: [(600, "3724fba4ebf77e360f915d1d546c8097ec24a4ddf02986859e0abf4265b2353e")]
      + (Tier.isFull
        ? [(5_000, "9e371dd1c6dcbb16a255b88c70bb8c33ce892623641194de35a82e7e5ea7b81a")] : []))
  func pinned(count: Int, digest: String) throws {
    var store = try Catalog()
    try store.seed(count, seed: 42)
    #expect(try Self.digest(&store) == digest)
  }

  @Test("A small seed run is a prefix of a large one")
  func smallRun() throws {
    var few = try Catalog()
    var many = try Catalog()
    try few.seed(512, seed: 3)
    try many.seed(1_400, seed: 3)
    let first = try few.movies(order: .added)
    #expect(try many.movies(order: .added, limit: 512) == first)
  }

  @Test(
    "Seeding gives the same catalog as adding the movies one by one",
    arguments: Tier.isFull ? [30, 700] : [30])
  func oneByOne(existing: Int) throws {
    let (seeded, other) = try (Catalog.file(), Catalog.file("other.db"))
    var store = try Catalog.withoutDurability(seeded)
    var adding = try Catalog.withoutDurability(other)
    for count in [existing, Tier.amount(100, full: 1_100)] {
      let newest = try store.movieCount()
      try store.seed(count, seed: 3, favoritePercent: 30)
      for movie in try store.movies(order: .added).dropFirst(newest) {
        _ = try adding.add(
          MovieDraft(
            title: movie.title, cast: movie.cast.map(\.name), isFavorite: movie.isFavorite,
            attributes: movie.attributes))
      }
    }
    #expect(try CatalogState(seeded) == CatalogState(other))
    try CatalogState.expectSound(seeded)
    try store.expectUsable()
  }

  @Test("Does not add real movies that exist, even with a different cast")
  func existingMovies() throws {
    var store = try Catalog()
    let real = BundledMovies.all
    let drafts = try real.map { try draft($0.title, [$0.cast[1].lowercased(), "Another Actor"]) }
    try store.importMovies(from: drafts.sources(1))
    let count = Tier.amount(300, full: 1_100)
    let report = try store.seed(count, seed: 5)
    #expect(report.movies == count)
    let movies = try store.movies(order: .added)
    #expect(movies.count == real.count + count)
    let known = Set(real.map { "\($0.title)|\($0.cast)" })
    let again = movies.dropFirst(real.count).map { "\($0.title)|\($0.cast.map(\.name))" }
    #expect(again.filter(known.contains) == [])
  }

  @Test("Reports progress at intervals; an error that it throws rolls back everything")
  func progress() throws {
    struct Stop: Error {}
    let path = try Catalog.file(holding: ["Heat"])
    let before = try CatalogState(path)
    var store = try Catalog(path: path, access: .writing)
    var counts: [Int] = []
    #expect(throws: Stop.self) {
      try store.seed(4_000, seed: 1) {
        counts.append($0.completed)
        if $0.completed > 2_300 { throw Stop() }
      }
    }
    #expect(counts.count > 3 && counts.count < 10 && counts == counts.sorted())
    #expect(try CatalogState(path) == before)
    try store.expectUsable()
  }

  @Test("A failed seed run leaves no thread and no pipe open")
  func closesDescriptors() throws {
    struct Stop: Error {}
    var store = try Catalog()
    let before = try Files.names(in: "/proc/self/fd").count
    for _ in 0..<15 {
      #expect(throws: Stop.self) { try store.seed(600, seed: 1) { _ in throw Stop() } }
    }
    // A leak would leave four per call. Tests that run at the same time open descriptors, too.
    let end = Date() + 20
    while try Files.names(in: "/proc/self/fd").count > before + 40, Date() < end { usleep(5_000) }
    #expect(try Files.names(in: "/proc/self/fd").count <= before + 40)
  }
}
