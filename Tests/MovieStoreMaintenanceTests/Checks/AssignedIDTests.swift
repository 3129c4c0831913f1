import MovieSQLite
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// The ids of new movies and actors after another program changed the highest one.
@Suite(.limited, .temporaryDirectory) struct AssignedIDTests {
  /// The functions that add a movie with two new actors.
  private static let additions: [@Sendable (inout Catalog) throws -> Void] = [
    { _ = try $0.add(draft("x", ["X", "Y"])) },
    { _ = try $0.save(draft("x", ["X", "Y"])) },
    { _ = try $0.addRandom(seed: 1) },
    { _ = try $0.seed(3, seed: 1) },
    { _ = try $0.add(contentsOf: [draft("x", ["X", "Y"])]) },
  ]

  /// A catalog of one movie and one actor with the highest ids that were ever assigned.
  private static func catalog(movie: Int64, actor: Int64) throws -> String {
    let path = TemporaryDirectory.path("movies.db")
    do {
      var store = try Catalog(path: path)
      try store.add("a", "A")
    }
    try OtherProgram.run(
      path, "DELETE FROM MovieActor", "UPDATE MovieModel SET id = \(movie)",
      "UPDATE ActorModel SET id = \(actor)",
      "INSERT INTO MovieActor VALUES (\(movie), \(actor), 0)",
      "UPDATE sqlite_sequence SET seq = \(movie) WHERE name = 'MovieModel'",
      "UPDATE sqlite_sequence SET seq = \(actor) WHERE name = 'ActorModel'")
    return path
  }

  @Test("New ids start at 1 after negative ids", arguments: 0..<5)
  func negative(addition: Int) throws {
    let path = try Self.catalog(movie: -7, actor: .min)
    var store = try Catalog(path: path)
    try Self.additions[addition](&store)
    let ids = try store.ids(order: .added)
    #expect(ids.prefix(2) == [-7, 1])
    #expect(try store.actors().map(\.actor.id.rawValue).sorted().prefix(2) == [.min, 1])
  }

  @Test("The default seed is not negative after negative ids")
  func negativeSeed() throws {
    var store = try Catalog(path: try Self.catalog(movie: -7, actor: -3))
    try store.seed(1)
    #expect(try store.addRandom().movie.id == 2)
  }

  @Test("The doctor reports ids below 1")
  func doctor() throws {
    let path = try Self.catalog(movie: 0, actor: -3)
    let findings = try Doctor(path: path).check().findings
    #expect(findings.map(\.problem) == [.invalidIDs, .invalidIDs])
    #expect(findings.map(\.severity) == [.warning, .warning])
    #expect(
      findings.map(\.message) == [
        "movies with ids below 1: 1",
        "actors with ids below 1: 1",
      ])
    #expect(findings.map(\.rows) == [[0], [-3]])
    #expect(try Doctor(path: path).repair().repairs == [])
    try Migrator(path: path).apply(to: .v1, Migrator.Options(backup: .none, acceptsLosses: true))
    #expect(try Doctor(path: path).check().findings.contains { $0.problem == .invalidIDs })
  }

  @Test(
    "Adds nothing after the highest id, and reports why",
    arguments: 0..<5, [(.max, 1), (1, .max), (1, .max - 1)] as [(Int64, Int64)])
  func exhausted(addition: Int, last: (movie: Int64, actor: Int64)) throws {
    let path = try Self.catalog(movie: last.movie, actor: last.actor)
    var store = try Catalog(path: path)
    #expect(throws: StoreError(.idsExhausted(path: path))) { try Self.additions[addition](&store) }
    #expect(try store.ids() == [last.movie])
    #expect(try store.names() == ["A"])
    #expect(throws: StoreError(.idsExhausted(path: path))) {
      if last.movie == .max { try store.add("more") }
      try store.edit(id: Movie.ID(rawValue: last.movie), MovieEdit(addedActors: ["X", "Y"]))
    }
    #expect(try store.names() == ["A"])
  }

  @Test("Changes, deletes and restores movies after the highest id")
  func unaffected() throws {
    let path = try Self.catalog(movie: .max, actor: .max)
    var store = try Catalog(path: path)
    let id = Movie.ID(rawValue: .max)
    try store.edit(id: id, MovieEdit(title: "b"))
    let movie = try store.delete(id: id).movie
    #expect(throws: StoreError(.idsExhausted(path: path))) { try store.add("c") }
    try store.undo()
    #expect(try store.movie(id: id) == movie)
  }

  @Test(
    "Adds a movie under an id above the highest one",
    arguments: [2, 90, Movie.ID.limit.rawValue] as [Int64])
  func unassigned(id: Int64) throws {
    var store = try Catalog.holding(["A"])
    try store.clearHistory()
    let id = Movie.ID(rawValue: id)
    let draft = MovieDraft(title: "B", cast: ["X"], isFavorite: true)
    let added = try store.add(draft, id: id)
    #expect(added.outcome == .added && added.id == id)
    #expect(try store.movie(id: id) == added.movie)
    let entry = try #require(try store.history().first)
    #expect(try store.changes(of: entry.id) == [.added(added.movie)])
    #expect(try store.found("b") == [id.rawValue])
    #expect(try store.save(MovieDraft(added.movie)).outcome == .unchanged)
    #expect(try store.save(MovieDraft(id: id, title: "C")).outcome == .updated)
    // Also after the highest id that can be given.
    #expect(try store.add("D").id.rawValue == id.rawValue + 1)
    try store.undo()
    try store.undo()
    try store.undo()
    #expect(try store.add("E").id.rawValue == id.rawValue + 2)
  }

  @Test("Rejects other ids, and saving a movie that does not exist")
  func assigned() throws {
    var store = try Catalog.holding(["A", "B", "C"])
    try store.delete(2, 3)
    for id in [1, 2, 3, 0, -1, .min, Movie.ID.limit.rawValue + 1, .max] as [Int64] {
      let id = Movie.ID(rawValue: id)
      expectInvalid(
        "a movie cannot be added under the id \(id.rawValue): it must be above 3, the highest one "
          + "so far, and at most 9007199254740991", .argument
      ) {
        try store.add(MovieDraft(title: "X"), id: id)
      }
      if id == 1 { continue }
      #expect(throws: StoreError.unknown(.id(id))) {
        try store.save(MovieDraft(id: id, title: "X"))
      }
    }
    #expect(try store.ids() == [1])
    #expect(try store.add(MovieDraft(id: 77, title: "Y")).id == 4)
  }
}
