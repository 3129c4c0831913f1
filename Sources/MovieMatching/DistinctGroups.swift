package import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// The movies, or the actors, that resemble each other, and that the user declared not to be the
/// same. The catalog remembers them.
package struct DistinctGroups {
  package enum Kind: String, CaseIterable {
    case movies = "distinctMovies"
    case actors = "distinctActors"
  }

  private let groups: [Set<Int64>]

  package init(of kind: Kind, in transaction: borrowing Transaction) throws(SQLiteError) {
    groups = try Self.groups(of: kind, in: transaction).map { Set($0) }
  }

  /// Whether the user declared the members of the group not to be the same, perhaps together with
  /// others.
  package func contain(_ group: [Int64]) -> Bool { groups.contains { $0.isSuperset(of: group) } }

  package static func groups(
    of kind: Kind, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [[Int64]] {
    guard let value = try CatalogSettings.value(of: kind.rawValue, in: transaction) else {
      return []
    }
    // Another program can have stored any text.
    return try transaction.fetchAll(
      """
      SELECT CASE type WHEN 'array' THEN value ELSE '[]' END
      FROM json_each(CASE WHEN json_valid(\(value)) THEN \(value) ELSE '[]' END) ORDER BY key
      """
    ) { row throws(SQLiteError) in try row.text(at: 0) }
    .map { (group) throws(SQLiteError) in
      try transaction.fetchInts(
        "SELECT value FROM json_each(\(group)) WHERE type = 'integer' ORDER BY key")
    }
  }

  /// Remembers a group. It is remembered in the transaction that changes the catalog, but it is not
  /// a part of the history.
  package static func remember(
    _ group: [Int64], of kind: Kind, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let groups = try groups(of: kind, in: transaction)
    if groups.contains(group) { return }
    try set(groups + [group], of: kind, in: transaction)
  }

  /// Forgets groups.
  ///
  /// - Returns: The number of those that were remembered.
  package static func forget(
    _ forgotten: [[Int64]], of kind: Kind, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    let groups = try groups(of: kind, in: transaction)
    let forgotten = Set(forgotten)
    let rest = groups.filter { !forgotten.contains($0) }
    try set(rest, of: kind, in: transaction)
    return groups.count - rest.count
  }

  private static func set(
    _ groups: [[Int64]], of kind: Kind, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let json = "[\(groups.map { jsonArray($0) }.joined(separator: ","))]"
    try CatalogSettings.set(kind.rawValue, to: groups.isEmpty ? nil : json, in: transaction)
  }
}

/// Movies, or actors, that the user declared not to be the same.
package struct DistinctGroup: Hashable, Sendable {
  /// The ids of the members, also of those that were deleted since.
  package let ids: [Int64]
  /// The titles or names of the members that the catalog has.
  package let names: [String]

  package init(ids: [Int64], names: [String]) {
    self.ids = ids
    self.names = names
  }
}
