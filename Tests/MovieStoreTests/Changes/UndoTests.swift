import MovieStore
import MovieSystem
import TestSupport
import Testing

/// Random changes, undone one by one from the last, and redone.
@Suite(.limited, .temporaryDirectory) struct UndoTests {
  private enum Step {
    case deleted(MovieWithCast)
    case added(MovieWithCast)
    case toggled(Movie.ID)
  }

  /// Changes, deletes or adds a movie.
  private static func step(
    _ store: inout MovieStore, _ drafts: inout GeneratedDrafts, _ random: inout RandomSource
  ) throws -> Step {
    let movie = try store.movies(MovieQuery(order: .random(seed: random.next()), limit: 1)).first
    guard let movie, Int.random(in: 0..<4, using: &random) > 0 else {
      return .added(try store.add(drafts.next(1)[0]).movie)
    }
    if Bool.random(using: &random) {
      try store.toggleFavorite(id: movie.id)
      return .toggled(movie.id)
    }
    try store.delete(id: movie.id)
    return .deleted(movie)
  }

  private static func undo(_ step: Step, in store: inout MovieStore) throws {
    switch step {
    case .deleted(let movie): #expect(try store.reinsert(movie).movie == movie)
    case .added(let movie): try store.delete(id: movie.id)
    case .toggled(let id): try store.toggleFavorite(id: id)
    }
  }

  private static func redo(_ step: Step, in store: inout MovieStore) throws {
    switch step {
    case .deleted(let movie): try store.delete(id: movie.id)
    case .added(let movie): #expect(try store.reinsert(movie).movie == movie)
    case .toggled(let id): try store.toggleFavorite(id: id)
    }
  }

  /// The rows of each table, and the export. The id counters are not compared: they only grow.
  private struct Content: Equatable {
    let tables: [[[String]]]
    let export: [UInt8]

    init(_ path: String, _ store: inout MovieStore) throws {
      tables = try [
        "id, hex(title), favorite, hex(sortableTitle) FROM MovieModel",
        "id, hex(name), 0, 0 FROM ActorModel", "movieID, actorID, position, 0 FROM MovieActor",
      ].map { try OtherProgram.rows(path, columns: 4, "SELECT \($0) ORDER BY 1, 2") }
      let sink = ByteSink()
      _ = try store.exportMovies(MovieQuery(order: .added), as: .ndjson, to: sink)
      export = sink.bytes
    }
  }

  @Test("Undoing and redoing random changes restores the content, with ids", arguments: 1...6)
  func undoAndRedo(seed: UInt64) throws {
    let path = try MovieStore.file()
    var store = try MovieStore.withoutDurability(path)
    var drafts = GeneratedDrafts(seed: seed, names: 30)
    var random = RandomSource(seed: seed)
    try store.importMovies(from: drafts.next(30).sources(1))
    let before = try Content(path, &store)
    var steps: [Step] = []
    for _ in 0..<170 { steps.append(try Self.step(&store, &drafts, &random)) }
    let after = try Content(path, &store)
    for step in steps.reversed() { try Self.undo(step, in: &store) }
    #expect(try Content(path, &store) == before)
    for step in steps { try Self.redo(step, in: &store) }
    #expect(try Content(path, &store) == after)
    #expect(before != after)
    try CatalogState.expectSound(path)
  }
}
