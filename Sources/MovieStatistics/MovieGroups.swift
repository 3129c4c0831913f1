internal import MovieSQLite
public import MovieStore
internal import MovieSystem

extension Catalog {
  /// Returns the number of movies with each value, such as of each decade.
  ///
  /// A movie with several values counts once for each of them.
  ///
  /// - Parameters:
  ///   - grouping: What movies are counted by.
  ///   - query: The movies to count. By default, all movies.
  ///   - key: A key whose numbers are summarized for each group, such as the ratings; `nil` for
  ///     none.
  ///   - limit: The maximum number of groups, of which the most frequent are returned; `nil` for
  ///     all, which can be as many as there are movies.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func movieGroups(
    by grouping: MovieGrouping, of query: MovieQuery = .all, summarizing key: AttributeKey? = nil,
    limit: Int? = nil
  ) throws(StoreError) -> MovieGroups {
    try query.validate()
    return try core.read { catalog in
      try MovieGroups(
        by: grouping, of: FoundMovies(query, in: catalog), summarizing: key, limit: limit,
        in: catalog)
    }
  }
}

/// The numbers of movies with each of some values.
public struct MovieGroups: Hashable, Sendable {
  /// What the movies are counted by.
  public let grouping: MovieGrouping
  /// The key whose numbers are summarized; `nil` for none.
  public let summarizedKey: AttributeKey?
  /// The groups: numbers, dates and days of the week in ascending order, other texts from the most
  /// frequent.
  public let groups: [Group]
  /// The number of other groups, which are less frequent.
  public let omittedGroups: Int
  /// The number of movies without a value.
  public let without: Int

  /// The movies with a value.
  public struct Group: Hashable, Sendable {
    /// The value.
    public let value: AttributeValue
    /// The actor, if movies are counted by actor.
    public let actor: Catalog.Actor.ID?
    /// The number of movies.
    public let movies: Int
    /// The summary of the movies' numbers; `nil` without a key, or if none of the movies has one.
    public let numbers: Summary?
  }

  /// A summary of numbers.
  public struct Summary: Hashable, Sendable {
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

  init(
    by grouping: MovieGrouping, of found: FoundMovies, summarizing key: AttributeKey? = nil,
    limit: Int?,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    let part = Self.part(grouping, found, in: catalog)
    let groupCount = try catalog.database.fetchInt(
      "WITH part AS (\(part)) SELECT count(DISTINCT value) FROM part")
    let without = try catalog.database.fetchInt(
      """
      WITH part AS (\(part))
      SELECT count(*) FROM MovieModel AS m
      WHERE \(found.condition(on: "m.id")) AND m.id NOT IN (SELECT movieID FROM part)
      """)
    (self.grouping, summarizedKey) = (grouping, key)
    groups = try Self.groups(by: grouping, of: found, summarizing: key, limit: limit, in: catalog)
    omittedGroups = Int(groupCount) - groups.count
    self.without = Int(without)
  }

  /// The id of each of the movies with each of its values.
  private static func part(
    _ grouping: MovieGrouping, _ found: FoundMovies, in catalog: borrowing CatalogTransaction
  ) -> SQL {
    """
    SELECT movieID, value FROM (\(grouping.source(in: catalog)))
    WHERE \(found.condition(on: "movieID"))
    """
  }

  /// Returns groups in their order; those chosen by their average, from the highest one.
  ///
  /// - Parameter limit: The number of groups; `nil` for all.
  static func groups(
    by grouping: MovieGrouping, of found: FoundMovies, summarizing key: AttributeKey? = nil,
    choosing choice: Choice = .frequency, limit: Int?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Group] {
    let part = part(grouping, found, in: catalog)
    let summary: SQL = key == nil ? "0, 0, 0, 0" : "count(n), avg(n), min(n), max(n)"
    let (least, join, order): (Int, SQL, SQL) =
      switch choice {
      case .frequency: (0, "LEFT JOIN", "movies DESC")
      case .average(let least): (least, "JOIN", "avg(n) DESC, movies DESC")
      }
    let numbers: SQL =
      if let key, catalog.hasAttributes {
        // Each movie's numbers count once for a value.
        """
        SELECT part.movieID, part.value, attribute.value AS n
        FROM (
          SELECT \(raw: grouping.canRepeat ? "DISTINCT" : "ALL") movieID, value FROM part) AS part
        \(join) MovieAttribute AS attribute
          ON attribute.movieID = part.movieID AND attribute.key = \(key.name)
            AND typeof(attribute.value) <> 'text'
        """
      } else { "SELECT movieID, value, NULL AS n FROM part" }
    let tie: SQL = grouping == .actor ? "fold(label), value" : "value"
    // A credit of an actor who does not exist has no label.
    let groups = try catalog.database.fetchAll(
      """
      WITH part AS (\(part)), numbered AS (\(numbers))
      SELECT \(grouping.label) AS label, value, count(DISTINCT movieID) AS movies, \(summary)
      FROM numbered GROUP BY value HAVING label IS NOT NULL AND count(n) >= \(least)
      ORDER BY \(order), \(tie) LIMIT \(limit ?? -1)
      """
    ) { row throws(SQLiteError) in try Group(row: row, of: grouping) }
    if case .frequency = choice { return grouping.arranged(groups) }
    return groups
  }
}

extension MovieGroups.Group {
  fileprivate init(row: borrowing Row, of grouping: MovieGrouping) throws(SQLiteError) {
    let label = try AttributeValue(row: row, at: 0)
    if grouping == .weekday, case .integer(let day) = label {
      value = .text(CalendarNames.weekdays[Int(day)])
    } else {
      value = label
    }
    actor = grouping == .actor ? Actor.ID(rawValue: try row.int(at: 1)) : nil
    movies = Int(try row.int(at: 2))
    let count = Int(try row.int(at: 3))
    if count == 0 {
      numbers = nil
      return
    }
    func number(_ column: Int) throws(SQLiteError) -> Double {
      try AttributeValue(row: row, at: column).number ?? 0
    }
    numbers = MovieGroups.Summary(
      count: count, average: try number(4), minimum: try number(5), maximum: try number(6))
  }
}
