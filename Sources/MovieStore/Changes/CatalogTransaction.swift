/// The changes of one committed transaction, made by one call.
public struct CatalogTransaction: Hashable, Sendable, Identifiable {
  /// The sequence number of the transaction.
  ///
  /// The first transaction that a store records has the number 1; the numbers have no gaps.
  public let id: Int
  /// The changes in the order in which they were made. A movie can occur more than once.
  public let changes: [MovieChange]
}
