import MovieStore
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct StatisticsTests {
  @Test("Counts movies, favorites, actors, credits and cast sizes")
  func counts() throws {
    let path = TemporaryDirectory.path("movies.db")
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Heat", "A", "B", favorite: true)
    try store.add("Ran", "B")
    try store.add("Up")
    try store.add("It", favorite: true)
    let statistics = try store.statistics()
    #expect(statistics.movies == 4)
    #expect(statistics.favorites == 2)
    #expect(statistics.actors == 2)
    #expect(statistics.credits == 3)
    #expect(statistics.castSizes.map { [$0.names, $0.movies] } == [[0, 2], [1, 1], [2, 1]])
    #expect(statistics.busiest.map { "\($0.actor.name) \($0.movieCount)" } == ["B 2", "A 1"])
    #expect(statistics.bytes == (try Files.bytes(path).count))
    #expect(statistics.schemaVersion == .v6)
  }

  @Test("Returns at most ten of the busiest actors")
  func busiest() throws {
    var store = try MovieStore()
    for number in 0..<12 { try store.add("Film", "Actor \(number)", "Star") }
    let busiest = try store.statistics().busiest
    #expect(busiest.count == 10)
    #expect(busiest.first?.actor.name == "Star")
    #expect(busiest.first?.movieCount == 12)
  }

  @Test("The statistics of an empty catalog are zero")
  func empty() throws {
    let store = try MovieStore()
    let statistics = try store.statistics()
    #expect(statistics.movies == 0)
    #expect(statistics.castSizes.isEmpty)
    #expect(statistics.busiest.isEmpty)
    #expect(statistics.bytes == 0)
  }

  @Test("The size is the size of the file", .temporaryDirectory)
  func size() throws {
    let path = try MovieStore.file(holding: ["Heat"])
    let store = try MovieStore(path: path, access: .reading)
    #expect(try store.statistics().bytes == Files.bytes(path).count)
  }
}
