internal import MovieSQLite

/// A private copy of a catalog with the content that it had after a change.
package struct FormerCatalog: ~Copyable {
  private let copy: TemporaryCopy
  package let catalog: Catalog

  /// Copies the catalog, and undoes and redoes what was done after the entry.
  ///
  /// - Parameters:
  ///   - path: The path of the catalog.
  ///   - entry: An entry of the history, or 0 for the state before the first one.
  /// - Throws: `StoreError.cannotUndo` or `cannotRedo` if the history does not have the values;
  ///   otherwise as for every read.
  package init(of path: String, after entry: HistoryEntry.ID) throws(StoreError) {
    let copy = try TemporaryCopy(of: path)
    var catalog = try Catalog(path: copy.path)
    do { try catalog.rewind(to: entry) } catch { throw StoreError(error, path: path) }
    self.copy = copy
    self.catalog = catalog
  }
}

extension Catalog {
  /// The moment of a time such as `2026-11-01`, the beginning of that day; `nil` for any other
  /// text.
  ///
  /// - Parameter text: A date, or a date and a time, in the user's time zone without a `Z`.
  package func moment(_ text: String) throws(StoreError) -> Timestamp? {
    guard text.utf8.count >= 10, CalendarDate(String(text.prefix(10)))?.day != nil else {
      return nil
    }
    let zone = text.hasSuffix("Z") ? "" : ", 'utc'"
    return try core.read { catalog in
      try catalog.database.fetchOne(
        "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', \(text)\(raw: zone))"
      ) { row throws(SQLiteError) in try row.optionalText(at: 0) }?.flatMap { Timestamp($0) }
    }
  }

  /// The last entry of the history at a moment; 0 before the first one.
  ///
  /// - Returns: `nil` if the history begins later, or has no entries.
  package func historyEntry(at moment: Timestamp) throws(StoreError) -> HistoryEntry.ID? {
    try core.read { catalog in
      guard catalog.hasHistory else { return nil }
      return try catalog.database.fetchOne(
        """
        SELECT coalesce(max(id) FILTER (WHERE time <= \(moment.description)), 0)
        FROM movieHistory HAVING min(id) = 1 OR min(time) <= \(moment.description)
        """
      ) { row throws(SQLiteError) in Int(try row.int(at: 0)) }
    }
  }

  /// Gives the catalog the content that it had after an entry.
  fileprivate mutating func rewind(to entry: HistoryEntry.ID) throws {
    let journal = core.journal
    try core.transaction(.write) { catalog in
      if entry > 0, try HistoryLog.entry(entry, in: catalog) == nil {
        throw StoreError(.unknownHistoryEntry(entry))
      }
      let (then, now) = try HistoryLog.doneChanges(at: entry, in: catalog)
      let common = zip(then, now).prefix { $0 == $1 }.count
      let steps =
        now.dropFirst(common).reversed().map { (HistoryEntry.Direction.undo, $0) }
        + then.dropFirst(common).map { (HistoryEntry.Direction.redo, $0) }
      for (direction, id) in steps {
        guard let stored = try HistoryLog.entry(id, in: catalog) else {
          throw StoreError(.unknownHistoryEntry(id))
        }
        var replay = HistoryReplay(direction, stored) { _ in }
        _ = try replay.run(in: catalog, journal)
      }
    }
  }
}

extension HistoryLog {
  /// The changes that were done after an entry, and those that are done now, in the order in which
  /// they were made.
  fileprivate static func doneChanges(
    at entry: HistoryEntry.ID, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> (then: [HistoryEntry.ID], now: [HistoryEntry.ID]) {
    var (then, now): ([HistoryEntry.ID], [HistoryEntry.ID]) = ([], [])
    var entries = try catalog.database.prepare(
      "SELECT id, kind, target FROM movieHistory ORDER BY id")
    try entries.forEachRow { row throws(SQLiteError) in
      let id = Int(try row.int(at: 0))
      let target = try row.optionalInt(at: 2).map(Int.init)
      switch HistoryEntry.Kind(rawValue: try row.text(at: 1)) {
      case .undo: if let index = now.lastIndex(where: { $0 == target }) { now.remove(at: index) }
      case .redo: if let target { now.append(target) }
      case .change, nil: now.append(id)
      }
      if id <= entry { then = now }
    }
    return (then, now)
  }
}
