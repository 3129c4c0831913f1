internal import MovieSQLite

/// The conditions of a query on attributes, as SQL.
///
/// Few movies are found by the index of values; otherwise, the conditions are tested for each movie that SQLite reads.
/// Collecting the ids of many movies would take longer.
struct AttributeFilter {
  /// The number of movies up to which they are found by the index.
  private static let foundLimit: Int64 = 20_000

  private let conditions: [AttributeCondition]
  private let hasTable: Bool
  /// The condition by which movies are found: the one that the fewest movies meet, with their number.
  private var finding: (index: Int, count: Int64)?

  /// - Parameter findsMovies: Whether movies can be found by a condition; otherwise, other conditions of the query find them.
  init(
    _ conditions: [AttributeCondition], findsMovies: Bool, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    self.conditions = conditions
    hasTable = catalog.hasAttributes
    guard hasTable, findsMovies else { return }
    for (index, condition) in conditions.enumerated() where !condition.isNegative {
      let limit = (finding?.count ?? Self.foundLimit + 1)
      let count = try catalog.database.fetchInt(
        "SELECT count(*) FROM (SELECT 1 FROM MovieAttribute WHERE \(condition.ofValue) LIMIT \(limit))"
      )
      if count < limit { finding = (index, count) }
    }
  }

  /// Whether few movies are found by a condition.
  var findsMovies: Bool { finding != nil }

  /// The conditions on movie `m`.
  ///
  /// - Parameter isReadInOrder: Whether SQLite reads movies in order, and tests whether they are among those found.
  func sql(isReadInOrder: Bool) -> [SQL] {
    conditions.enumerated().map { index, condition in
      if !hasTable { return condition.isNegative ? "TRUE" : "FALSE" }
      if index != finding?.index { return condition.sql(ofMovie: "m.id") }
      // A unary plus keeps SQLite from finding the movies by their ids.
      let id: SQL = isReadInOrder ? "+m.id" : "m.id"
      return "\(id) IN (SELECT movieID FROM MovieAttribute WHERE \(condition.ofValue))"
    }
  }

  /// Whether more movies meet all conditions than a limit.
  func hasMoreMatches(than limit: Int64, in catalog: borrowing CatalogTransaction)
    throws(SQLiteError)
    -> Bool
  {
    guard let finding, finding.count > limit else { return false }
    if conditions.count == 1 { return true }
    let others = conditions.indices.filter { $0 != finding.index }
      .map { conditions[$0].sql(ofMovie: "found.movieID") }
    return try catalog.database.fetchInt(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM MovieAttribute AS found
        \(whereSQL([conditions[finding.index].ofValue] + others)) LIMIT \(limit + 1))
      """) > limit
  }
}

extension AttributeCondition {
  /// The condition on a movie.
  fileprivate func sql(ofMovie id: SQL) -> SQL {
    // A unary plus keeps SQLite from using the index of values instead of the primary key.
    """
    \(raw: isNegative ? "NOT EXISTS" : "EXISTS") (
      SELECT 1 FROM MovieAttribute AS attribute
      WHERE attribute.movieID = \(id) AND +\(ofValue))
    """
  }

  /// The condition on a row of `MovieAttribute`, which begins with the key; of a negative condition, its opposite.
  fileprivate var ofValue: SQL {
    let isOfKey: SQL = "key = \(key.name)"
    return comparison.map { "\(isOfKey) AND \($0)" } ?? isOfKey
  }
}
