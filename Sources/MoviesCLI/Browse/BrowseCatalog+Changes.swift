package import MovieStore

/// A change of the catalog by a key.
///
/// It applies only to the movie that it was created for, not to another movie with the same id, which a
/// restored backup can contain.
package enum BrowseChange: Hashable, Sendable {
  case delete(MovieWithCast)
  case reinsert(MovieWithCast)
  case setFavorite(Movie, to: Bool)
  case addRandom
  case replay(Direction)

  package enum Direction: Hashable, Sendable {
    case undo, redo
  }
}

package struct BrowseOutcome: Hashable, Sendable {
  package var message: BrowseMessage
  /// The movie of the change, if it is in the catalog.
  package var movie: MovieWithCast?
  /// The change that reverses this one; `nil` if nothing was changed.
  package var inverse: BrowseChange?
  /// Whether the browser returns to the catalog to select the movie.
  package var isNewMovie = false
}

extension BrowseCatalog {
  package mutating func perform(_ change: BrowseChange) throws(StoreError) -> BrowseOutcome {
    store.busyTimeout = Self.changingTimeout
    defer { store.busyTimeout = Self.readingTimeout }
    if case .replay(let direction) = change { return try replay(direction) }
    var outcome = try apply(change)
    if let inverse = outcome.inverse {
      history[.undo, default: []].append(inverse)
      history[.redo] = []
      outcome.message.after += " (u to undo)"
    }
    return outcome
  }

  /// Undoes or redoes the next change. A change that is no longer possible is skipped, with a message.
  private mutating func replay(
    _ direction: BrowseChange.Direction
  ) throws(StoreError) -> BrowseOutcome {
    guard let change = history[direction]?.last else {
      return BrowseOutcome(message: BrowseMessage("nothing to \(direction)"))
    }
    var outcome = try apply(change, isRedo: direction == .redo)
    history[direction]?.removeLast()
    if let inverse = outcome.inverse {
      history[direction == .undo ? .redo : .undo, default: []].append(inverse)
      outcome.message.before = "\(direction): \(outcome.message.before)"
    }
    return outcome
  }

  private mutating func apply(
    _ change: BrowseChange, isRedo: Bool = false
  ) throws(StoreError) -> BrowseOutcome {
    switch change {
    case .delete(let movie):
      try unlessGone(movie.movie) { store in
        var deleted = movie
        try store.delete(.shown(ShownMovies(movie))) { deleted = $0.movie }
        return BrowseOutcome(
          message: BrowseMessage("deleted ", title: movie.title), inverse: .reinsert(deleted))
      }
    case .setFavorite(let movie, let isOn):
      try unlessGone(movie) { try Self.setFavorite(movie, to: isOn, in: &$0) }
    case .reinsert(let movie): try reinsert(movie, isRedo: isRedo)
    case .addRandom: try addRandom()
    case .replay(let direction): try replay(direction)
    }
  }

  /// Changes a movie, unless another process deleted or changed it.
  private mutating func unlessGone(
    _ movie: Movie, _ body: (inout MovieStore) throws -> BrowseOutcome
  ) throws(StoreError) -> BrowseOutcome {
    do {
      return try body(&store)
    } catch is SelectionChanged {
    } catch {
      let error = StoreError(error, path: store.path)
      guard case .unknownMovie = error else { throw error }
    }
    return BrowseOutcome(
      message: BrowseMessage("another process deleted or changed ", title: movie.title))
  }

  private static func setFavorite(
    _ movie: Movie, to isOn: Bool, in store: inout MovieStore
  ) throws -> BrowseOutcome {
    var outcome = BrowseOutcome(message: BrowseMessage(title: movie.title))
    try store.setFavorite(isOn ? .on : .off, of: .ids([movie.id])) { change in
      guard change.movie.movie.title.isExactly(movie.title) else {
        throw StoreError.unknownMovie(.title(movie.title))
      }
      outcome.movie = change.movie
      if change.outcome == .unchanged {
        outcome.message.after = isOn ? " is already a favorite" : " is not a favorite"
      } else {
        outcome.message.after = isOn ? " is now a favorite" : " is no longer a favorite"
        outcome.inverse = .setFavorite(movie, to: !isOn)
      }
    }
    return outcome
  }

  private mutating func reinsert(
    _ movie: MovieWithCast, isRedo: Bool
  ) throws(StoreError) -> BrowseOutcome {
    let change = try store.reinsert(movie)
    let title = movie.movie.title
    if change.outcome != .unchanged {
      return BrowseOutcome(
        message: BrowseMessage(isRedo ? "added " : "restored ", title: title),
        movie: change.movie, inverse: .delete(change.movie))
    }
    if change.movie.movie.title.isExactly(title) {
      return BrowseOutcome(
        message: BrowseMessage(title: title, " is already in the catalog"), movie: change.movie)
    }
    let action = isRedo ? "cannot add " : "cannot restore "
    return BrowseOutcome(
      message: BrowseMessage(action, title: title, ": another movie has its id"))
  }

  private mutating func addRandom() throws(StoreError) -> BrowseOutcome {
    // An empty catalog allows no other change, so only this one has to create the file.
    try createFile()
    let added = try store.addRandom().movie
    return BrowseOutcome(
      message: BrowseMessage("added ", title: added.movie.title), movie: added,
      inverse: .delete(added), isNewMovie: true)
  }
}
