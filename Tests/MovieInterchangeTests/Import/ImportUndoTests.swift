import InterchangeTestSupport
import MovieInterchange
import MovieMatching
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Undo and redo of imports between whose movies names move.
@Suite(.limited, .temporaryDirectory) struct ImportUndoTests {
  /// Expects that undo restores all rows before the change, and redo those after it.
  private static func expectExact(
    _ path: String, _ store: inout Catalog, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout Catalog) throws -> Void
  ) throws {
    let before = try CatalogContent(path, store)
    try change(&store)
    let after = try CatalogContent(path, store)
    if before == after { return }
    for _ in 0..<2 {
      try store.undo()
      #expect(try CatalogContent(path, store) == before, comment, sourceLocation: sourceLocation)
      try store.redo()
      #expect(try CatalogContent(path, store) == after, comment, sourceLocation: sourceLocation)
    }
    try SearchIndexState.expectCurrent(path, sourceLocation: sourceLocation)
  }

  @Test("An actor whose last credit an import moves to a new movie gets the former id back")
  func movedName() throws {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.add("Heat", "Al", "Val")
    let list = [try draft("Heat", ["Al", "Bob"]), try draft("Ran", ["Val"])]
    try Self.expectExact(path, &store) { store in
      try store.importMovies(from: list.sources(1), ImportOptions(replacesCasts: true))
      let ids = try store.movies([.title("Ran")]).flatMap(\.cast).map(\.id.rawValue)
      #expect(ids == [4])
    }
    try store.undo()
    #expect(try store.movie(id: 1)?.cast.map(\.id) == [1, 2])
  }

  /// A movie of a few titles with some of a few names.
  private static func movie(_ random: inout RandomSource) throws -> MovieDraft {
    let names = ["A", "B", "C", "D", "E", "F"].shuffled(using: &random)
    let count = [0, 1, 1, 2, 3][Int.random(in: 0..<5, using: &random)]
    let number = Int.random(in: 1..<9, using: &random)
    var movie = try draft("Movie \(number)", Array(names.prefix(count)))
    // With the id, a record with another cast is about the movie, too.
    if Bool.random(using: &random) { movie.attributes[.tmdb] = [.integer(Int64(number))] }
    return movie
  }

  private static func movies(_ count: Int, _ random: inout RandomSource) throws -> [MovieDraft] {
    try (0..<count).map { _ in try movie(&random) }
  }

  private static func change(_ store: inout Catalog, _ random: inout RandomSource) throws {
    let merge = MergeRule.allCases.randomElement(using: &random) ?? .update
    switch Int.random(in: 0..<5, using: &random) {
    case 0: try store.add(movie(&random))
    case 1:
      guard let old = try store.movies(order: .random(seed: random.next()), limit: 1).first else {
        break
      }
      if Bool.random(using: &random) {
        try store.save(MovieDraft(old, cast: movie(&random).cast))
      } else {
        try store.delete(id: old.id)
      }
    default:
      try store.importMovies(
        from: movies(Int.random(in: 1...6, using: &random), &random).sources(1),
        ImportOptions(
          records: Int.random(in: 0..<5, using: &random) == 0 ? .added : .all, merge: merge,
          replacesCasts: Bool.random(using: &random)))
    }
  }

  @Test(
    "Random imports, alone and with other changes in one transaction, are undone and redone exactly",
    arguments: 0..<UInt64(Tier.amount(3, full: 30)))
  func random(seed: UInt64) throws {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    var random = RandomSource(seed: seed)
    try store.importMovies(from: Self.movies(5, &random).sources(1))
    for _ in 0..<3 {
      let count = Bool.random(using: &random) ? 1 : Int.random(in: 2...5, using: &random)
      try Self.expectExact(path, &store, "seed \(seed)") { store in
        try store.write { store in
          for _ in 0..<count { try Self.change(&store, &random) }
        }
      }
    }
    while try store.undo() != nil {}
    #expect(try store.movieCount() + store.actorCount() == 0)
    while try store.redo() != nil {}
    try CatalogState.expectSound(path)
  }
}
