internal import MovieStore

/// A change that can be made, taken back and made again.
///
/// Each knows the movie that it is meant for: where another one has its id by now, as after a backup was
/// put in the place of the catalog, nothing is done.
enum CatalogStep: Hashable {
  case delete(MovieWithCast)
  case putBack(MovieWithCast)
  case setFavorite(Movie, to: Bool)

  var movie: Movie {
    switch self {
    case .setFavorite(let movie, _): movie
    case .delete(let movie), .putBack(let movie): movie.movie
    }
  }
}

/// The steps that take back the changes of a session, and those that make them again.
struct ChangeHistory {
  private var backward: [CatalogStep] = []
  private var forward: [CatalogStep] = []

  enum Direction {
    case backward, forward
  }

  /// Notes a change by the step that takes it back.
  mutating func note(_ step: CatalogStep) {
    backward.append(step)
    forward = []
  }

  /// The step to be taken next in a direction.
  func next(_ direction: Direction) -> CatalogStep? {
    direction == .backward ? backward.last : forward.last
  }

  /// Notes that the next step was taken.
  ///
  /// - Parameter inverse: the step that undoes it; `nil` where there was nothing left to do.
  mutating func pass(_ direction: Direction, inverse: CatalogStep?) {
    switch direction {
    case .backward:
      backward.removeLast()
      if let inverse { forward.append(inverse) }
    case .forward:
      forward.removeLast()
      if let inverse { backward.append(inverse) }
    }
  }
}
