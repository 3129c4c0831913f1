package import MovieStore

/// A step that is made if the user presses the key again.
package enum BrowseOffer: Hashable, Sendable {
  /// An undo or redo of an entry of the history that the session did not add.
  case replay(HistoryEntry.Direction, HistoryEntry)
  /// A change that cannot be undone.
  case irreversible(BrowseChange)

  /// The message of an undo or redo.
  ///
  /// - Parameter redoKey: The key or the command for a redo.
  func replayText(redoKey: String) -> String? {
    guard case .replay(let direction, let entry) = self else { return nil }
    let source = (entry.description.map { [$0] } ?? []) + [entry.time.description]
    return "\(direction == .undo ? "u" : redoKey) again to \(direction): \(entry.summary) "
      + "(\(source.joined(separator: ", ")))"
  }
}

extension BrowseCatalog {
  /// Undoes or redoes the next entry of the history, or offers to do so if the session did not add it.
  ///
  /// - Parameters:
  ///   - known: The entries that need no offer.
  ///   - accepted: The offer that the user accepted.
  static func replay(
    _ direction: HistoryEntry.Direction, knowing known: Set<HistoryEntry>,
    accepted: BrowseOffer?, in store: inout Catalog
  ) throws -> BrowseOutcome {
    guard let entry = try store.nextEntries(direction, limit: 1).first else {
      return BrowseOutcome(message: BrowseMessage("nothing to \(direction)"))
    }
    // An entry without values is refused, and not offered before.
    let offer = BrowseOffer.replay(direction, entry)
    guard known.contains(entry) || offer == accepted || !entry.isStored else {
      return BrowseOutcome(
        message: BrowseMessage(offer.replayText(redoKey: "^R") ?? ""), offer: offer)
    }
    var latest: ChangedMovie?
    var count = 0
    do {
      try store.replay(direction, 1, expecting: [entry], allowsIrreversible: false) {
        latest = $0
        count += 1
      }
    } catch is Catalog.IrreversibleUndo {
      return BrowseOutcome(
        message: BrowseMessage("too large to be redone; to undo it, quit and run: movies undo"))
    }
    var outcome = BrowseOutcome(
      message: BrowseMessage("\(direction == .undo ? "undid" : "redid"): \(entry.summary)"),
      reversal: direction == .undo ? .redo : .undo)
    guard count == 1, let latest else { return outcome }
    let title = latest.movie.title
    switch latest.outcome {
    case .added:
      outcome.message = BrowseMessage(
        direction == .undo ? "undo: restored " : "redo: added ", title: title)
      outcome.movie = latest.movie
    case .deleted:
      outcome.message = BrowseMessage("\(direction): deleted ", title: title)
      outcome.deletedMovie = latest.movie.id
    case .updated, .unchanged:
      if try store.changes(of: entry.id).first?.isOfFavoriteOnly == true {
        outcome.message = BrowseMessage(favorite: latest.movie)
        outcome.message.before = "\(direction): "
      }
      outcome.movie = latest.movie
    }
    return outcome
  }
}

extension MovieChange {
  fileprivate var isOfFavoriteOnly: Bool {
    guard let before, let after else { return false }
    return before.isFavorite != after.isFavorite && before.title.isExactly(after.title)
      && before.cast == after.cast && before.attributes == after.attributes
  }
}
