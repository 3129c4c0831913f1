internal import MovieSQLite

/// What movies have as attributes.
extension Catalog {
  /// Returns the keys that movies have, in their order: at most 10,000.
  ///
  /// Invalid keys, which another program can have stored, are left out.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func attributeKeys() throws(StoreError) -> [AttributeKey] {
    try core.read { catalog in
      try AttributeTable.keys(limit: 10_000, in: catalog)
    }
  }

  /// Whether a movie had the key before a change that the history has.
  package func hasHistory(of key: AttributeKey) throws(StoreError) -> Bool {
    try core.read { catalog in
      guard catalog.hasHistory else { return false }
      // The history has the values of a key as a JSON array.
      let name = "\"\(key)\":["
      return try catalog.database.fetchInt(
        """
        SELECT EXISTS (
          SELECT 1 FROM movieHistoryChange WHERE instr(before, \(name)) OR instr(after, \(name)))
        """) == 1
    }
  }

  /// Returns texts stored for the key that a mistyped text can stand for, at most some thousands.
  package func attributeTexts(
    of key: AttributeKey, near text: String
  ) throws(StoreError) -> [String] {
    try core.read { catalog in
      guard catalog.hasAttributes else { return [] }
      return try StoredTexts.candidates(for: text, of: key, in: catalog)
    }
  }

  /// Returns the number of movies with each value of an attribute.
  ///
  /// A movie with several values counts once for each of them.
  ///
  /// - Parameters:
  ///   - key: The key of the attribute.
  ///   - query: The movies to count. By default, all movies.
  ///   - limit: The maximum number of values, of which the most frequent are returned; `nil` for all, which can be as many as
  ///     there are movies.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func movieCounts(
    by key: AttributeKey, of query: MovieQuery = .all, limit: Int? = nil
  ) throws(StoreError) -> AttributeCounts {
    try query.validate()
    return try core.read { catalog in
      let select = try MovieSelect(query, in: catalog)
      let movies = try select.count(in: catalog)
      let ids = try select.ids(in: catalog)
      let isChosen: SQL = query.isEmpty ? "TRUE" : "movieID IN (\(ids))"
      guard catalog.hasAttributes else {
        return AttributeCounts(key: key, values: [], omittedValues: 0, without: Int(movies))
      }
      let values = try catalog.database.fetchAll(
        """
        SELECT value, movies FROM (
          SELECT value, count(DISTINCT movieID) AS movies FROM MovieAttribute
          WHERE key = \(key.name) AND \(isChosen) GROUP BY value ORDER BY movies DESC, value LIMIT \(limit ?? -1))
        ORDER BY value
        """
      ) { row throws(SQLiteError) in
        AttributeCounts.Value(
          value: try AttributeValue(row: row, at: 0), movies: Int(try row.int(at: 1)))
      }
      let valueCount = try catalog.database.fetchInt(
        "SELECT count(DISTINCT value) FROM MovieAttribute WHERE key = \(key.name) AND \(isChosen)")
      let without = try catalog.database.fetchInt(
        """
        SELECT count(*) FROM (\(ids)) AS m WHERE NOT EXISTS (
          SELECT 1 FROM MovieAttribute WHERE movieID = m.id AND key = \(key.name))
        """)
      return AttributeCounts(
        key: key, values: values, omittedValues: Int(valueCount) - values.count,
        without: Int(without))
    }
  }
}

extension AttributeTable {
  /// Returns the valid keys that movies have, in their order.
  static func keys(
    limit: Int? = nil, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [AttributeKey] {
    guard catalog.hasAttributes else { return [] }
    // Finds each key in the index, where DISTINCT would read all entries.
    return try catalog.database.fetchAll(
      """
      WITH RECURSIVE present(key) AS (
        SELECT min(key) FROM MovieAttribute
        UNION ALL
        SELECT (SELECT min(key) FROM MovieAttribute WHERE key > present.key)
        FROM present WHERE key IS NOT NULL)
      SELECT key FROM present WHERE key IS NOT NULL AND is_attribute_key(key) LIMIT \(limit ?? -1)
      """
    ) { row throws(SQLiteError) in AttributeKey(unchecked: try row.text(at: 0)) }.sorted()
  }
}

/// The numbers of movies with each value of an attribute.
public struct AttributeCounts: Hashable, Codable, Sendable {
  /// The key of the attribute.
  public let key: AttributeKey
  /// The values that movies have: numbers in ascending order, then texts by their bytes.
  public let values: [Value]
  /// The number of other values, which are less frequent.
  public let omittedValues: Int
  /// The number of movies without the attribute.
  public let without: Int

  /// The number of movies with a value.
  public struct Value: Hashable, Codable, Sendable {
    /// The value.
    public let value: AttributeValue
    /// The number of movies.
    public let movies: Int
  }
}
