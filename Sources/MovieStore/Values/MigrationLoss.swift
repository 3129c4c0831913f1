internal import MovieSystem

/// Data that a downgrade step loses.
public struct MigrationLoss: Hashable, Sendable, Codable {
  /// The kind of data in the plural, such as "favorites".
  public let what: String
  /// The number of values lost, always above 0.
  public let count: Int

  /// The kind of data in the grammatical number of the count: "favorite" or "favorites".
  package let noun: String

  package init(_ singular: String, plural: String, count: Int) {
    what = plural
    self.count = count
    noun = count == 1 ? singular : plural
  }
}

extension [MigrationLoss] {
  /// Such as `3 favorites, 1 actor without movies`.
  package var text: String {
    map { "\(Formatting.grouped($0.count)) \($0.noun)" }.joined(separator: ", ")
  }
}
