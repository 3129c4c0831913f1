package import MovieStore

/// The marked movies of a list.
package struct MovieMarks: Hashable, Sendable {
  /// All movies that a list had when they were marked.
  package struct Everything: Hashable, Sendable {
    /// The movie that was added last. Those that are added later are not marked.
    let newest: Movie.ID
    let count: Int
  }

  /// `nil` if movies were marked one by one.
  private(set) var everything: Everything?
  /// The marked movies; if all were marked, those that were toggled since then.
  private(set) var ids: Set<Movie.ID> = []
  /// The movie that was marked last, at which a range begins.
  private(set) var latest: Movie?

  package var isEmpty: Bool { everything == nil && ids.isEmpty }

  var count: Int {
    guard let everything else { return ids.count }
    return max(0, everything.count + ids.reduce(0) { $0 + ($1 <= everything.newest ? -1 : 1) })
  }

  package func contains(_ id: Movie.ID) -> Bool { ids.contains(id) != isInEverything(id) }

  private func isInEverything(_ id: Movie.ID) -> Bool {
    everything.map { id <= $0.newest } ?? false
  }

  mutating func toggle(_ movie: Movie) {
    if ids.remove(movie.id) == nil { ids.insert(movie.id) }
    latest = contains(movie.id) ? movie : nil
  }

  /// - Parameter end: The movie at which another range begins.
  mutating func insert(_ movies: [Movie.ID], upTo end: Movie) {
    ids.subtract(movies.filter(isInEverything))
    ids.formUnion(movies.filter { !isInEverything($0) })
    latest = end
  }

  /// Whether all movies of the list are marked.
  var hasAll: Bool { everything != nil && ids.isEmpty }

  mutating func insertAll(_ everything: Everything) {
    self = MovieMarks()
    if everything.count > 0 { self.everything = everything }
  }

  /// Movies that are marked one by one stay marked under another filter. All of a list are those of
  /// its filter.
  mutating func filterChanged() {
    if everything != nil { self = MovieMarks() }
  }
}
