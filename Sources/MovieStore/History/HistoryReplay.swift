internal import MovieSQLite

/// Undoes or redoes an entry of the history: writes its changes with the values before and after
/// swapped, or again.
struct HistoryReplay {
  private let direction: HistoryEntry.Direction
  private let stored: StoredHistoryEntry
  private var entry: HistoryEntry { stored.entry }
  private let report: (MovieChange) throws -> Void
  /// The maximum number of changed movies that an error lists.
  private static let differenceLimit = 10

  /// The movies whose casts are written last.
  private var deferred: [Movie.ID] = []
  private var differences: [MovieChange] = []
  private var differenceCount = 0

  /// - Parameters:
  ///   - stored: The next entry.
  ///   - report: A closure that is called with each changed movie.
  init(
    _ direction: HistoryEntry.Direction, _ stored: StoredHistoryEntry,
    _ report: @escaping (MovieChange) throws -> Void
  ) {
    self.direction = direction
    self.stored = stored
    self.report = report
  }

  /// Undoes or redoes the entry.
  ///
  /// After an import whose values are too large is undone, it cannot be redone, and neither can the
  /// changes that were undone before it: they can depend on its movies.
  ///
  /// - Parameter journal: The journal of the transaction, which has no pending changes.
  /// - Returns: The number of undone changes that can no longer be redone.
  /// - Throws: `StoreError.cannotUndo`, `cannotRedo`; any error of the closure; `SQLiteError`.
  mutating func run(
    in catalog: borrowing CatalogTransaction, _ journal: Journal
  ) throws -> Int {
    guard entry.isStored else { throw error(.notStored) }
    var removed = EntryValues()
    if let imported = stored.imported {
      removed = try replay(imported, in: catalog, journal.limits)
    } else {
      try replay(stored, direction, in: catalog) { _ in true }
    }
    try writeCasts(of: stored, direction, in: catalog)
    let (state, kind, verb): (HistoryEntry.State, HistoryEntry.Kind, String) =
      direction == .undo ? (.undone, .undo, "undid") : (.done, .redo, "redid")
    try catalog.database.execute(
      "UPDATE movieHistory SET state = \(state.rawValue) WHERE id = \(entry.id)")
    try HistoryLog.append(
      NewHistoryEntry(
        kind: kind, target: entry.id, description: journal.description,
        summary: "\(verb) change \(entry.id): \(entry.summary)", movieCount: entry.movieCount),
      removed, journal.limits, in: catalog.database)
    return removed.areDiscarded ? try HistoryLog.supersedeUndone(in: catalog.database) : 0
  }

  private func error(_ obstacle: HistoryObstacle) -> StoreError {
    StoreError(
      direction == .undo ? .cannotUndo(entry, obstacle) : .cannotRedo(entry, obstacle))
  }

  // MARK: Stored values

  /// Gives movies of an entry other values, if they still have the ones that the entry left.
  ///
  /// - Parameters:
  ///   - defersCasts: Whether all casts are written last.
  ///   - isIncluded: Whether a change is replayed.
  private mutating func replay(
    _ stored: StoredHistoryEntry, _ direction: HistoryEntry.Direction,
    in catalog: borrowing CatalogTransaction, defersCasts: Bool = false,
    where isIncluded: (StoredChange) -> Bool
  ) throws {
    if stored.changeCount == 0 { return }
    // The entry has the values already.
    let catalog = CatalogTransaction(catalog, nil)
    var count = 0
    try catalog.forEachStoredChange(of: stored.entry.id) { change in
      guard let change else { return }
      count += 1
      if !isIncluded(change) { return }
      if try !replay(change, direction, in: catalog, defersCasts) {
        deferred.append(change.movie)
      }
    }
    if count != stored.changeCount { throw error(.valuesMissing) }
    if differenceCount > 0 { throw error(.moviesChanged(differences, count: differenceCount)) }
  }

  /// Writes the casts that wait for the removal of others.
  private mutating func writeCasts(
    of stored: StoredHistoryEntry, _ direction: HistoryEntry.Direction,
    in catalog: borrowing CatalogTransaction
  ) throws {
    let catalog = CatalogTransaction(catalog, nil)
    for movie in deferred {
      guard let change = try catalog.storedChange(of: movie, in: stored.entry.id),
        let current = try catalog.movie(movie)
      else { continue }
      let (old, new) = change.inDirection(direction)
      let updated = try catalog.replace(current, with: MovieFields(cast: new?.cast))
      try report(old == nil ? .added(updated) : .updated(before: current, after: updated))
    }
    deferred = []
  }

  /// - Returns: `false` if the cast of the movie must be written after the former casts of all
  ///   movies are removed: casts are deferred, or the entry deleted an actor and added one with the
  ///   same name, or the reverse.
  private mutating func replay(
    _ change: StoredChange, _ direction: HistoryEntry.Direction,
    in catalog: borrowing CatalogTransaction, _ defersCasts: Bool
  ) throws -> Bool {
    var (old, new) = change.inDirection(direction)
    let current = try catalog.movie(change.movie)
    let isUnchanged =
      if let old, let current { old.match(current) } else { old == nil && current == nil }
    if !isUnchanged {
      differenceCount += 1
      let expected = old?.applied(to: current ?? change.placeholder)
      if differences.count < Self.differenceLimit,
        let difference = MovieChange(before: expected, after: current)
      {
        differences.append(difference)
      }
    }
    // An error follows, which rolls back everything.
    if differenceCount > 0 { return true }
    let isComplete =
      try new?.cast.map { try $0.isEmpty || !defersCasts && catalog.canRestoreIDs(of: $0) } ?? true
    if !isComplete { new?.cast = [] }
    switch (current, new) {
    case (let current?, let new?):
      let updated = try catalog.replace(current, with: new)
      if isComplete { try report(.updated(before: current, after: updated)) }
    case (let current?, nil):
      try catalog.delete(current)
      try report(.deleted(current))
    case (nil, let new?):
      let added = try catalog.insert(new, id: change.movie)
      if isComplete { try report(.added(added)) }
    case (nil, nil): break
    }
    return isComplete
  }

  // MARK: Imports

  /// Undoes or redoes an import with the other changes of its entry. The casts of other movies are
  /// still to be written: an actor who was deleted and imported again has another id in the import
  /// than before.
  ///
  /// - Returns: The values of the movies that an undo deletes.
  private mutating func replay(
    _ imported: ImportedMovies, in catalog: borrowing CatalogTransaction, _ limits: HistoryLimits
  ) throws -> EntryValues {
    let isImported = { (change: StoredChange) in imported.movies.contains(change.movie.rawValue) }
    try replay(stored, direction, in: catalog, defersCasts: true) { !isImported($0) }
    let others = deferred
    deferred = []
    if direction == .redo { try addImported(in: catalog) }
    try replay(stored, direction, in: catalog, where: isImported)
    try writeCasts(of: stored, direction, in: catalog)
    deferred = others
    return direction == .undo ? try remove(imported, in: catalog, limits) : EntryValues()
  }

  /// Adds the movies of an import that was undone.
  private mutating func addImported(
    in catalog: borrowing CatalogTransaction
  ) throws {
    // The undo stored the values, unless there were too many.
    let removal = try HistoryLog.latestUndo(of: entry.id, in: catalog)
    guard let removal, removal.changeCount > 0 else { throw error(.notStored) }
    try replay(removal, .undo, in: catalog) { _ in true }
    try writeCasts(of: removal, .undo, in: catalog)
    try HistoryLog.deleteValues(ofUndo: removal.entry.id, in: catalog.database)
  }

  /// Deletes the movies of an import.
  ///
  /// - Returns: The values of the movies, so that they can be added again, unless there are too many.
  private func remove(
    _ imported: ImportedMovies, in catalog: borrowing CatalogTransaction, _ limits: HistoryLimits
  ) throws -> EntryValues {
    guard try imported.areUnchanged(in: catalog.database) else {
      throw error(.importedMoviesChanged)
    }
    let journal = Journal()
    // No older entry is deleted for these values: it can be the next one to undo.
    journal.limits = limits.minus(try HistorySize(where: "kind = 'undo'", in: catalog))
    let catalog = CatalogTransaction(catalog, journal)
    for id in imported.movies {
      guard let movie = try catalog.movie(Movie.ID(rawValue: id)) else {
        throw StoreError.unknown(.id(Movie.ID(rawValue: id)))
      }
      try catalog.delete(movie)
      try report(.deleted(movie))
    }
    return journal.pending.values
  }
}
