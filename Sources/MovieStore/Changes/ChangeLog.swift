internal import MovieSQLite

/// The latest changes made through a store, by transaction.
final class ChangeLog {
  /// The maximum number of transactions to keep; 0 records nothing.
  var limit = 0 {
    didSet { removeOldest() }
  }
  private(set) var transactions: [CatalogTransaction] = []
  private var pending: [MovieChange] = []
  private var latest = 0

  /// Records a change of the current transaction.
  func record(_ change: @autoclosure () -> MovieChange) {
    if limit > 0 { pending.append(change()) }
  }

  /// Takes the changes of the transaction under way for done, or for taken back.
  func end(isCommitted: Bool) {
    defer { pending = [] }
    guard isCommitted, !pending.isEmpty else { return }
    latest += 1
    transactions.append(CatalogTransaction(id: latest, changes: pending))
    removeOldest()
  }

  private func removeOldest() {
    if transactions.count > limit { transactions.removeFirst(transactions.count - limit) }
  }

  /// Runs the closure and records the movies that it added.
  func recordingAdditions<Result>(
    in transaction: borrowing Transaction, _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    if limit == 0 { return try body(transaction) }
    let newest = try RowIDAllocator(of: "MovieModel", in: transaction).newest
    let result = try body(transaction)
    let added = try transaction.fetchAll(
      "SELECT \(raw: MovieRows.columns) FROM MovieModel AS m WHERE m.id > \(newest) ORDER BY m.id"
    ) { row throws(SQLiteError) in try Movie(row: row) }
    var casts = try CastReader(in: transaction)
    for movie in added {
      let movie = try casts.credited(movie)
      record(.added(movie))
    }
    return result
  }
}
