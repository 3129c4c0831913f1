internal import MovieSamples
package import MovieStore
internal import MovieSystem

extension BrowseCatalog {
  /// Makes a change.
  ///
  /// - Parameter accepted: The offer of the previous key.
  package mutating func perform(
    _ change: BrowseChange, accepted: BrowseOffer?
  ) throws(StoreError) -> BrowseOutcome {
    // An empty catalog allows no other changes, so only these have to create the file.
    switch change {
    case .addRandom, .save: try createFile()
    case .edit, .replay: break
    }
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
      if case .changed(let change, let movies, true) = outcome, entry?.isStored != true {
        return .changed(change, movies, canUndo: false)
      }
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

  /// Lets an editor change movies.
  ///
  /// - Returns: Whether the session made a change, which it can undo.
  mutating func edit(
    _ movies: [Movie], _ body: (inout Catalog) throws -> Void
  ) throws -> Bool {
    let before = try store.nextUndo()
    store.busyTimeout = Self.changingTimeout
    defer { store.busyTimeout = Self.readingTimeout }
    try body(&store)
    // Other programs can have changed other movies meanwhile.
    let ids = Set(movies.map(\.id))
    guard let entry = try store.nextUndo(), entry != before,
      entry.description == store.defaultDescription,
      try store.changes(of: entry.id).allSatisfy({ $0.before.map { ids.contains($0.id) } ?? false })
    else { return false }
    sessionEntries.insert(entry)
    return true
  }

  /// Rolls back, because a commit would count as a change if a signal arrives later.
  private struct NoChange: Error {
    let outcome: BrowseOutcome
  }

  private static func apply(
    _ change: BrowseChange, knowing known: Set<HistoryEntry>, accepted: BrowseOffer?,
    in store: inout Catalog
  ) throws -> BrowseOutcome {
    var changed = ChangedMovies()
    var canUndo = true
    switch change {
    case .edit(let action, let target):
      // Many movies are not deleted by one key.
      if action == .delete, case .marked = target, accepted?.change != change {
        return .offered(.deletion(change))
      }
      let isAccepted = accepted == .irreversible(change)
      let movies = target.selection
      for step in try action.steps {
        canUndo = try apply(step, to: movies, allowsIrreversible: isAccepted, in: &store) {
          changed.add($0)
        }
        if changed.count > 0 { break }
      }
    case .save(let draft): changed.add(try store.save(draft))
    case .addRandom: changed.add(try store.addRandom())
    case .replay(let direction):
      return try replay(direction, knowing: known, accepted: accepted, in: &store)
    }
    return changed.count == 0 ? .unchanged : .changed(change, changed, canUndo: canUndo)
  }

  private static func apply(
    _ step: MovieAction.Step, to movies: MovieSelection, allowsIrreversible: Bool,
    in store: inout Catalog, _ body: (MovieChange) -> Void
  ) throws -> Bool {
    switch step {
    case .delete:
      try store.delete(movies, allowsIrreversible: allowsIrreversible, body)
    case .edit(let edit):
      try store.edit(movies, allowsIrreversible: allowsIrreversible, { _ in edit }, body)
    }
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
    var changed = ChangedMovies()
    do {
      try store.replay(direction, 1, expecting: [entry], allowsIrreversible: false) {
        changed.add($0)
      }
    } catch is Catalog.IrreversibleUndo {
      return .tooLargeToRedo
    }
    let isOfFavoriteOnly =
      try changed.count == 1 && store.changes(of: entry.id).first?.isOfFavoriteOnly ?? false
    return .replayed(direction, entry, changed, isOfFavoriteOnly: isOfFavoriteOnly)
  }
}

extension BrowseTarget {
  fileprivate var selection: MovieSelection {
    switch self {
    case .movie(let movie): return .shown(ShownMovies(movie))
    case .marked(let marks): return .existing(marks.ids)
    }
  }
}

extension MovieAction {
  fileprivate enum Step {
    case delete
    case edit(MovieEdit)
  }

  /// The first of these that changes a movie is made.
  fileprivate var steps: [Step] {
    get throws {
      switch self {
      case .delete: return [.delete]
      case .toggleFavorite:
        return [.edit(MovieEdit(isFavorite: true)), .edit(MovieEdit(isFavorite: false))]
      case .toggleWatched:
        let today = try MovieAttributes([.watched: [.text(Clock.localDate())]])
        return [
          .edit(MovieEdit(addedAttributeValues: today)),
          .edit(MovieEdit(removedAttributeValues: today)),
        ]
      case .addValues(let values): return [.edit(MovieEdit(addedAttributeValues: values))]
      case .removeValues(let values): return [.edit(MovieEdit(removedAttributeValues: values))]
      case .rate(let rating?):
        return [.edit(MovieEdit(attributes: try MovieAttributes([.rating: [rating]])))]
      case .rate(nil): return [.edit(MovieEdit(removedAttributes: [.rating]))]
      }
    }
  }
}

extension MovieChange {
  fileprivate var isOfFavoriteOnly: Bool {
    guard case .updated(let before, let after) = self else { return false }
    return before.differences(to: after).map(\.field) == [.favorite]
  }
}
