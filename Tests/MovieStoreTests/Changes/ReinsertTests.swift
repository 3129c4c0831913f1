import MovieStore
import TestSupport
import Testing

/// Deleted movies are restored with their former values.
@Suite(.limited, .temporaryDirectory) struct ReinsertTests {
  private static func fill(_ store: inout MovieStore) throws {
    try store.add("Heat", "Al", "Val", favorite: true)
    try store.add("Ran", "Al", "Tatsuya")
    try store.add("Up")
  }

  /// Deletes the movie, and returns its former values.
  private static func deleted(
    _ id: Movie.ID, from store: inout MovieStore
  ) throws -> MovieWithCast {
    try store.delete(id: id).movie
  }

  @Test("Restores id, favorite state and cast, and the content of the file", arguments: [1, 2, 3])
  func restored(id: Int64) throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    let before = try CatalogState(path)
    let movie = try Self.deleted(Movie.ID(rawValue: id), from: &store)
    #expect(try CatalogState(path) != before)
    #expect(try store.reinsert(movie) == ChangedMovie(movie: movie, outcome: .added))
    #expect(try CatalogState(path) == before)
    try CatalogState.expectSound(path)
  }

  @Test("Finds a restored movie; a new movie has a new id")
  func found() throws {
    var store = try MovieStore()
    try Self.fill(&store)
    let movie = try Self.deleted(3, from: &store)
    #expect(try store.found("up").isEmpty)
    _ = try store.reinsert(movie)
    #expect(try store.found("up") == [3])
    #expect(try store.add("New", "Newcomer").id == 4)
  }

  @Test("Leaves an existing movie unchanged")
  func existing() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    let movie = try Self.deleted(1, from: &store)
    _ = try store.reinsert(movie)
    let edited = try store.edit(id: 1, MovieEdit(title: "Cold", addedActors: ["Bo"])).movie
    let before = try CatalogState(path)
    #expect(try store.reinsert(movie) == ChangedMovie(movie: edited, outcome: .unchanged))
    #expect(try CatalogState(path) == before)
  }

  @Test("Credits an existing actor with exactly the same name")
  func existingName() throws {
    var store = try MovieStore()
    try Self.fill(&store)
    let movie = try Self.deleted(1, from: &store)
    let other = try store.add("Willow", "Val").cast[0]
    #expect(other.id != movie.cast[1].id)
    let restored = try store.reinsert(movie).movie
    #expect(restored.cast == [movie.cast[0], other])
    #expect(try store.movie(id: 1) == restored)
    #expect(try store.actorCount() == 3)
  }

  @Test("Another spelling of a name is another actor")
  func spelling() throws {
    var store = try MovieStore()
    let movie = try store.add("Amélie", "Andre\u{301}").id
    let deleted = try Self.deleted(movie, from: &store)
    try store.add("Other", "Andr\u{E9}")
    #expect(try store.reinsert(deleted).movie.cast[0].id == deleted.cast[0].id)
    #expect(try store.cast(movie)[0].bytes == "Andre\u{301}".bytes)
    #expect(try store.actorCount() == 2)
  }

  @Test("An actor whose id is in use gets a new one")
  func idInUse() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    let movie = try Self.deleted(1, from: &store)
    let id = movie.cast[1].id.rawValue
    try OtherProgram.run(path, "INSERT INTO ActorModel VALUES (\(id), 'Other')")
    let restored = try store.reinsert(movie).movie
    #expect(restored.cast[1] == Actor(id: 4, name: "Val"))
    #expect(try store.movie(id: 1) == restored)
    #expect(try store.names() == ["Al", "Other", "Tatsuya", "Val"])
    try CatalogState.expectSound(path)
  }

  @Test("Does not reuse ids before or after a restored movie")
  func counters() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    let movie = try Self.deleted(1, from: &store)
    try OtherProgram.run(path, "UPDATE sqlite_sequence SET seq = 70 WHERE name <> 'movieHistory'")
    _ = try store.reinsert(movie)
    let counters = "SELECT DISTINCT seq FROM sqlite_sequence WHERE name <> 'movieHistory'"
    #expect(try OtherProgram.texts(path, counters) == ["70"])
    let late = MovieWithCast(
      movie: Movie(id: 90, title: "Late", sortableTitle: "late", isFavorite: false),
      cast: [Actor(id: 80, name: "Later")])
    #expect(try store.reinsert(late).movie == late)
    let next = try store.add("Next", "Newcomer")
    #expect(next.id == 91 && next.cast[0].id == 81)
  }

  @Test("Restores values that another program stored: stale keys, white space, empty texts")
  func thirdPartyValues() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = ' The  x' || char(10), sortableTitle = ''",
      "UPDATE MovieModel SET title = '' WHERE id = 2", "UPDATE ActorModel SET name = ' ' || name")
    try store.toggleFavorite(id: 3)
    let before = try CatalogState(path)
    for id in [1, 2, 3] as [Movie.ID] {
      _ = try store.reinsert(try Self.deleted(id, from: &store))
    }
    #expect(try CatalogState(path) == before)
  }

  @Test("Names that differ only in invalid UTF-8 become one actor")
  func repaired() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Heat", "a", "b", "c")
    try OtherProgram.run(
      path, "UPDATE ActorModel SET name = CAST(x'FF' AS TEXT) WHERE name = 'a'",
      "UPDATE ActorModel SET name = CAST(x'FE' AS TEXT) WHERE name = 'b'")
    let restored = try store.reinsert(try Self.deleted(1, from: &store)).movie
    #expect(restored.cast == [Actor(id: 1, name: "\u{FFFD}"), Actor(id: 3, name: "c")])
    #expect(try store.movie(id: 1) == restored)
    try CatalogState.expectSound(path)
  }

  @Test("An edit of a cast keeps names that differ only in invalid UTF-8")
  func edited() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
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
