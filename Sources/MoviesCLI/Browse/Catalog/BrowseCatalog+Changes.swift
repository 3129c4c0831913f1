package import MovieStore

extension BrowseCatalog {
  /// Makes a change, takes one back, or makes it again.
  package mutating func perform(_ change: BrowseChange) throws(StoreError) -> BrowseOutcome {
    try makeFile()
    try store.waitForLocks(milliseconds: Self.changingPatience)
    let result = Result { () throws(StoreError) in try outcome(of: change) }
    try store.waitForLocks(milliseconds: Self.readingPatience)
    return try result.get()
  }

  private mutating func outcome(of change: BrowseChange) throws(StoreError) -> BrowseOutcome {
    switch change {
    case .delete(let movie): return try firstTime(.delete(movie.id), of: movie)
    case .setFavorite(let movie, let isOn):
      return try firstTime(.setFavorite(movie.id, to: isOn), of: movie)
    case .addRandom:
      let added = try store.addRandom().movie
      history.note(.delete(added.id))
      return BrowseOutcome(
        message: "added '\(added.movie.title)'; u takes it back", movie: added, isNewMovie: true)
    case .takeBack: return try again(.backward)
    case .doAgain: return try again(.forward)
    }
  }

  private mutating func firstTime(
    _ step: CatalogStep, of movie: Movie
  ) throws(StoreError) -> BrowseOutcome {
    do {
      let taken = try take(step)
      if let inverse = taken.inverse { history.note(inverse) }
      let advice = taken.inverse == nil ? "" : "; u takes it back"
      return BrowseOutcome(message: taken.message + advice, movie: taken.movie)
    } catch {
      guard case .unknownMovie = error else { throw error }
      return BrowseOutcome(message: "'\(movie.title)' is not in the catalog any more")
    }
  }

  /// Takes the next step back, or forward again. One that is impossible by now is passed over.
  private mutating func again(
    _ direction: ChangeHistory.Direction
  ) throws(StoreError) -> BrowseOutcome {
    let isBack = direction == .backward
    guard let step = history.next(direction) else {
      return .refused(isBack ? "there is nothing to take back" : "there is nothing to do again")
    }
    do {
      let taken = try take(step)
      history.pass(direction, inverse: taken.inverse)
      return BrowseOutcome(
        message: (isBack ? "taken back: " : "done again: ") + taken.message, movie: taken.movie)
    } catch {
      guard case .unknownMovie = error else { throw error }
      history.pass(direction, inverse: nil)
      return BrowseOutcome(message: "another program deleted that movie: there is nothing to do")
    }
  }

  /// A step that was taken.
  private struct TakenStep {
    let message: String
    /// `nil` where the catalog was so already.
    let inverse: CatalogStep?
    /// The movie, where it is in the catalog.
    var movie: CreditedMovie?
  }

  private mutating func take(_ step: CatalogStep) throws(StoreError) -> TakenStep {
    switch step {
    case .delete(let id):
      let deleted = try store.deleted(id)
      return TakenStep(message: "deleted '\(deleted.movie.title)'", inverse: .putBack(deleted))
    case .putBack(let movie):
      let change = try store.reinsert(movie)
      let isThere = change.change == .unchanged
      return TakenStep(
        message: "'\(movie.movie.title)' is " + (isThere ? "there already" : "back"),
        inverse: isThere ? nil : .delete(movie.id), movie: change.movie)
    case .setFavorite(let id, let isOn):
      let change = try store.favorite(id, isOn)
      let isSo = change.change == .unchanged
      return TakenStep(
        message: "'\(change.movie.movie.title)' is "
          + (isOn ? "a favorite" : "no favorite") + (isSo ? " already" : isOn ? "" : " any more"),
        inverse: isSo ? nil : .setFavorite(id, to: !isOn), movie: change.movie)
    }
  }
}

extension MovieStore {
  /// Deletes one movie.
  fileprivate mutating func deleted(_ id: Movie.ID) throws(StoreError) -> CreditedMovie {
    let changes = try collected { store, body in try store.delete([id], body) }
    return changes.movie
  }

  /// Makes one movie a favorite, or no longer.
  fileprivate mutating func favorite(
    _ id: Movie.ID, _ isOn: Bool
  ) throws(StoreError) -> ChangedMovie {
    try collected { store, body in try store.setFavorite(isOn ? .on : .off, of: [id], body) }
  }

  /// The one movie that a change was about.
  private mutating func collected(
    _ change: (inout MovieStore, (ChangedMovie) throws -> Void) throws -> Void
  ) throws(StoreError) -> ChangedMovie {
    var changed: ChangedMovie?
    do { try change(&self) { changed = $0 } } catch { throw StoreError(error, path: path) }
    guard let changed else { throw .defect(code: 0, message: "no movie was changed", sql: nil) }
    return changed
  }
}
