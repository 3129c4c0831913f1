import MovieStore
import TestSupport
import Testing

/// A movie that was deleted is put back as it was.
@Suite(.limited, .temporaryDirectory) struct ReinsertTests {
  private static func fill(_ store: inout MovieStore) throws {
    try store.add("Heat", "Al", "Val", favorite: true)
    try store.add("Ran", "Al", "Tatsuya")
    try store.add("Up")
  }

  /// Deletes the movie, and tells what it was.
  private static func taken(
    _ id: Movie.ID, from store: inout MovieStore
  ) throws -> MovieWithCast {
    var taken: MovieWithCast?
    try store.delete([id]) { taken = $0.movie }
    return try #require(taken)
  }

  @Test("id, favorite and cast come back, and the file holds what it held", arguments: [1, 2, 3])
  func putBack(id: Int64) throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    let before = try CatalogState(path)
    let movie = try Self.taken(Movie.ID(rawValue: id), from: &store)
    #expect(try CatalogState(path) != before)
    #expect(try store.reinsert(movie) == ChangedMovie(movie: movie, change: .added))
    #expect(try CatalogState(path) == before)
    try CatalogState.expectSound(path)
  }

  @Test("what is put back is found, and a new movie has a new id")
  func found() throws {
    var store = try MovieStore()
    try Self.fill(&store)
    let movie = try Self.taken(3, from: &store)
    #expect(try store.found("up").isEmpty)
    _ = try store.reinsert(movie)
    #expect(try store.found("up") == [3])
    #expect(try store.add("New", "Newcomer").id == 4)
  }

  @Test("one that is there stays, whatever it is by now")
  func present() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    let movie = try Self.taken(1, from: &store)
    _ = try store.reinsert(movie)
    let edited = try store.edit(1, MovieEdit(title: "Cold", addedActors: ["Bo"])).movie
    let before = try CatalogState(path)
    #expect(try store.reinsert(movie) == ChangedMovie(movie: edited, change: .unchanged))
    #expect(try CatalogState(path) == before)
  }

  @Test("an actor of the very name is credited, whatever the id")
  func nameIsThere() throws {
    var store = try MovieStore()
    try Self.fill(&store)
    let movie = try Self.taken(1, from: &store)
    let other = try store.add("Willow", "Val").cast[0]
    #expect(other.id != movie.cast[1].id)
    let back = try store.reinsert(movie).movie
    #expect(back.cast == [movie.cast[0], other])
    #expect(try store.movie(1) == back)
    #expect(try store.actorCount() == 3)
  }

  @Test("another spelling of the name is another actor")
  func spelling() throws {
    var store = try MovieStore()
    let movie = try store.add("Amélie", "Andre\u{301}").id
    let taken = try Self.taken(movie, from: &store)
    try store.add("Other", "Andr\u{E9}")
    #expect(try store.reinsert(taken).movie.cast[0].id == taken.cast[0].id)
    #expect(try store.cast(movie)[0].bytes == "Andre\u{301}".bytes)
    #expect(try store.actorCount() == 2)
  }

  @Test("where the id is somebody else's, the actor gets a new one")
  func idIsTaken() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    let movie = try Self.taken(1, from: &store)
    let id = movie.cast[1].id.rawValue
    try OtherProgram.run(path, "INSERT INTO ActorModel VALUES (\(id), 'Somebody')")
    let back = try store.reinsert(movie).movie
    #expect(back.cast[1] == Actor(id: 4, name: "Val"))
    #expect(try store.movie(1) == back)
    #expect(try store.names() == ["Al", "Somebody", "Tatsuya", "Val"])
    try CatalogState.expectSound(path)
  }

  @Test("no number is given again, neither before nor after")
  func counters() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    let movie = try Self.taken(1, from: &store)
    try OtherProgram.run(path, "UPDATE sqlite_sequence SET seq = 70")
    _ = try store.reinsert(movie)
    #expect(try OtherProgram.texts(path, "SELECT DISTINCT seq FROM sqlite_sequence") == ["70"])
    let late = MovieWithCast(
      movie: Movie(id: 90, title: "Late", sortableTitle: "late", isFavorite: false),
      cast: [Actor(id: 80, name: "Later")])
    #expect(try store.reinsert(late).movie == late)
    let next = try store.add("Next", "Nobody")
    #expect(next.id == 91 && next.cast[0].id == 81)
  }

  @Test("what another program wrote comes back as it was: stale keys, white space, nothing")
  func foreign() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try Self.fill(&store)
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = ' The  x' || char(10), sortableTitle = ''",
      "UPDATE MovieModel SET title = '' WHERE id = 2", "UPDATE ActorModel SET name = ' ' || name")
    try store.setFavorite(.toggled, of: [3]) { _ in }
    let before = try CatalogState(path)
    for id in [1, 2, 3] as [Movie.ID] {
      _ = try store.reinsert(try Self.taken(id, from: &store))
    }
    #expect(try CatalogState(path) == before)
  }

  @Test("names that their bytes alone told apart become one")
  func repaired() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Heat", "a", "b", "c")
    try OtherProgram.run(
      path, "UPDATE ActorModel SET name = CAST(x'FF' AS TEXT) WHERE name = 'a'",
      "UPDATE ActorModel SET name = CAST(x'FE' AS TEXT) WHERE name = 'b'")
    let back = try store.reinsert(try Self.taken(1, from: &store)).movie
    #expect(back.cast == [Actor(id: 1, name: "\u{FFFD}"), Actor(id: 3, name: "c")])
    #expect(try store.movie(1) == back)
    try CatalogState.expectSound(path)
  }
}
