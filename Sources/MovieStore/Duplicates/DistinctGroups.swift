internal import MovieSQLite

/// The movies, or the actors, that resemble each other, and that the user declared not to be the
/// same. The catalog remembers them.
struct DistinctGroups {
  enum Kind: String, CaseIterable {
    case movies = "distinctMovies"
    case actors = "distinctActors"
  }

  private struct Pair: Hashable {
    let first, second: Int64
  }

  private var pairs: Set<Pair> = []

  init(of kind: Kind, in transaction: borrowing Transaction) throws(SQLiteError) {
    for group in try Self.groups(of: kind, in: transaction) {
      for (first, second) in Self.pairs(of: group) {
        pairs.insert(Pair(first: first, second: second))
      }
    }
  }

  /// Whether the user declared all members of the group to differ from each other.
  func contain(_ group: [Int64]) -> Bool {
    if pairs.isEmpty { return false }
    return Self.pairs(of: group).allSatisfy { pairs.contains(Pair(first: $0, second: $1)) }
  }

  /// Each two members of a group, in the order of their ids.
  private static func pairs(
    of group: [Int64]
  ) -> some Sequence<(Int64, Int64)> {
    let ids = group.sorted()
    return ids.indices.lazy.flatMap { index in
      ids[(index + 1)...].lazy.map { (ids[index], $0) }
    }
  }

  private static func groups(
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
  static func remember(
    _ group: [Int64], of kind: Kind, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    var groups = try groups(of: kind, in: transaction)
    if groups.contains(group) { return }
    groups.append(group)
    let json = "[\(groups.map { jsonArray($0) }.joined(separator: ","))]"
    try CatalogSettings.set(kind.rawValue, to: json, in: transaction)
  }

  /// Forgets all groups.
  ///
  /// - Returns: Their number.
  static func forget(
    _ kind: Kind, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    let groups = try groups(of: kind, in: transaction)
    try CatalogSettings.set(kind.rawValue, to: nil, in: transaction)
    return groups.count
  }
}
