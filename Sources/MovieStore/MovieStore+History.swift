internal import MovieSQLite

extension MovieStore {
  /// What was changed through this store, the oldest transaction first: as many of them as
  /// ``keepHistory(of:)`` asked for, empty until then.
  ///
  /// It is of this store alone, and goes with it. What other stores and programs change is not in it,
  /// nor what was rehearsed, taken back, or done by a `Migrator` or a `Doctor`.
  public var history: [CatalogTransaction] { changeLog.transactions }

  /// Keeps the history of what is changed through this store from here on.
  ///
  /// Every value before and after is held in memory: an import of a million movies is one transaction
  /// with a million changes.
  ///
  /// - Parameter transactions: the most to keep; older ones are forgotten. 0 keeps none any more.
  public mutating func keepHistory(of transactions: Int) {
    changeLog.limit = max(0, transactions)
  }

  /// Runs the body, and notes the movies that it added.
  static func noting<Result>(
    additionsIn changeLog: ChangeLog, _ transaction: borrowing Transaction,
    _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    guard changeLog.limit > 0 else { return try body(transaction) }
    let newest = try GivenIDs(of: "MovieModel", in: transaction).newest
    let result = try body(transaction)
    var added = try transaction.prepare(
      Clause(
        "SELECT \(MovieRows.columns) FROM MovieModel AS m WHERE m.id > ? ORDER BY m.id",
        [.integer(newest)]))
    var casts = try CastReader(in: transaction)
    while try added.step() {
      let movie = try casts.credited(MovieRows.movie(in: added))
      changeLog.note(.added(movie))
    }
    return result
  }
}
