import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct FavoriteTests {
  private static func changes(
    _ change: Bool?, _ ids: [Movie.ID], in store: inout Catalog
  ) throws -> [MovieChange] {
    var changes: [MovieChange] = []
    try store.setFavorite(change, of: .ids(ids)) { changes.append($0) }
    return changes
  }

  @Test(
    "Toggles, sets and clears favorites, and passes the outcomes to the closure",
    arguments: [
      (nil, [true, false], [.updated, .updated]),
      (true, [true, true], [.updated, .unchanged]),
      (false, [false, false], [.unchanged, .updated]),
    ] as [(Bool?, [Bool], [MovieChange.Outcome])])
  func changes(
    change: Bool?, favorites: [Bool], outcomes: [MovieChange.Outcome]
  ) throws {
    var store = try Catalog()
    try store.add("A", "X", "Y")
    try store.add("B", favorite: true)
    let changes = try Self.changes(change, [1, 2], in: &store)
    #expect(changes.map(\.movie.isFavorite) == favorites)
    #expect(changes.map(\.outcome) == outcomes)
    #expect(changes.first?.movie.cast.map(\.name) == ["X", "Y"])
    #expect(try store.movies(order: .added) == changes.map(\.movie))
  }

  @Test("Returns the number of movies that changed")
  func results() throws {
    var store = try Catalog.holding(["A", "B", "C"])
    #expect(try store.setFavorite(true, of: [3, 1, 3]) == 2)
    #expect(try store.ids([.isFavorite]) == [1, 3])
    #expect(try store.setFavorite(false, of: [2, 3]) == 1)
    #expect(throws: StoreError.unknown(.id(99))) { try store.setFavorite(true, of: [2, 99]) }
    #expect(try store.ids([.isFavorite]) == [1])
    #expect(try store.setFavorite(true, of: []) == 0)
  }

  @Test("Passes movies to the closure in the given order")
  func order() throws {
    var store = try Catalog.holding(["A", "B", "C"])
    #expect(try Self.changes(true, [3, 1], in: &store).map(\.movie.id) == [3, 1])
    #expect(try store.ids([.isFavorite], order: .added) == [1, 3])
  }

  @Test("Toggling twice restores the state")
  func twice() throws {
    var store = try Catalog.holding(["A"])
    for _ in 0..<2 { _ = try Self.changes(nil, [1], in: &store) }
    #expect(try store.ids([.isFavorite]).isEmpty)
  }

  @Test("Changes nothing if one movie is unknown")
  func unknown() throws {
    var store = try Catalog.holding(["A", "B"])
    #expect(throws: StoreError.unknown(.id(99))) {
      try Self.changes(true, [1, 99, 2], in: &store)
    }
    #expect(try store.ids([.isFavorite]).isEmpty)
  }

  @Test("An error of the closure rolls back all changes and is rethrown")
  func bodyThrows() throws {
    struct Stop: Error {}
    var store = try Catalog.holding(["A", "B"])
    #expect(throws: Stop.self) {
      try store.setFavorite(true, of: .ids([1, 2])) { if $0.movie.id == 2 { throw Stop() } }
    }
    #expect(try store.ids([.isFavorite]).isEmpty)
    #expect(try Self.changes(true, [1], in: &store).count == 1)
  }

  @Test("Accepts an empty list")
  func none() throws {
    var store = try Catalog.holding(["A"])
    #expect(try Self.changes(nil, [], in: &store).isEmpty)
  }

  @Test("Leaves the search index correct")
  func index() throws {
    let path = try Catalog.file(holding: ["A", "B"])
    var store = try Catalog(path: path, access: .writing)
    _ = try Self.changes(nil, [1, 2], in: &store)
    try SearchIndexState.expectCurrent(path)
  }
}
