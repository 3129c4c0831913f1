package import MovieSQLite

/// The size of the history of a catalog.
package struct HistorySize: Hashable, Sendable {
  /// The number of entries.
  package let entries: Int
  /// The number of movies whose values are stored.
  package let movies: Int
  /// The number of bytes of all texts.
  package let bytes: Int
}

extension HistorySize {
  /// - Parameter condition: The entries to count.
  package init(
    where condition: SQL = "true", in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    if !catalog.hasHistory {
      self.init(entries: 0, movies: 0, bytes: 0)
      return
    }
    // The sums of a damaged history can exceed integers.
    let size = try catalog.database.fetchOne(
      """
      SELECT count(*), CAST(total(changes) AS INTEGER), CAST(total(bytes) AS INTEGER)
      FROM movieHistory WHERE \(condition)
      """
    ) { row throws(SQLiteError) in
      HistorySize(
        entries: Int(try row.int(at: 0)), movies: Int(try row.int(at: 1)),
        bytes: Int(try row.int(at: 2)))
    }
    self = size ?? HistorySize(entries: 0, movies: 0, bytes: 0)
  }
}

extension HistoryLimits {
  func minus(_ size: HistorySize) -> HistoryLimits {
    // The sums of a damaged history can be negative.
    HistoryLimits(
      movies: movies - max(0, size.movies), bytes: bytes - max(0, size.bytes), replays: replays)
  }
}
