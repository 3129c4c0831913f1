package import MovieStore

extension BrowseCatalog {
  /// Makes a change, takes one back, or makes it again.
  package mutating func perform(_ change: BrowseChange) throws(StoreError) -> BrowseOutcome {
    store.waitForLocks(milliseconds: Self.changingTimeout)
    defer { store.waitForLocks(milliseconds: Self.readingTimeout) }
    return try outcome(of: change)
  }

  private mutating func outcome(of change: BrowseChange) throws(StoreError) -> BrowseOutcome {
    switch change {
    case .delete(let movie): return try firstTime(.delete(movie))
    case .setFavorite(let movie, let isOn): return try firstTime(.setFavorite(movie, to: isOn))
    case .addRandom:
      // Nothing else changes an empty catalog.
      try makeFile()
      let added = try store.addRandom().movie
      history.note(.delete(added))
      return BrowseOutcome(
        message: BrowseMessage("added ", title: added.movie.title, "; u takes it back"),
        movie: added, isNewMovie: true)
    case .takeBack: return try again(.backward)
    case .doAgain: return try again(.forward)
    }
  }

  private mutating func firstTime(_ step: CatalogStep) throws(StoreError) -> BrowseOutcome {
    let taken = try take(step)
    if let inverse = taken.inverse { history.note(inverse) }
    let advice = taken.inverse == nil ? "" : "; u takes it back"
    return taken.outcome(taken.message.extended(after: advice))
  }

  /// Takes the next step back, or forward again. One that is impossible by now is passed over.
  private mutating func again(
    _ direction: ChangeHistory.Direction
  ) throws(StoreError) -> BrowseOutcome {
    let isBack = direction == .backward
    guard let step = history.next(direction) else {
      return .refused(isBack ? "there is nothing to take back" : "there is nothing to do again")
    }
    let taken = try take(step, isAgain: true)
    history.pass(direction, inverse: taken.inverse)
    let done = taken.inverse == nil ? "" : isBack ? "taken back: " : "done again: "
    return taken.outcome(taken.message.extended(before: done))
  }

  /// A step that was taken.
  private struct TakenStep {
    let message: BrowseMessage
    /// `nil` where nothing was done.
    var inverse: CatalogStep?
    /// The movie, where it is in the catalog.
    var movie: CreditedMovie?
    /// The movie that it took out.
    var deletedMovie: Movie.ID?

    func outcome(_ message: BrowseMessage) -> BrowseOutcome {
      BrowseOutcome(message: message, movie: movie, deletedMovie: deletedMovie)
    }
  }

  /// - Parameter isAgain: whether it takes something back, or does it again.
  private mutating func take(
    _ step: CatalogStep, isAgain: Bool = false
  ) throws(StoreError) -> TakenStep {
    do {
      return switch step {
      case .delete(let movie): try delete(movie, isAgain: isAgain)
      case .putBack(let movie): try putBack(movie)
      case .setFavorite(let movie, let isOn): try setFavorite(movie, to: isOn)
      }
    } catch {
      guard case .unknownMovie = error else { throw error }
      return TakenStep(
        message: BrowseMessage(
          title: step.movie.title, " was deleted or changed by another program"))
    }
  }

  private mutating func delete(
    _ movie: CreditedMovie, isAgain: Bool
  ) throws(StoreError) -> TakenStep {
    var deleted = movie
    do {
      try store.delete(.references([.id(movie.id)]), ifStill: ShownMovies(movie)) {
        deleted = $0.movie
      }
    } catch is SelectionChanged {
      throw .unknownMovie(reference: movie.title)
    } catch {
      throw StoreError(error, path: store.path)
    }
    let message =
      isAgain
      ? BrowseMessage(title: movie.title, " is gone again")
      : BrowseMessage("deleted ", title: movie.title, "")
    return TakenStep(message: message, inverse: .putBack(deleted), deletedMovie: movie.id)
  }

  private mutating func putBack(_ movie: CreditedMovie) throws(StoreError) -> TakenStep {
    let change = try store.reinsert(movie)
    let title = movie.movie.title
    if change.change != .unchanged {
      return TakenStep(
        message: BrowseMessage(title: title, " is back"), inverse: .delete(change.movie),
        movie: change.movie)
    }
    guard change.movie.movie.title.isExactly(title) else {
      return TakenStep(
        message: BrowseMessage(title: title, " cannot come back: another movie has its id now"))
    }
    return TakenStep(
      message: BrowseMessage(title: title, " is there already"), movie: change.movie)
  }

  private mutating func setFavorite(
    _ movie: Movie, to isOn: Bool
  ) throws(StoreError) -> TakenStep {
    let change = try store.changed(movie) { store, body in
      try store.setFavorite(isOn ? .on : .off, of: [movie.id], body)
    }
    let isSo = change.change == .unchanged
    return TakenStep(
      message: BrowseMessage(
        title: movie.title,
        (isOn ? " is a favorite" : " is no favorite")
          + (isSo ? " already" : isOn ? "" : " any more")),
      inverse: isSo ? nil : .setFavorite(movie, to: !isOn), movie: change.movie)
  }
}

extension MovieStore {
  /// Makes a change of one movie, if it is the one that is meant.
  ///
  /// - Throws: `unknownMovie`, also where the movie of the id has another title; it stays as it is.
  fileprivate mutating func changed(
    _ movie: Movie,
    _ change: (inout MovieStore, (ChangedMovie) throws -> Void) throws -> Void
  ) throws(StoreError) -> ChangedMovie {
    var changed: ChangedMovie?
    do {
      try change(&self) { found in
        guard found.movie.movie.title.isExactly(movie.title) else {
          throw StoreError.unknownMovie(reference: movie.title)
        }
        changed = found
      }
    } catch {
      throw StoreError(error, path: path)
    }
    guard let changed else { throw .unknownMovie(reference: movie.title) }
    return changed
  }
}
