package import MovieStore
internal import MovieSystem

/// The marked movies of a list, until its filter changes.
package struct MovieMarks: Hashable, Sendable {
  /// All movies that the list had when they were marked, ascending.
  private var everything: [Movie.ID] = []
  /// The movies that were marked or unmarked one by one since then.
  private var toggled: Set<Movie.ID> = []
  /// Whether all movies of the list were marked last.
  private(set) var areAll = false
  /// The movie that was marked last, at which a range begins.
  private(set) var latest: Movie?

  package var isEmpty: Bool { count == 0 }

  package var count: Int {
    everything.count + toggled.reduce(0) { $0 + (isInEverything($1) ? -1 : 1) }
  }

  package func contains(_ id: Movie.ID) -> Bool { toggled.contains(id) != isInEverything(id) }

  /// The marked movies in the order in which they were added.
  var ids: [Movie.ID] {
    if toggled.isEmpty { return everything }
    let added = toggled.filter { !isInEverything($0) }
    return (everything.filter { !toggled.contains($0) } + added).sorted()
  }

  private func isInEverything(_ id: Movie.ID) -> Bool {
    everything.positionSorted(of: id) != nil
  }

  mutating func toggle(_ movie: Movie) {
    if toggled.remove(movie.id) == nil { toggled.insert(movie.id) }
    latest = contains(movie.id) ? movie : nil
    areAll = false
  }

  /// - Parameter end: The movie at which another range begins.
  mutating func insert(_ movies: [Movie.ID], upTo end: Movie) {
    for id in movies where !contains(id) {
      if toggled.remove(id) == nil { toggled.insert(id) }
    }
    latest = end
    areAll = false
  }

  /// - Parameter movies: All movies of the list, in the order in which they were added.
  mutating func insertAll(_ movies: [Movie.ID]) {
    everything = movies
    toggled = []
    areAll = !everything.isEmpty
  }
}
