package import MovieStore

/// The marked movies of a list.
package struct MovieMarks: Hashable, Sendable {
  /// Whether all movies of the list are marked except ``ids``.
  private(set) var isInverted = false
  private(set) var ids: Set<Movie.ID> = []
  /// The movie that was marked last, at which a range begins.
  private(set) var latest: Movie?

  package var isEmpty: Bool { !isInverted && ids.isEmpty }

  package func contains(_ id: Movie.ID) -> Bool { ids.contains(id) != isInverted }

  /// - Parameter count: The number of movies in the list; `nil` if it is not known.
  func count(of count: Int?) -> Int? { isInverted ? count.map { $0 - ids.count } : ids.count }

  mutating func toggle(_ movie: Movie) {
    if ids.remove(movie.id) == nil { ids.insert(movie.id) }
    latest = contains(movie.id) ? movie : nil
  }

  mutating func insert(_ movies: [Movie.ID]) {
    if isInverted { ids.subtract(movies) } else { ids.formUnion(movies) }
  }

  /// Marks all movies of the list, or none if all are marked.
  mutating func toggleAll() {
    let wasAll = isInverted && ids.isEmpty
    self = MovieMarks()
    isInverted = !wasAll
  }

  /// Movies that are marked one by one stay marked under another filter. All of a list are those of
  /// its filter.
  mutating func filterChanged() {
    if isInverted { self = MovieMarks() }
  }
}
