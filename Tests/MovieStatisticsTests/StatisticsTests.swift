import MovieStatistics
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct StatisticsTests {
  @Test("Counts movies, favorites, actors, credits and cast sizes")
  func counts() throws {
    let path = TemporaryDirectory.path("movies.db")
    var store = try Catalog(path: path, access: .writing)
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

  @Test("The size of the history is the sum of its entries")
  func history() throws {
    let path = try Catalog.file(holding: ["Heat", "Ran", "Up"])
    var store = try Catalog(path: path, access: .writing)
    try store.delete(ids: store.movieIDs())
    try store.undo()
    // The oldest entries are deleted when the limits are reached.
    try OtherProgram.run(
      path, "DELETE FROM movieHistory WHERE id = 1",
      "DELETE FROM movieHistoryChange WHERE entryID = 1")
    let size = try store.statistics().history
    let bytes = try OtherProgram.texts(path, "SELECT sum(bytes) FROM movieHistory")
    // Two additions, the deletion, and the undo, which has no values.
    #expect(size.entries == 4 && size.movies == 2 + 3 && bytes == ["\(size.bytes)"])
    #expect(size.bytes > 0)
    try store.clearHistory()
    let empty = try store.statistics().history
    #expect(empty.entries == 0 && empty.movies == 0 && empty.bytes == 0)
  }

  @Test("Statistics of a catalog with a damaged history are returned")
  func damagedHistory() throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(
      path, "UPDATE movieHistory SET priorBytes = 9223372036854775807, priorMovies = -1")
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.statistics().historyEntries == 1)
  }

  @Test("Returns at most ten of the busiest actors")
  func busiest() throws {
    var store = try Catalog()
    for number in 0..<12 { try store.add("Film", "Actor \(number)", "Star") }
    let busiest = try store.statistics().busiest
    #expect(busiest.count == 10)
    #expect(busiest.first?.actor.name == "Star")
    #expect(busiest.first?.movieCount == 12)
  }

  @Test("The statistics of an empty catalog are zero")
  func empty() throws {
    let store = try Catalog()
    let statistics = try store.statistics()
    #expect(statistics.movies == 0)
    #expect(statistics.castSizes.isEmpty)
    #expect(statistics.busiest.isEmpty)
    #expect(statistics.bytes == 0)
    #expect(statistics.historyEntries == 0)
  }

  @Test("The size is the size of the file", .temporaryDirectory)
  func size() throws {
    let path = try Catalog.file(holding: ["Heat"])
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.statistics().bytes == Files.bytes(path).count)
  }

  @Test("A catalog without the table of attributes has none")
  func withoutTable() throws {
    let path = try Catalog.file(holding: ["Heat", "Ran"])
    try OtherProgram.run(path, "DROP TABLE MovieAttribute")
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.movieGroups(by: .attribute(.year)).without == 2)
    #expect(try store.statistics().attributes == 0)
  }

  @Test("A query that cannot be run is rejected")
  func invalidQuery() throws {
    let store = try Catalog()
    let sentence = "the text to search for contains a NUL character"
    expectInvalid(sentence, .query) { try store.statistics(of: [.text("a\0")]) }
    expectInvalid(sentence, .query) { try store.movieGroups(by: .actor, of: [.text("a\0")]) }
  }
}
