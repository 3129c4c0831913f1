package import MovieStore

/// A change of the catalog by a key.
package enum BrowseChange: Hashable, Sendable {
  case edit(MovieAction, of: BrowseTarget)
  /// The movie of a form, or a new one.
  case save(MovieDraft)
  case addRandom
  /// An undo or redo of the next entry of the history.
  case replay(HistoryEntry.Direction)

  var target: BrowseTarget? {
    if case .edit(_, let target) = self { return target }
    return nil
  }

  var movie: Movie? {
    if case .movie(let movie) = target { return movie }
    return nil
  }
}

package enum MovieAction: Hashable, Sendable {
  case delete
  /// Makes movies favorites or, if all are, no longer.
  case toggleFavorite
  /// Adds today to the dates watched or, if all movies have it, removes it.
  case toggleWatched
  /// A date of several is added to those that the movies have.
  case addValues(MovieAttributes)
  case removeValues(MovieAttributes)
  /// `nil` removes the rating.
  case rate(AttributeValue?)
}

/// The movies of a change.
package enum BrowseTarget: Hashable, Sendable {
  /// The movie as it was shown: not after a change by another process, and not another movie with
  /// the same id, which a restored backup can contain.
  case movie(Movie)
  /// The movies that are marked in a list.
  case marked(MovieMarks)
}

/// A step that is made if the user presses the key again.
package enum BrowseOffer: Hashable, Sendable {
  /// An undo or redo of an entry of the history that the session did not add.
  case replay(HistoryEntry.Direction, HistoryEntry)
  /// A deletion of the marked movies.
  case deletion(BrowseChange)
  /// A change that cannot be undone.
  case irreversible(BrowseChange)
  /// A value for a movie that another process changed.
  case retargeted
  /// The key leaves a form with unsaved text.
  case discard(BrowseAction)
}

extension BrowseOffer {
  var change: BrowseChange? {
    switch self {
    case .deletion(let change), .irreversible(let change): change
    case .replay, .retargeted, .discard: nil
    }
  }
}

/// The movies that a change changed.
package struct ChangedMovies: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var latest: MovieChange?

  /// The movie, if it is the only one.
  package var only: MovieChange? { count == 1 ? latest : nil }

  mutating func add(_ movie: MovieChange) {
    if movie.outcome == .unchanged { return }
    count += 1
    latest = movie
  }
}

/// What a key changed, or why it changed nothing. ``BrowseMessage`` words it.
package enum BrowseOutcome: Hashable, Sendable {
  case changed(BrowseChange, ChangedMovies, canUndo: Bool)
  /// The movies had the values already.
  case unchanged
  case replayed(HistoryEntry.Direction, HistoryEntry, ChangedMovies, isOfFavoriteOnly: Bool)
  case nothingToReplay(HistoryEntry.Direction)
  case tooLargeToRedo
  case offered(BrowseOffer)
  /// Another process deleted or changed the movie.
  case lost(Movie)

  /// The step in the history that reverses the change; `nil` if nothing was changed.
  var reversal: HistoryEntry.Direction? {
    switch self {
    case .changed, .replayed(.redo, _, _, _): .undo
    case .replayed(.undo, _, _, _): .redo
    case .unchanged, .nothingToReplay, .tooLargeToRedo, .offered, .lost: nil
    }
  }

  /// Whether the change that was asked for is over, made or not.
  var isFinal: Bool { if case .offered = self { false } else { true } }
}
