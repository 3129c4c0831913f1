package import MovieStore

extension BrowseCatalog {
  private static let undoHint = " (u to undo)"

  /// Performs, undoes or redoes a change.
  package mutating func perform(_ change: BrowseChange) throws(StoreError) -> BrowseOutcome {
    store.busyTimeout = Self.changingTimeout
    defer { store.busyTimeout = Self.readingTimeout }
    return try outcome(of: change)
  }

  private mutating func outcome(of change: BrowseChange) throws(StoreError) -> BrowseOutcome {
    switch change {
    case .delete(let movie): return try firstTime(.delete(movie))
    case .setFavorite(let movie, let isOn): return try firstTime(.setFavorite(movie, to: isOn))
    case .addRandom:
      // An empty catalog allows no other change, so only this one has to create the file.
      try makeFile()
      let added = try store.addRandom().movie
      history.note(.delete(added))
      return BrowseOutcome(
        message: BrowseMessage("added ", title: added.movie.title, Self.undoHint),
        movie: added, isNewMovie: true)
    case .takeBack: return try again(.backward)
    case .doAgain: return try again(.forward)
    }
  }

  private mutating func firstTime(_ step: CatalogStep) throws(StoreError) -> BrowseOutcome {
    let taken = try take(step)
    if let inverse = taken.inverse { history.note(inverse) }
    let hint = taken.inverse == nil ? "" : Self.undoHint
    return taken.outcome(taken.message.extended(after: hint))
  }

  /// Undoes or redoes the next step. A step that is no longer possible is skipped, with a message.
  private mutating func again(
    _ direction: ChangeHistory.Direction
  ) throws(StoreError) -> BrowseOutcome {
    let isBack = direction == .backward
    guard let step = history.next(direction) else {
      return .refused(isBack ? "nothing to undo" : "nothing to redo")
    }
    let taken = try take(step, isRedo: !isBack)
    history.pass(direction, inverse: taken.inverse)
    let prefix = taken.inverse == nil ? "" : isBack ? "undo: " : "redo: "
    return taken.outcome(taken.message.extended(before: prefix))
  }

  /// The result of a step.
  private struct TakenStep {
    let message: BrowseMessage
    /// The step that reverses this one; `nil` if nothing was changed.
    var inverse: CatalogStep?
    /// The movie, if it is in the catalog.
    var movie: MovieWithCast?
    /// The movie that the step deleted.
    var deletedMovie: Movie.ID?

    func outcome(_ message: BrowseMessage) -> BrowseOutcome {
      BrowseOutcome(message: message, movie: movie, deletedMovie: deletedMovie)
    }
  }

  /// - Parameter isRedo: Whether the step repeats a change that was undone.
  private mutating func take(
    _ step: CatalogStep, isRedo: Bool = false
  ) throws(StoreError) -> TakenStep {
    do {
      return switch step {
      case .delete(let movie): try delete(movie)
      case .putBack(let movie): try putBack(movie, isRedo: isRedo)
      case .setFavorite(let movie, let isOn): try setFavorite(movie, to: isOn)
      }
    } catch {
      guard case .unknownMovie = error else { throw error }
      return TakenStep(
        message: BrowseMessage(
          "another process deleted or changed ", title: step.movie.title, ""))
    }
  }

  private mutating func delete(_ movie: MovieWithCast) throws(StoreError) -> TakenStep {
    var deleted = movie
    do {
      try store.delete(.references([.id(movie.id)]), ifStill: ShownMovies(movie)) {
        deleted = $0.movie
      }
    } catch is SelectionChanged {
      throw .unknownMovie(.title(movie.title))
    } catch {
      throw StoreError(error, path: store.path)
    }
    return TakenStep(
      message: BrowseMessage("deleted ", title: movie.title, ""), inverse: .putBack(deleted),
      deletedMovie: movie.id)
  }

  private mutating func putBack(
    _ movie: MovieWithCast, isRedo: Bool
  ) throws(StoreError) -> TakenStep {
    let change = try store.reinsert(movie)
    let title = movie.movie.title
    if change.outcome != .unchanged {
      return TakenStep(
        message: BrowseMessage(isRedo ? "added " : "restored ", title: title, ""),
        inverse: .delete(change.movie), movie: change.movie)
    }
    guard change.movie.movie.title.isExactly(title) else {
      return TakenStep(
        message: BrowseMessage(
          isRedo ? "cannot add " : "cannot restore ", title: title,
          ": another movie has its id"))
    }
    return TakenStep(
      message: BrowseMessage(title: title, " is already in the catalog"), movie: change.movie)
  }

  private mutating func setFavorite(
    _ movie: Movie, to isOn: Bool
  ) throws(StoreError) -> TakenStep {
    let change = try store.changed(movie) { store, body in
      try store.setFavorite(isOn ? .on : .off, of: .ids([movie.id]), body)
    }
    let isSo = change.outcome == .unchanged
    return TakenStep(
      message: BrowseMessage(
        title: movie.title,
        isOn
          ? (isSo ? " is already a favorite" : " is now a favorite")
          : (isSo ? " is not a favorite" : " is no longer a favorite")),
      inverse: isSo ? nil : .setFavorite(movie, to: !isOn), movie: change.movie)
  }
}

extension MovieStore {
  /// Changes one movie, if its title is still the same.
  ///
  /// - Throws: `unknownMovie` if no movie has the id, or if it has another title now.
  fileprivate mutating func changed(
    _ movie: Movie,
    _ change: (inout MovieStore, (ChangedMovie) throws -> Void) throws -> Void
  ) throws(StoreError) -> ChangedMovie {
    var changed: ChangedMovie?
    do {
      try change(&self) { found in
        guard found.movie.movie.title.isExactly(movie.title) else {
          throw StoreError.unknownMovie(.title(movie.title))
        }
        changed = found
      }
    } catch {
      throw StoreError(error, path: path)
    }
    guard let changed else { throw .unknownMovie(.title(movie.title)) }
    return changed
  }
}
