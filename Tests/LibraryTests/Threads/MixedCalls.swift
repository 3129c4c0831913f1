import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport

/// Calls of all kinds, made by one thread while other threads make calls, too.
struct MixedCalls {
  /// The movies that this thread added. No other thread changes them.
  private(set) var own: [Movie.ID: String] = [:]
  private let thread: Int
  private var random: RandomSource
  private var count = 0

  init(thread: Int) {
    self.thread = thread
    random = RandomSource(seed: UInt64(thread))
  }

  /// Makes one call. One in `rarity` calls is a change.
  mutating func call(_ store: inout Catalog, oneChangeIn rarity: Int) throws {
    count += 1
    if count.isMultiple(of: rarity) { try change(&store) } else { try read(&store) }
  }

  private mutating func change(_ store: inout Catalog) throws {
    let id = own.keys.min()
    switch (Int.random(in: 0..<4, using: &random), id) {
    case (0, let id?):
      try store.delete(id: id)
      own[id] = nil
    case (1, let id?): try store.toggleFavorite(id: id)
    case (2, let id?):
      let title = "Changed \(thread).\(count)"
      _ = try store.edit(id: id, MovieEdit(title: title))
      own[id] = title
    default:
      let title = "Movie \(thread).\(count)"
      own[try store.add(title, "Everybody", "Actor \(thread)").id] = title
    }
  }

  private mutating func read(_ store: inout Catalog) throws {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: try require(store.movies(limit: 5).count >= 3)
    case 1: try require(store.found("amelie") == [2])
    case 2: try require(store.found("\(thread).").count >= own.count)
    case 3: try require(store.movieCount() >= 3)
    case 4: try require(store.movies(referredToBy: [.title("score")]).map(\.id) == [1])
    case 5: _ = try store.actors(ActorQuery(order: .movies, limit: 3))
    case 6: _ = try store.exportMovies(as: .ndjson, to: ByteSink())
    default:
      guard let id = own.keys.max() else { return }
      try require(store.movie(id: id)?.title == own[id])
    }
  }

  /// Throws instead of recording an issue: the thread does not belong to a test.
  private func require(_ holds: Bool, line: Int = #line) throws {
    if !holds { throw UnexpectedResult(call: count, line: line) }
  }

  struct UnexpectedResult: Error { let call, line: Int }
}
