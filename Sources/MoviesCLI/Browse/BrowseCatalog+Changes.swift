internal import MovieSamples
package import MovieStore

/// A change of the catalog by a key.
///
/// It applies only to the movie that it was created for, not to another movie with the same id, which a
/// restored backup can contain.
package enum BrowseChange: Hashable, Sendable {
  case delete(Movie)
  case setFavorite(Movie, to: Bool)
  /// The date is `nil` to remove it.
  case setWatched(Movie, to: String?)
  case addRandom
  /// An undo or redo of the next entry of the history.
  case replay(HistoryEntry.Direction)

  /// The title of the movie that must be in the catalog.
  fileprivate var title: String? {
    switch self {
    case .delete(let movie): movie.title
    case .setFavorite(let movie, _): movie.title
    case .setWatched(let movie, _): movie.title
    case .addRandom, .replay: nil
    }
  }
}

package struct BrowseOutcome: Hashable, Sendable {
  package var message: BrowseMessage
  /// The movie of the change, if it is in the catalog.
  package var movie: Movie?
  /// The movie that the change deleted, if it deleted one.
  var deletedMovie: Movie.ID?
  /// The step in the history that reverses the change; `nil` if nothing was changed.
  var reversal: HistoryEntry.Direction?
  /// Whether the browser returns to the catalog to select the movie.
  var isNewMovie = false
  var offer: BrowseOffer?
}

extension BrowseCatalog {
  /// Makes a change.
  ///
  /// - Parameter accepted: The offer of the previous key.
  package mutating func perform(
    _ change: BrowseChange, accepted: BrowseOffer?
  ) throws(StoreError) -> BrowseOutcome {
    // An empty catalog allows no other change, so only this one has to create the file.
    if change == .addRandom { try createFile() }
    store.busyTimeout = Self.changingTimeout
    defer { store.busyTimeout = Self.readingTimeout }
    let known = sessionEntries
    do {
      let (outcome, entry) = try store.write { store in
        var outcome = try Self.apply(change, knowing: known, accepted: accepted, in: &store)
        guard let reversal = outcome.reversal else { throw NoChange(outcome: outcome) }
        // Other processes can add entries after the commit.
        try store.finishEntry()
        let entry = try store.nextEntries(reversal, limit: 1).first
        outcome.message.addHint(for: change, canUndo: entry?.isStored == true)
        return (outcome, entry)
      }
      if let entry { sessionEntries.insert(entry) }
      return outcome
    } catch let error as NoChange {
      return error.outcome
    } catch is Catalog.IrreversibleChange {
      let (key, verb) = if case .delete = change { ("x", "delete") } else { ("w", "edit") }
      return BrowseOutcome(
        message: BrowseMessage(
          "\(key) again to \(verb) ", title: change.title, "; this cannot be undone"),
        offer: .irreversible(change))
    } catch {
      return try Self.outcome(of: change, failingWith: error, path: store.path)
    }
  }

  /// Rolls back, because a commit would count as a change if a signal arrives later.
  private struct NoChange: Error {
    let outcome: BrowseOutcome
  }

  private static func apply(
    _ change: BrowseChange, knowing known: Set<HistoryEntry>, accepted: BrowseOffer?,
    in store: inout Catalog
  ) throws -> BrowseOutcome {
    let isAccepted = accepted == .irreversible(change)
    return switch change {
    case .delete(let movie):
      try delete(movie, allowsIrreversible: isAccepted, in: &store)
    case .setFavorite(let movie, let isOn): try setFavorite(movie, to: isOn, in: &store)
    case .setWatched(let movie, let date):
      try setWatched(movie, to: date, allowsIrreversible: isAccepted, in: &store)
    case .addRandom: try addRandom(in: &store)
    case .replay(let direction):
      try replay(direction, knowing: known, accepted: accepted, in: &store)
    }
  }

  /// The outcome if another process deleted or changed the movie.
  ///
  /// - Throws: Any other error.
  private static func outcome(
    of change: BrowseChange, failingWith error: any Error, path: String
  ) throws(StoreError) -> BrowseOutcome {
    let storeError = StoreError(error, path: path)
    let isGone = storeError.category == .notFound || error is SelectionChanged
    guard isGone, let title = change.title else { throw storeError }
    return BrowseOutcome(
      message: BrowseMessage("another process deleted or changed ", title: title))
  }

  private static func delete(
    _ movie: Movie, allowsIrreversible: Bool, in store: inout Catalog
  ) throws -> BrowseOutcome {
    let selection = MovieSelection.shown(ShownMovies(movie))
    try store.delete(selection, allowsIrreversible: allowsIrreversible) { _ in }
    return BrowseOutcome(
      message: BrowseMessage("deleted ", title: movie.title), deletedMovie: movie.id,
      reversal: .undo)
  }

  private static func setFavorite(
    _ movie: Movie, to isOn: Bool, in store: inout Catalog
  ) throws -> BrowseOutcome {
    var outcome = BrowseOutcome(message: BrowseMessage(title: movie.title))
    try store.setFavorite(isOn, of: .ids([movie.id])) { change in
      guard change.movie.title.isExactly(movie.title) else {
        throw StoreError.unknown(.title(movie.title))
      }
      outcome.movie = change.movie
      if change.outcome == .unchanged {
        outcome.message.after = isOn ? " is already a favorite" : " is not a favorite"
      } else {
        outcome.message = BrowseMessage(favorite: change.movie)
        outcome.reversal = .undo
      }
    }
    return outcome
  }

  private static func setWatched(
    _ movie: Movie, to date: String?, allowsIrreversible: Bool,
    in store: inout Catalog
  ) throws -> BrowseOutcome {
    var outcome = BrowseOutcome(message: BrowseMessage(title: movie.title))
    let edit =
      date == nil
      ? MovieEdit(removedAttributes: [.watched])
      : MovieEdit(attributes: try MovieAttributes([.watched: date.map { [.text($0)] } ?? []]))
    var previous: AttributeValue?
    try store.edit(.ids([movie.id]), allowsIrreversible: allowsIrreversible) { current in
      guard current.title.isExactly(movie.title) else {
        throw StoreError.unknown(.title(movie.title))
      }
      previous = current.attributes[.watched].first
      return edit
    } _: { change in
      outcome.movie = change.movie
      outcome.message.after = date.map { " watched \($0)" } ?? " is not watched"
      guard change.outcome == .updated else { return }
      outcome.reversal = .undo
      if date != nil, let previous { outcome.message.after += ", previously \(previous)" }
    }
    return outcome
  }

  private static func addRandom(in store: inout Catalog) throws -> BrowseOutcome {
    let added = try store.addRandom().movie
    return BrowseOutcome(
      message: BrowseMessage("added ", title: added.title), movie: added, reversal: .undo,
      isNewMovie: true)
  }
}

extension BrowseMessage {
  fileprivate mutating func addHint(for change: BrowseChange, canUndo: Bool) {
    switch change {
    case .replay: break
    // A single movie can be too large for the history.
    case _ where !canUndo: after += " (cannot be undone)"
    case .delete:
      shortAfter = after + " (u to undo)"
      after += " (u to undo, later: movies undo)"
    case .setFavorite, .setWatched, .addRandom: after += " (u to undo)"
    }
  }
}
