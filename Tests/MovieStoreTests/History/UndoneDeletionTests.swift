import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The undo of a deletion restores the movie with its former values.
@Suite(.limited, .temporaryDirectory) struct UndoneDeletionTests {
  private static func fill(_ store: inout Catalog) throws {
    try store.add("Heat", "Al", "Val", favorite: true)
    try store.add("Ran", "Al", "Tatsuya")
    try store.add("Up")
  }

  @Test("Finds a restored movie; a new movie has a new id")
  func found() throws {
    var store = try Catalog()
    try Self.fill(&store)
    try store.delete(id: 3)
    #expect(try store.found("up").isEmpty)
    try store.undo()
    #expect(try store.found("up") == [3])
    #expect(try store.add("New", "Newcomer").id == 4)
  }

  @Test("Another spelling of a name is another actor")
  func spelling() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path)
    let movie = try store.add("Amélie", "Andre\u{301}")
    try store.delete(id: movie.id)
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Andr\u{E9}')")
    try store.undo()
    #expect(try store.movie(id: movie.id)?.cast == movie.cast)
    #expect(try store.cast(movie.id)[0].bytes == "Andre\u{301}".bytes)
  }

  @Test("An actor whose id is in use gets a new one")
  func idInUse() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try Self.fill(&store)
    let movie = try store.delete(id: 1).movie
    let id = movie.cast[1].id.rawValue
    try OtherProgram.run(path, "INSERT INTO ActorModel VALUES (\(id), 'Other')")
    try store.undo()
    #expect(try store.movie(id: 1)?.cast == [movie.cast[0], Actor(id: 4, name: "Val")])
    #expect(try store.names() == ["Al", "Other", "Tatsuya", "Val"])
  }

  @Test("Does not reuse ids")
  func counters() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try Self.fill(&store)
    try store.delete(id: 1)
    try OtherProgram.run(path, "UPDATE sqlite_sequence SET seq = 70 WHERE name <> 'movieHistory'")
    try store.undo()
    let counters = "SELECT DISTINCT seq FROM sqlite_sequence WHERE name <> 'movieHistory'"
    #expect(try OtherProgram.texts(path, counters) == ["70"])
    let next = try store.add("Next", "Newcomer")
    #expect(next.id == 71 && next.cast[0].id == 71)
  }

  @Test("Restores values that another program stored: stale keys, white space, empty texts")
  func thirdPartyValues() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try Self.fill(&store)
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = ' The  x' || char(10), sortableTitle = ''",
      "UPDATE MovieModel SET title = '' WHERE id = 2", "UPDATE ActorModel SET name = ' ' || name")
    try store.toggleFavorite(id: 3)
    let before = try CatalogContent(path, store)
    for id in [1, 2, 3] as [Movie.ID] {
      try store.delete(id: id)
      try store.undo()
      #expect(try CatalogContent(path, store) == before)
    }
  }

  @Test("An edit of a cast keeps names that differ only in invalid UTF-8")
  func edited() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.add("Heat", "a", "b", "c")
    try OtherProgram.run(
      path, "UPDATE ActorModel SET name = CAST(x'FF' AS TEXT) WHERE name = 'a'",
      "UPDATE ActorModel SET name = CAST(x'FE' AS TEXT) WHERE name = 'b'")
    try store.edit(id: 1, MovieEdit(removedActors: ["c"], addedActors: ["d"]))
    let names = try OtherProgram.texts(
      path, "SELECT hex(name) FROM ActorModel JOIN MovieActor ON actorID = id ORDER BY position")
    #expect(names == ["FF", "FE", "64"])
    try CatalogState.expectSound(path)
  }
}
