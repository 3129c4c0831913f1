import Foundation
import MovieStore
import TestSupport
import Testing

/// The history of a store, with values before and after each change.
@Suite(.limited, .temporaryDirectory) struct HistoryTests {
  /// A catalog in memory that records its history.
  private static func store(of transactions: Int = 100) throws -> MovieStore {
    var store = try MovieStore()
    try store.add("Old", "Al")
    store.keepHistory(of: transactions)
    return store
  }

  @Test("Records nothing until requested")
  func off() throws {
    var store = try MovieStore()
    try store.add("a")
    #expect(store.history == [])
  }

  @Test("Records each change with its values, by transaction")
  func changes() throws {
    var store = try Self.store()
    let heat = try store.add("Heat", "Al", "Val")
    let favorite = try store.save(MovieDraft(heat, isFavorite: true)).movie
    let edited = try store.edit(id: heat.id, MovieEdit(title: "HEAT", removedActors: ["Val"])).movie
    let toggled = try store.setFavorite(false, of: [1, heat.id]).map(\.movie)
    try store.delete(id: heat.id)
    let back = try store.reinsert(toggled[1]).movie
    let random = try store.addRandom(seed: 1).movie
    #expect(store.history.map(\.id) == Array(1...7))
    #expect(
      store.history.map(\.changes) == [
        [.added(heat)], [.updated(before: heat, after: favorite)],
        [.updated(before: favorite, after: edited)],
        // The other movie was not a favorite.
        [.updated(before: edited, after: toggled[1])], [.deleted(toggled[1])], [.added(back)],
        [.added(random)],
      ])
    let edit = try #require(store.history[2].changes.first)
    #expect(edit.before == favorite && edit.after == edited)
    #expect(store.history[0].changes[0].before == nil)
    #expect(store.history[4].changes[0].after == nil)
  }

  @Test("A seeding and an import are one transaction each")
  func many() throws {
    var store = try Self.store()
    try store.seed(30, seed: 2)
    try store.importMovies(from: [draft("x", ["Al"]), draft("y", [])].sources(1))
    #expect(store.history.map(\.changes.count) == [30, 2])
    let movies = try store.movies(MovieQuery(order: .added)).dropFirst()
    #expect(store.history.flatMap(\.changes).map(\.after) == Array(movies))
  }

  @Test("Does not record rejected, rolled back, unchanged or dry-run changes")
  func nothing() throws {
    var store = try Self.store()
    let old = try #require(try store.movie(id: 1))
    struct Stop: Error {}
    #expect(throws: StoreError.self) { try store.delete(ids: [1, 99]) }
    #expect(throws: Stop.self) {
      try store.setFavorite(.toggled, of: .ids([1])) { _ in throw Stop() }
    }
    #expect(throws: Stop.self) { try store.seed(5) { _ in throw Stop() } }
    try store.save(MovieDraft(old))
    _ = try store.reinsert(old)
    #expect(store.history == [])
    let path = try MovieStore.file(holding: ["a"])
    var dryRun = try MovieStore(path: path, access: .dryRun)
    dryRun.keepHistory(of: 10)
    try dryRun.add("b")
    #expect(dryRun.history == [])
  }

  @Test("Keeps the requested number of transactions, numbered without gaps")
  func limit() throws {
    var store = try Self.store(of: 2)
    for title in ["a", "b", "c"] { try store.add(title) }
    #expect(store.history.map(\.id) == [2, 3])
    store.keepHistory(of: 1)
    #expect(store.history.map(\.id) == [3])
    store.keepHistory(of: 0)
    try store.add("d")
    #expect(store.history == [])
  }

  @Test("Reverting random changes from the history restores the catalog")
  func undoing() throws {
    var store = try MovieStore.preview(movies: 12, seed: 5)
    store.keepHistory(of: 1_000)
    let before = try store.movies(MovieQuery(order: .added))
    var random = RandomSource(seed: 11)
    for step in 0..<200 { try Self.change(&store, step, &random) }
    #expect(store.history.count > 100)
    let history = store.history
    store.keepHistory(of: 0)
    for change in history.reversed().flatMap({ $0.changes.reversed() }) {
      switch change {
      case .added(let movie): try store.delete(id: movie.id)
      case .updated(let before, let after):
        try store.save(
          MovieDraft(
            after, title: before.title, cast: before.cast.map(\.name),
            isFavorite: before.isFavorite))
      case .deleted(let movie): _ = try store.reinsert(movie)
      }
    }
    let after = try store.movies(MovieQuery(order: .added))
    #expect(after.map(\.movie) == before.map(\.movie))
    #expect(after.map { $0.cast.map(\.name) } == before.map { $0.cast.map(\.name) })
  }

  private static func change(
    _ store: inout MovieStore, _ step: Int, _ random: inout RandomSource
  ) throws {
    let movies = try store.movies()
    guard let movie = movies.randomElement(using: &random), movies.count > 2 else {
      return _ = try store.addRandom(seed: UInt64(step))
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: try store.add("Film \(step)", "Al", "Bob \(step % 7)")
    case 1: try store.delete(id: movie.id)
    case 2: try store.toggleFavorite(id: movie.id)
    case 3: try store.save(MovieDraft(movie, cast: movie.cast.map(\.name).reversed()))
    default:
      _ = try store.edit(id: movie.id, MovieEdit(title: "T \(step)", addedActors: ["New \(step)"]))
    }
  }

  @Test("A repository has the history of its changes")
  func repository() async throws {
    let repository = MovieRepository()
    try await repository.keepHistory(of: 10)
    let movie = try await repository.save(draft("a", [])).movie
    try await repository.toggleFavorite(id: movie.id)
    #expect(try await repository.history.map(\.changes.count) == [1, 1])
  }
}
