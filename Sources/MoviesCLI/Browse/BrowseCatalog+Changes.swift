internal import MovieSamples
package import MovieStore
internal import MovieSystem

/// A change of the catalog by a key.
///
/// It applies only to the movie as it was shown: not after a change by another process, and not to
/// another movie with the same id, which a restored backup can contain.
package enum BrowseChange: Hashable, Sendable {
  case delete(Movie)
  case toggleFavorite(Movie)
  /// Today is added to the dates watched, or removed.
  case toggleWatched(Movie)
  case addRandom
  /// An undo or redo of the next entry of the history.
  case replay(HistoryEntry.Direction)

  var movie: Movie? {
    switch self {
    case .delete(let movie), .toggleFavorite(let movie), .toggleWatched(let movie): movie
    case .addRandom, .replay: nil
    }
  }
}

/// A step that is made if the user presses the key again.
package enum BrowseOffer: Hashable, Sendable {
  /// An undo or redo of an entry of the history that the session did not add.
  case replay(HistoryEntry.Direction, HistoryEntry)
  /// A change that cannot be undone.
  case irreversible(BrowseChange)
}

/// What a key changed, or why it changed nothing. ``BrowseMessage`` words it.
package enum BrowseOutcome: Hashable, Sendable {
  case changed(BrowseChange, ChangedMovie?, canUndo: Bool)
  /// An undo or redo; the movie is `nil` if the entry has several.
  case replayed(HistoryEntry.Direction, HistoryEntry, ChangedMovie?, isOfFavoriteOnly: Bool)
  case nothingToReplay(HistoryEntry.Direction)
  case tooLargeToRedo
  case offered(BrowseOffer)
  /// Another process deleted or changed the movie.
  case lost(Movie)

  /// The step in the history that reverses the change; `nil` if nothing was changed.
  fileprivate var reversal: HistoryEntry.Direction? {
    switch self {
    case .changed, .replayed(.redo, _, _, _): .undo
    case .replayed(.undo, _, _, _): .redo
    case .nothingToReplay, .tooLargeToRedo, .offered, .lost: nil
    }
  }
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
        let outcome = try Self.apply(change, knowing: known, accepted: accepted, in: &store)
        guard let reversal = outcome.reversal else { throw NoChange(outcome: outcome) }
        // Other processes can add entries after the commit.
        try store.finishEntry()
        return (outcome, try store.nextEntries(reversal, limit: 1).first)
      }
      if let entry { sessionEntries.insert(entry) }
      return outcome
    } catch let error as NoChange {
      return error.outcome
    } catch is Catalog.IrreversibleChange {
      return .offered(.irreversible(change))
    } catch {
      if error is SelectionChanged, let movie = change.movie { return .lost(movie) }
      throw StoreError(error, path: store.path)
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
    var changed: ChangedMovie?
    var canUndo = true
    switch change {
    case .delete(let movie):
      canUndo = try store.delete(
        .shown(ShownMovies(movie)), allowsIrreversible: isAccepted
      ) { changed = $0 }
    case .toggleFavorite(let movie):
      try store.setFavorite(!movie.isFavorite, of: .shown(ShownMovies(movie))) { changed = $0 }
    case .toggleWatched(let movie):
      let today = try MovieAttributes([.watched: [.text(Clock.localDate())]])
      let isToday = movie.attributes[.watched].contains(today[.watched][0])
      canUndo = try store.edit(.shown(ShownMovies(movie)), allowsIrreversible: isAccepted) { _ in
        isToday
          ? MovieEdit(removedAttributeValues: today) : MovieEdit(addedAttributeValues: today)
      } _: {
        changed = $0
      }
    case .addRandom: changed = try store.addRandom()
    case .replay(let direction):
      return try replay(direction, knowing: known, accepted: accepted, in: &store)
    }
    return .changed(change, changed, canUndo: canUndo)
  }

  /// Undoes or redoes the next entry of the history, or offers to do so if the session did not add
  /// it.
  ///
  /// - Parameter known: The entries that need no offer.
  private static func replay(
    _ direction: HistoryEntry.Direction, knowing known: Set<HistoryEntry>,
    accepted: BrowseOffer?, in store: inout Catalog
  ) throws -> BrowseOutcome {
    guard let entry = try store.nextEntries(direction, limit: 1).first else {
      return .nothingToReplay(direction)
    }
    // An entry without values is refused, and not offered before.
    let offer = BrowseOffer.replay(direction, entry)
    guard known.contains(entry) || offer == accepted || !entry.isStored else {
      return .offered(offer)
    }
    var latest: ChangedMovie?
    var count = 0
    do {
      try store.replay(direction, 1, expecting: [entry], allowsIrreversible: false) {
        latest = $0
        count += 1
      }
    } catch is Catalog.IrreversibleUndo {
      return .tooLargeToRedo
    }
    guard count == 1 else {
      return .replayed(direction, entry, nil, isOfFavoriteOnly: false)
    }
    let isOfFavoriteOnly = try store.changes(of: entry.id).first?.isOfFavoriteOnly ?? false
    return .replayed(direction, entry, latest, isOfFavoriteOnly: isOfFavoriteOnly)
  }
}

extension MovieChange {
  fileprivate var isOfFavoriteOnly: Bool {
    guard case .updated(let before, let after) = self else { return false }
    return before.isFavorite != after.isFavorite && before.title.isExactly(after.title)
      && before.cast == after.cast && before.attributes == after.attributes
  }
}
