import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct DeleteTests {
  private static func fill(_ store: inout Catalog) throws {
    try store.add("Heat", "Al", "Val")
    try store.add("Ran", "Al", "Tatsuya")
    try store.add("Up")
  }

  @Test("Deletes a movie and its orphaned actors, and returns the movie")
  func deleted() throws {
    var store = try Catalog()
    try Self.fill(&store)
    let heat = try #require(try store.movie(id: 1))
    #expect(try store.delete(id: 1) == MovieChange.deleted(heat))
    #expect(try store.ids(order: .added) == [2, 3])
    #expect(try store.names() == ["Al", "Tatsuya"])
    #expect(try store.movie(id: 1) == nil)
  }

  @Test(
    "Deletes an actor whose movies are all deleted together",
    arguments: [[1, 2], [2, 1, 3]] as [[Int64]])
  func together(ids: [Int64]) throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try Self.fill(&store)
    try store.delete(ids: ids.map { Movie.ID(rawValue: $0) })
    #expect(try !store.ids().contains { ids.contains($0) })
    #expect(try store.names().isEmpty)
    #expect(try OtherProgram.texts(path, "SELECT count(*) FROM MovieActor") == ["0"])
    try SearchIndexState.expectCurrent(path)
  }

  @Test("Keeps actors without movies that another program left")
  func otherOrphans() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try Self.fill(&store)
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Left')")
    try store.delete(1)
    #expect(try store.names() == ["Al", "Left", "Tatsuya"])
  }

  @Test(
    "Deletes nothing if one movie is unknown",
    arguments: [[1, 99], [99, 1], [1, 1]] as [[Int64]])
  func unknown(ids: [Int64]) throws {
    var store = try Catalog()
    try Self.fill(&store)
    let error = try storeProblem { try store.delete(ids: ids.map { Movie.ID(rawValue: $0) }) }
    #expect(error == .unknownMovie(reference: "id:\(ids.contains(99) ? 99 : 1)"))
    #expect(try store.movieCount() == 3)
    #expect(try store.actorCount() == 3)
  }

  @Test(
    "Deletes exactly the shown movies, or nothing if one of them has changed",
    arguments: ["title", "favorite", "deleted", "replaced", "another"])
  func shown(change: String) throws {
    var store = try Catalog()
    try Self.fill(&store)
    let shown = try store.show(.query(.all), listing: 2)
    #expect(shown.count == 3 && shown.first.map(\.id) == [1, 2])
    switch change {
    case "title": try store.edit(id: 2, MovieEdit(title: "Rashomon"))
    case "favorite": try store.setFavorite(true, of: [2])
    case "deleted": try store.delete(ids: [2])
    case "replaced":
      try store.delete(ids: [2])
      try store.add("Ran", "Al", "Tatsuya")
    default: try store.add("Alien")
    }
    let before = try store.titles()
    if change == "another" {
      try store.delete(.shown(shown)) { _ in }
      #expect(try store.titles() == ["Alien"])
    } else {
      #expect(throws: SelectionChanged.self) { try store.delete(.shown(shown)) { _ in } }
      #expect(try store.titles() == before)
    }
  }

  @Test("An error of the closure rolls back all deletions")
  func bodyThrows() throws {
    struct Stop: Error {}
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try Self.fill(&store)
    #expect(throws: Stop.self) {
      try store.delete(.ids([1, 2])) { if $0.id == 2 { throw Stop() } }
    }
    #expect(try store.titles() == ["Heat", "Ran", "Up"])
    #expect(try store.actorCount() == 3)
    try SearchIndexState.expectCurrent(path)
    try store.delete(1)
    #expect(try store.titles() == ["Ran", "Up"])
  }

  @Test("Does not find deleted movies")
  func notFound() throws {
    var store = try Catalog()
    try Self.fill(&store)
    try store.delete(1)
    #expect(try store.found("heat").isEmpty)
    #expect(throws: StoreError.unknown(.title("Heat"))) {
      try store.movies(referredToBy: [.title("Heat")])
    }
  }

  @Test("Deletes all movies, and adds new ones after it")
  func all() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try Self.fill(&store)
    try store.delete(1, 2, 3)
    #expect(try store.movieCount() == 0)
    #expect(try store.actorCount() == 0)
    try SearchIndexState.expectCurrent(path)
    #expect(try store.add("Again", "Al").id == 4)
    #expect(try store.found("again") == [4])
  }
}
