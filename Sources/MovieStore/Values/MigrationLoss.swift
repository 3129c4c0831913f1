internal import MovieSystem

/// Data that a downgrade step loses.
public struct MigrationLoss: Hashable, Sendable, Codable {
  /// The kind of data in the plural, such as "favorites".
  public let what: String
  /// The number of values lost, always above 0.
  public let count: Int

  package init(what: String, count: Int) {
    self.what = what
    self.count = count
  }

  /// The kind of data in the grammatical number of the count: "favorite" or "favorites".
  package var noun: String {
    if count != 1 { return what }
    return Migration.all.flatMap(\.losses).first { $0.plural == what }?.singular ?? what
  }
}

extension [MigrationLoss] {
  /// Such as `3 favorites, 1 actor without movies`.
  package var text: String {
    map { "\(Formatting.grouped($0.count)) \($0.noun)" }.joined(separator: ", ")
  }
}
