extension MovieStore {
  /// The changes made through this store, oldest transaction first.
  ///
  /// The history has at most as many transactions as ``keepHistory(of:)`` requests, and is empty
  /// until then. It belongs to this store and is discarded with it. It does not include changes by
  /// other stores and programs, dry runs, changes that were rolled back, or changes by a
  /// ``Migrator`` or a ``Doctor``.
  public var history: [CatalogTransaction] { changeLog.transactions }

  /// Starts recording the changes made through this store.
  ///
  /// All values before and after each change are held in memory: an import of a million movies is
  /// one transaction with a million changes.
  ///
  /// - Parameter transactions: The maximum number of transactions to keep. Older ones are
  ///   discarded. If it is 0, the history is cleared and recording stops.
  public mutating func keepHistory(of transactions: Int) {
    changeLog.limit = max(0, transactions)
  }
}
