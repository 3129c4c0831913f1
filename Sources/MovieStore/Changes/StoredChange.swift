internal import MovieSQLite

/// A change of an entry as it is stored.
package struct StoredChange {
  let movie: Movie.ID
  /// The values before the change, or `nil` if the movie did not exist. Without those that are
  /// equal after it.
  let before: MovieFields?
  /// The values after the change, or `nil` if the movie was deleted.
  let after: MovieFields?
  /// The title before the change.
  let title: String?
  /// The size of the values in bytes.
  let byteCount: Int

  /// - Parameters:
  ///   - before: The stored values, or nothing.
  /// - Returns: `nil` for other values. Only a movie that was added or deleted has one value, which
  ///   is complete.
  package init?(of movie: Movie.ID, before: [UInt8], after: [UInt8]) {
    var old = before.isEmpty ? nil : MovieFields(json: before, of: movie)
    let new = after.isEmpty ? nil : MovieFields(json: after, of: movie)
    let isRead = (before.isEmpty || old != nil) && (after.isEmpty || new != nil)
    guard isRead, old != nil && new != nil || (old ?? new)?.attributes != nil else { return nil }
    title = old?.title
    if let new, new.title == nil {
      old?.title = nil
      old?.sortableTitle = nil
    }
    self.movie = movie
    (self.before, self.after) = (old, new)
    byteCount = before.count + after.count
  }

  /// The text of a column with values; one that is no JSON for a value of another type.
  package static func text(_ column: String) -> String {
    "CASE typeof(\(column)) WHEN 'text' THEN \(column) WHEN 'null' THEN '' ELSE '?' END"
  }

  /// Returns the values before and after an undo or a redo.
  func inDirection(
    _ direction: HistoryEntry.Direction
  ) -> (old: MovieFields?, new: MovieFields?) {
    direction == .undo ? (after, before) : (before, after)
  }

  /// Whether the movie existed before and after the change, so that only changed values are stored.
  var isUpdate: Bool { before != nil && after != nil }

  /// Returns the movie before and after the change.
  ///
  /// - Parameter current: The movie now, which has the values that an update did not replace.
  func change(of current: Movie?) -> MovieChange? {
    var former = before
    if former?.title == nil { former?.title = title }
    let before = former?.applied(to: current ?? placeholder)
    let after = after?.applied(to: before ?? current ?? placeholder)
    return MovieChange(before: before, after: after)
  }

  /// The movie if it does not exist.
  var placeholder: Movie { Movie(id: movie, title: title ?? "") }
}

extension CatalogTransaction {
  /// Calls the closure with each change of an entry, by movie id; with `nil` for invalid values.
  func forEachStoredChange(
    of entry: HistoryEntry.ID, _ body: (StoredChange?) throws -> Void
  ) throws {
    try database.forEachRow(
      "\(Self.selectChanges) WHERE entryID = \(entry) ORDER BY movieID"
    ) { row throws in try body(storedChange(row)) }
  }

  /// Returns the change of a movie in an entry, if it has one.
  func storedChange(
    of movie: Movie.ID, in entry: HistoryEntry.ID
  ) throws(SQLiteError) -> StoredChange? {
    try database.fetchOne(
      "\(Self.selectChanges) WHERE entryID = \(entry) AND movieID = \(movie.rawValue)"
    ) { row throws(SQLiteError) in try storedChange(row) } ?? nil
  }

  private static let selectChanges: SQL = """
    SELECT movieID, \(raw: StoredChange.text("before")), \(raw: StoredChange.text("after"))
    FROM movieHistoryChange
    """

  private func storedChange(_ row: borrowing Row) throws(SQLiteError) -> StoredChange? {
    StoredChange(
      of: Movie.ID(rawValue: try row.int(at: 0)), before: try row.bytes(at: 1),
      after: try row.bytes(at: 2))
  }
}
