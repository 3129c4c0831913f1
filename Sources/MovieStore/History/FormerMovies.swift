internal import MovieSQLite

/// The movies of a catalog as they were after an entry of its history, as far as the history tells
/// what was changed since.
package struct FormerMovies: ~Copyable {
  private let catalog: CatalogTransaction
  /// For each movie that was changed since, the entries with the values, the newest first, and
  /// whether these were undone.
  private var changes: [Int64: [(entry: HistoryEntry.ID, isUndone: Bool)]] = [:]

  /// Whether the history has all changes after an entry with their values.
  package static func areKnown(
    in catalog: borrowing CatalogTransaction, after entry: HistoryEntry.ID
  ) throws -> Bool {
    try HistoryLog.entry(entry, in: catalog) != nil
      && HistoryLog.fetchAll("id > \(entry)", in: catalog).allSatisfy(\.entry.isStored)
  }

  package init(in catalog: borrowing CatalogTransaction, after entry: HistoryEntry.ID) throws {
    self.catalog = CatalogTransaction(catalog, catalog.journal)
    // An undo and a redo of a change have its values.
    try catalog.database.forEachRow(
      """
      SELECT movieID, entryID, kind = 'undo' AND entryID = target
      FROM movieHistory JOIN movieHistoryChange ON entryID = id OR entryID = target
      WHERE id > \(entry) ORDER BY id DESC
      """
    ) { row throws(SQLiteError) in
      changes[try row.int(at: 0), default: []].append(
        (Int(try row.int(at: 1)), try row.bool(at: 2)))
    }
  }

  /// Returns `nil` if there was no such movie.
  package func movie(_ id: Movie.ID) throws -> Movie? {
    var movie = try catalog.movie(id)
    for (entry, isUndone) in changes[id.rawValue] ?? [] {
      guard let change = try catalog.storedChange(of: id, in: entry) else { continue }
      let (before, _) = change.inDirection(isUndone ? .undo : .redo)
      movie = before?.applied(to: movie ?? change.placeholder)
    }
    return movie
  }
}
