/// What one call changed, wholly and durably: the changes of one committed transaction.
public struct CatalogTransaction: Hashable, Sendable, Identifiable {
  /// 1 for the first transaction of which the store kept the history, and so on without a gap.
  public let id: Int
  /// What happened to each movie, in the order in which it was done; a movie may be there twice.
  public let changes: [MovieChange]
}
