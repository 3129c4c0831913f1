internal import MovieSQLite

/// Undo, redo and the history of the catalog.
///
/// Each call that changes movies, or each ``write(_:_:)``, adds one entry to the history, in the
/// transaction of the change. The history is part of the file: it includes the changes of all programs
/// that use this library, and outlives them. A `Migrator` and a `Restoration` begin a new history.
extension Catalog {
  /// The maximum number of movies whose values the history stores: 1,000,000. It stores at most 256
  /// MiB of values. A change deletes the oldest entries over these limits.
  ///
  /// A larger change cannot be undone, unless it is an import; see ``HistoryEntry/isStored``.
  package static var historyLimit: Int { HistoryLimits().movies }

  /// Undoes the latest change that is not undone yet, atomically and exactly: the ids of movies and
  /// actors, titles, casts in billing order, favorites.
  ///
  /// - Returns: The entry that was undone, or `nil` if there is none.
  /// - Throws: ``StoreError``: `rejected` if another program has changed one of the values since,
  ///   or if the history does not store the change; otherwise as for every change.
  @discardableResult
  public mutating func undo() throws(StoreError) -> HistoryEntry? { try replayOne(.undo) }

  /// Redoes the change that was undone last, if no other change was made after that.
  ///
  /// - Returns: The entry that was redone, or `nil` if there is none.
  /// - Throws: ``StoreError``: `rejected` if another program has changed one of the values since,
  ///   or if the history does not store the values of an import; otherwise as for every change.
  @discardableResult
  public mutating func redo() throws(StoreError) -> HistoryEntry? { try replayOne(.redo) }

  /// Returns the entry that ``undo()`` would undo, or `nil` if there is none, or if the history
  /// does not store the change.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func nextUndo() throws(StoreError) -> HistoryEntry? {
    try nextEntries(.undo, limit: 1).first { $0.isStored }
  }

  /// Returns the entry that ``redo()`` would redo, or `nil` if there is none.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func nextRedo() throws(StoreError) -> HistoryEntry? {
    try nextEntries(.redo, limit: 1).first
  }

  /// Returns the entries of the history, newest first.
  ///
  /// - Parameter limit: The maximum number of entries, or `nil` for all.
  /// - Throws: ``StoreError``, as for every read.
  public func history(limit: Int? = nil) throws(StoreError) -> [HistoryEntry] {
    try historyEntries(limit: limit)
  }

  /// Returns the changes of an entry of the history, by movie id.
  ///
  /// For an import, these are the movies that still exist, with their current values.
  ///
  /// - Throws: ``StoreError``: `notFound` if there is no such entry; otherwise as for every
  ///   read.
  public func changes(of id: HistoryEntry.ID) throws(StoreError) -> [MovieChange] {
    var changes: [MovieChange] = []
    do { try forEachChange(of: id) { changes.append($0) } } catch {
      throw StoreError(error, path: path)
    }
    return changes
  }

  /// Deletes all entries of the history. Changes made before cannot be undone afterwards. Their
  /// numbers are not used again.
  ///
  /// - Returns: The number of entries.
  /// - Throws: ``StoreError``, as for every change.
  @discardableResult
  public mutating func clearHistory() throws(StoreError) -> Int {
    try core.write { catalog in try HistoryLog.clear(in: catalog.database) }
  }

  // MARK: Package

  /// Deletes the entries up to one, which must be as many as were shown. None of them may have been
  /// undone or redone since.
  ///
  /// - Returns: Whether the entries were deleted.
  package mutating func clearHistory(
    through newest: HistoryEntry, count: Int
  ) throws(StoreError) -> Bool {
    try core.write { catalog in
      let isShown = try catalog.database.fetchInt(
        """
        SELECT count(*) = \(count) AND NOT EXISTS (
          SELECT 1 FROM movieHistory WHERE id > \(newest.id) AND target <= \(newest.id))
        FROM movieHistory WHERE id <= \(newest.id)
        """)
      guard isShown != 0, try HistoryLog.entry(newest.id, in: catalog)?.entry == newest
      else { return false }
      try HistoryLog.clear(through: Int64(newest.id), in: catalog.database)
      return true
    }
  }

  /// The size of the history.
  package var historySize: HistorySize {
    get throws(StoreError) {
      try core.read { catalog in try HistorySize(in: catalog) }
    }
  }

  /// The highest id that an entry has or had, or 0 if there was none.
  package var lastHistoryID: HistoryEntry.ID {
    get throws(StoreError) {
      try core.read { catalog in
        try Int(
          catalog.hasHistory
            ? HistoryLog.lastID(in: catalog.database)
            : HistoryTables.storedID(in: catalog.database))
      }
    }
  }

  /// The limits of the entries that this store adds.
  package var historyLimits: HistoryLimits {
    get { core.journal.limits }
    nonmutating set { core.journal.limits = newValue }
  }

  /// The description of entries for which the caller gives none.
  package var defaultDescription: String? {
    get { core.journal.defaultDescription }
    nonmutating set { core.journal.defaultDescription = newValue }
  }

  /// Called after each commit with the changes that it added to the history, but not with undos and
  /// redos.
  package var didAddEntry: ((HistoryEntry) -> Void)? {
    get { core.journal.didAdd }
    nonmutating set { core.journal.didAdd = newValue }
  }

  /// Returns the entries that an undo or a redo of a number of steps, or up to an entry, would be
  /// about, in this order.
  package func nextEntries(
    _ direction: HistoryEntry.Direction, through id: HistoryEntry.ID? = nil, limit: Int = .max
  ) throws(StoreError) -> [HistoryEntry] {
    try core.read { catalog in
      try HistoryLog.next(direction, through: id, limit: limit, in: catalog).map(\.entry)
    }
  }

  /// Returns the next entry with the changes of other catalogs that an undo or a redo passes over,
  /// unless its number is given; `nil` if there is none.
  ///
  /// - Parameter id: The entry after which it was made.
  package func nextSync(
    _ direction: HistoryEntry.Direction, after id: HistoryEntry.ID = 0
  ) throws(StoreError) -> HistoryEntry? {
    try core.read { catalog in
      try HistoryLog.fetchAll(
        """
        kind = 'change' AND target = \(HistoryEntry.syncTarget) AND id > \(id)
        AND \(direction.candidates) LIMIT 1
        """, in: catalog
      ).first?.entry
    }
  }

  /// Adds the changes that the current transaction has made so far to the history, as one entry.
  package mutating func finishEntry() throws(StoreError) {
    let journal = core.journal
    try core.write { catalog in try journal.finish(in: catalog) }
  }

  private mutating func replayOne(
    _ direction: HistoryEntry.Direction
  ) throws(StoreError) -> HistoryEntry? {
    do { return try replay(direction, 1).entries.first } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Undoes or redoes several entries, all or none of them.
  ///
  /// - Parameters:
  ///   - steps: The maximum number of entries.
  ///   - expected: The entries that must be the next ones, if they were shown to the user.
  ///   - allowsIrreversible: Whether imports can be undone that are too large to be redone.
  ///   - body: A closure that is called with each changed movie. An error that it throws rolls back all
  ///     changes and is rethrown.
  /// - Returns: The entries, in their order; empty if they are not the expected ones.
  /// - Throws: `IrreversibleUndo`.
  @discardableResult
  package mutating func replay(
    _ direction: HistoryEntry.Direction, _ steps: Int, expecting expected: [HistoryEntry]? = nil,
    allowsIrreversible: Bool = true, _ body: (MovieChange) throws -> Void = { _ in }
  ) throws -> ReplayedEntries {
    let journal = core.journal
    return try core.transaction(.write) { catalog in
      // Finish the pending entry first: it is the latest change.
      try journal.finish(in: catalog)
      var replayed = ReplayedEntries()
      // A sync is not among the next entries, but can be undone or redone alone.
      let only = steps == 1 && expected?.count == 1 ? expected?.first?.id : nil
      let isExpected = try expected.map {
        try $0 == HistoryLog.next(direction, through: only, limit: steps, in: catalog).map(\.entry)
      }
      if isExpected == false { return replayed }
      while replayed.entries.count < steps {
        guard let next = try HistoryLog.next(direction, through: only, limit: 1, in: catalog).first
        else { break }
        let lost = try withoutActuallyEscaping(body) { report in
          var replay = HistoryReplay(direction, next, report)
          return try replay.run(in: catalog, journal)
        }
        replayed.entries.append(next.entry)
        if lost == 0 { continue }
        replayed.irreversible.append(next.entry)
        replayed.lostRedos += lost
      }
      if !allowsIrreversible, !replayed.irreversible.isEmpty {
        throw IrreversibleUndo(replayed: replayed)
      }
      return replayed
    }
  }

  /// Entries that were undone or redone.
  package struct ReplayedEntries: Sendable {
    /// The entries, in their order.
    package fileprivate(set) var entries: [HistoryEntry] = []
    /// Those that are imports whose values are too large to be stored.
    package fileprivate(set) var irreversible: [HistoryEntry] = []
    /// The number of changes, also of earlier calls, that therefore cannot be redone.
    package fileprivate(set) var lostRedos = 0
  }

  /// Imports could not be redone after the undo, because their values are too large to be stored.
  package struct IrreversibleUndo: Error {
    package let replayed: ReplayedEntries
  }

  /// Returns entries of the history, newest first.
  ///
  /// - Parameters:
  ///   - text: Words, each of which must occur in the description, the summary or the title of a changed
  ///     movie. Case, accents and punctuation are ignored.
  ///   - id: The entry after which the entries follow, which reverses their order; `nil` for all entries.
  ///   - offset: The number of entries to skip.
  package func historyEntries(
    matching text: String = "", after id: HistoryEntry.ID? = nil, limit: Int? = nil,
    offset: Int = 0
  ) throws(StoreError) -> [HistoryEntry] {
    try core.read { catalog in
      let condition = try HistoryLog.condition(matching: text, after: id)
      return try HistoryLog.fetchAll(
        """
        \(condition) ORDER BY id\(raw: id == nil ? " DESC" : "")
        LIMIT \(limit ?? -1) OFFSET \(offset)
        """, in: catalog
      ).map(\.entry)
    }
  }

  /// Returns the number of entries, but not more than the limit.
  package func historyEntryCount(
    matching text: String = "", after id: HistoryEntry.ID? = nil, limit: Int
  ) throws(StoreError) -> Int {
    try core.read { catalog in
      if !catalog.hasHistory { return 0 }
      let condition = try HistoryLog.condition(matching: text, after: id)
      return Int(
        try catalog.database.fetchInt(
          """
          SELECT count(*) FROM (SELECT 1 FROM movieHistory WHERE \(condition) LIMIT \(limit))
          """))
    }
  }

  /// Returns an entry of the history, or `nil` if there is none with the id.
  package func historyEntry(_ id: HistoryEntry.ID) throws(StoreError) -> HistoryEntry? {
    try core.read { catalog in try HistoryLog.entry(id, in: catalog)?.entry }
  }

  /// Calls the closure with each change of an entry, by movie id.
  package func forEachChange(
    of id: HistoryEntry.ID, _ body: (MovieChange) throws -> Void
  ) throws {
    try core.transaction(.read) { catalog in
      guard let stored = try HistoryLog.entry(id, in: catalog) else {
        throw StoreError(.unknownHistoryEntry(id))
      }
      try HistoryLog.forEachChange(of: stored, in: catalog, body)
    }
  }
}
