internal import MovieSQLite

extension Catalog {
  /// Returns the number of movies with each value, such as of each decade.
  ///
  /// A movie with several values counts once for each of them.
  ///
  /// - Parameters:
  ///   - grouping: What movies are counted by.
  ///   - query: The movies to count. By default, all movies.
  ///   - key: A key whose numbers are summarized for each group, such as the ratings; `nil` for none.
  ///   - limit: The maximum number of groups, of which the most frequent are returned; `nil` for all,
  ///     which can be as many as there are movies.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func movieGroups(
    by grouping: MovieGrouping, of query: MovieQuery = .all, summarizing key: AttributeKey? = nil,
    limit: Int? = nil
  ) throws(StoreError) -> MovieGroups {
    try query.validate()
    return try core.read { catalog in
      let ids = try MovieSelect(query, in: catalog).ids(in: catalog)
      return try MovieGroups(
        by: grouping, of: query.isEmpty ? nil : ids, summarizing: key, limit: limit, in: catalog)
    }
  }
}

/// The numbers of movies with each of some values.
public struct MovieGroups: Hashable, Codable, Sendable {
  /// What the movies are counted by.
  public let grouping: MovieGrouping
  /// The key whose numbers are summarized; `nil` for none.
  public let summarizedKey: AttributeKey?
  /// The groups: numbers, dates and days of the week in ascending order, other texts from the most
  /// frequent.
  public let groups: [Group]
  /// The number of other groups, which are less frequent.
  public private(set) var omittedGroups: Int
  /// The number of movies without a value.
  public private(set) var without: Int

  /// The movies with a value.
  public struct Group: Hashable, Codable, Sendable {
    /// The value.
    public internal(set) var value: AttributeValue
    /// The actor, if movies are counted by actor.
    public let actor: Catalog.Actor.ID?
    /// The number of movies.
    public let movies: Int
    /// The summary of the movies' numbers; `nil` without a key, or if none of the movies has one.
    public let numbers: Summary?
  }

  /// A summary of numbers.
  public struct Summary: Hashable, Codable, Sendable {
    /// How many numbers there are.
    public let count: Int
    /// The average.
    public let average: Double
    /// The least number.
    public let minimum: Double
    /// The greatest number.
    public let maximum: Double
  }
}

extension MovieGroups {
  /// The order in which groups are chosen.
  enum Choice {
    /// The most frequent.
    case frequency
    /// Of those with at least as many numbers, the ones with the highest average.
    case average(atLeast: Int)
  }

  /// - Parameter ids: `SELECT …` of the ids of the movies; `nil` for all movies.
  init(
    by grouping: MovieGrouping, of ids: SQL?, summarizing key: AttributeKey? = nil, limit: Int?,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    try self.init(first: limit, by: grouping, of: ids, summarizing: key, in: catalog)
    let part = Self.part(grouping, ids, in: catalog)
    let groupCount = try catalog.database.fetchInt(
      "WITH part AS (\(part)) SELECT count(DISTINCT value) FROM part")
    let without = try catalog.database.fetchInt(
      """
      WITH part AS (\(part))
      SELECT count(*) FROM (\(ids ?? "SELECT id FROM MovieModel")) AS m
      WHERE m.id NOT IN (SELECT movieID FROM part)
      """)
    omittedGroups = Int(groupCount) - groups.count
    self.without = Int(without)
  }

  /// The id of each of the movies with each of its values.
  private static func part(
    _ grouping: MovieGrouping, _ ids: SQL?, in catalog: borrowing CatalogTransaction
  ) -> SQL {
    let isChosen: SQL = ids.map { "WHERE movieID IN (\($0))" } ?? ""
    return "SELECT movieID, value FROM (\(grouping.source(in: catalog))) \(isChosen)"
  }

  /// Reads some groups. The movies in other groups, or in none, are not counted.
  ///
  /// - Parameter limit: The number of groups; `nil` for all.
  init(
    first limit: Int?, by grouping: MovieGrouping, of ids: SQL?,
    summarizing key: AttributeKey? = nil, choosing choice: Choice = .frequency,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    let part = Self.part(grouping, ids, in: catalog)
    let summary: SQL =
      key == nil ? "0, 0, 0, 0" : "count(n), avg(n), min(n), max(n)"
    let numbers: SQL =
      if let key, catalog.hasAttributes {
        """
        SELECT part.movieID, part.value, attribute.value AS n FROM part
        LEFT JOIN MovieAttribute AS attribute
          ON attribute.movieID = part.movieID AND attribute.key = \(key.name)
            AND typeof(attribute.value) <> 'text'
        """
      } else { "SELECT movieID, value, NULL AS n FROM part" }
    let count: SQL = key == nil ? "count(*)" : "count(DISTINCT movieID)"
    let (having, order): (SQL, SQL) =
      switch choice {
      case .frequency: ("", "movies DESC")
      case .average(let least): ("HAVING count(n) >= \(least)", "avg(n) DESC, movies DESC")
      }
    let tie: SQL = grouping == .actor ? "fold(\(grouping.label)), value" : "value"
    let groups = try catalog.database.fetchAll(
      """
      WITH part AS (\(part)), numbered AS (\(numbers))
      SELECT \(grouping.label), value, \(count) AS movies, \(summary)
      FROM numbered GROUP BY value \(having) ORDER BY \(order), \(tie) LIMIT \(limit ?? -1)
      """
    ) { row throws(SQLiteError) in
      let numbers = Int(try row.int(at: 3))
      return Group(
        value: try AttributeValue(row: row, at: 0),
        actor: grouping == .actor ? Actor.ID(rawValue: try row.int(at: 1)) : nil,
        movies: Int(try row.int(at: 2)),
        numbers: numbers == 0
          ? nil
          : Summary(
            count: numbers, average: try AttributeValue(row: row, at: 4).number ?? 0,
            minimum: try AttributeValue(row: row, at: 5).number ?? 0,
            maximum: try AttributeValue(row: row, at: 6).number ?? 0))
    }
    (self.grouping, summarizedKey) = (grouping, key)
    if case .frequency = choice {
      self.groups = grouping.arranged(groups)
    } else {
      self.groups = groups
    }
    (omittedGroups, without) = (0, 0)
  }
}
