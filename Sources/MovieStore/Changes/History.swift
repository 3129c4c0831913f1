internal import MovieSQLite

/// The changes of one committed transaction, made by one call.
public struct CatalogTransaction: Hashable, Codable, Sendable, Identifiable {
  /// The sequence number of the transaction.
  ///
  /// The first transaction that a store records has the number 1; the numbers have no gaps.
  public let id: Int
  /// The changes in the order in which they were made. A movie can occur more than once.
  public let changes: [MovieChange]
}

/// A change to one movie, with its values before and after.
public enum MovieChange: Hashable, Sendable {
  /// The movie was added or restored; it has these values.
  case added(MovieWithCast)
  /// The title, the cast or the favorite state changed.
  case updated(before: MovieWithCast, after: MovieWithCast)
  /// The movie was deleted; it had these values. Actors that were left without a movie were deleted
  /// too.
  case deleted(MovieWithCast)

  /// The movie before the change, or `nil` if it did not exist.
  public var before: MovieWithCast? {
    switch self {
    case .added: nil
    case .updated(let before, _), .deleted(let before): before
    }
  }

  /// The movie after the change, or `nil` if it was deleted.
  public var after: MovieWithCast? {
    switch self {
    case .added(let after), .updated(_, let after): after
    case .deleted: nil
    }
  }
}

extension MovieChange: Codable {
  private enum CodingKeys: String, CodingKey { case before, after }

  /// Decodes an object with the movie before the change as `before`, and after it as `after`.
  ///
  /// - Throws: `DecodingError` if both are missing or one is not a movie.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let before = try values.decodeIfPresent(MovieWithCast.self, forKey: .before)
    let after = try values.decodeIfPresent(MovieWithCast.self, forKey: .after)
    switch (before, after) {
    case (let before?, let after?): self = .updated(before: before, after: after)
    case (let before?, nil): self = .deleted(before)
    case (nil, let after?): self = .added(after)
    case (nil, nil):
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "a change without a movie"))
    }
  }

  /// Encodes an object with the keys `before` and `after`; a movie that does not exist is left out.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(before, forKey: .before)
    try container.encodeIfPresent(after, forKey: .after)
  }
}

extension MovieStore {
  /// The changes made through this store, oldest transaction first.
  ///
  /// The history has at most as many transactions as ``keepHistory(of:)`` requests, and is empty
  /// until then. It belongs to this store and is discarded with it. It does not include changes by
  /// other stores and programs, dry runs, changes that were rolled back, or changes by a
  /// ``Migrator`` or a ``Doctor``.
  public var history: [CatalogTransaction] { core.changeLog.transactions }

  /// Starts recording the changes made through this store.
  ///
  /// All values before and after each change are held in memory: an import of a million movies is
  /// one transaction with a million changes.
  ///
  /// - Parameter transactions: The maximum number of transactions to keep. Older ones are
  ///   discarded. If it is 0, the history is cleared and recording stops.
  public mutating func keepHistory(of transactions: Int) {
    core.changeLog.limit = max(0, transactions)
  }
}

/// The latest changes made through a store, by transaction.
final class ChangeLog {
  /// The maximum number of transactions; 0 records nothing.
  var limit = 0 {
    didSet { removeOldest() }
  }
  private(set) var transactions: [CatalogTransaction] = []
  private var pending: [MovieChange] = []
  private var latestID = 0

  /// Records a change of the current transaction.
  func record(_ change: @autoclosure () -> MovieChange) {
    if limit > 0 { pending.append(change()) }
  }

  /// The number of changes that the current transaction recorded.
  var pendingCount: Int { pending.count }

  /// Discards the changes of a part of the current transaction that was rolled back.
  func discardPending(after count: Int) { pending.removeLast(max(0, pending.count - count)) }

  /// Adds the changes of the current transaction to the history, or discards them if it was rolled back.
  func end(isCommitted: Bool) {
    defer { pending = [] }
    guard isCommitted, !pending.isEmpty else { return }
    latestID += 1
    transactions.append(CatalogTransaction(id: latestID, changes: pending))
    removeOldest()
  }

  private func removeOldest() {
    if transactions.count > limit { transactions.removeFirst(transactions.count - limit) }
  }

  func recordingAdditions<Result>(
    in transaction: borrowing Transaction, _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    if limit == 0 { return try body(transaction) }
    let newest = try RowIDAllocator(of: "MovieModel", in: transaction).newest
    let result = try body(transaction)
    let added = try transaction.fetchAll(
      "SELECT \(Movie.columns) FROM MovieModel AS m WHERE m.id > \(newest) ORDER BY m.id",
      Movie.init(row:))
    var casts = try CastReader(in: transaction)
    for movie in try casts.withCasts(added) { record(.added(movie)) }
    return result
  }
}
