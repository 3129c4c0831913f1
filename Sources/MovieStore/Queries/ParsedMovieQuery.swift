internal import MovieSQLite

/// A valid query for movies. Its text is parsed once, not for each row.
struct ParsedMovieQuery {
  let query: MovieQuery
  /// The words that the title must contain, or `nil` for any title.
  let text: SearchPattern?

  func forEachMovie(
    in catalog: borrowing CatalogTransaction,
    _ body: (Movie) throws -> Void
  ) throws {
    if catalog.hasSearchIndex, let movies = try KeysetPager.firstMatches(of: self, in: catalog) {
      for movie in movies { try body(try catalog.withDetails(movie)) }
      return
    }
    try forEachRow(MovieRow.columns, in: catalog) { row in
      try body(try catalog.withDetails(MovieRow(row: row)))
    }
  }

  func ids(
    in catalog: borrowing CatalogTransaction
  ) throws -> [Movie.ID] {
    var ids: [Movie.ID] = []
    try forEachRow("m.id", in: catalog) { row in
      ids.append(Movie.ID(rawValue: try row.int(at: 0)))
    }
    return ids
  }

  /// Calls the closure with each row of the result, in its order.
  ///
  /// - Parameter columns: The columns of table `m`.
  func forEachRow(
    _ columns: SQL, in catalog: borrowing CatalogTransaction,
    _ body: (borrowing Row) throws -> Void
  ) throws {
    if case .attribute(let key) = query.order, catalog.hasAttributes {
      let sorted = SortedByAttribute(key, self)
      return try sorted.forEachRow(columns, in: catalog, body)
    }
    try catalog.database.forEachRow(
      select(columns, in: catalog), body)
  }

  // MARK: SQL

  private func select(
    _ columns: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL {
    let filter = try attributeFilter(in: catalog)
    let page = pageSQL(limit: query.limit, offset: query.offset)
    if isPageInOrder, try filter.hasMoreMatches(than: Self.sortedLimit, in: catalog) {
      let source = Self.source(filter.sql(isReadInOrder: true))
      return "SELECT \(columns) \(source) \(orderBy) \(page)"
    }
    let source = Self.source(conditions(filter, in: catalog))
    guard query.offset > 0, let limit = query.limit, limit <= Self.pageLimit else {
      return "SELECT \(columns) \(source) \(orderBy) \(page)"
    }
    // Only ids are sorted and skipped, which takes much less memory than whole rows.
    return """
      SELECT \(columns) FROM MovieModel AS m
      WHERE m.id IN (SELECT m.id \(source) \(orderBy) \(page)) \(orderBy)
      """
  }

  /// The largest page of which the ids are found first, or that is read in order.
  private static let pageLimit = 1_000
  /// The number of matches up to which sorting them is faster than reading movies in order.
  private static let sortedLimit: Int64 = 1_000

  /// Whether the result is a page of movies that only conditions on attributes select, in an order that an index has.
  private var isPageInOrder: Bool {
    guard let limit = query.limit else { return false }
    return limit <= Self.pageLimit && findsMoviesByAttributes && !query.favoritesOnly
      && (query.order == .title || query.order == .added)
  }

  /// Whether no text and no actors find the movies.
  var findsMoviesByAttributes: Bool { text == nil && query.actors.isEmpty }

  func attributeFilter(
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> AttributeFilter {
    try AttributeFilter(
      query.conditions, findsMovies: findsMoviesByAttributes, in: catalog)
  }

  /// `FROM … WHERE …` for table `m`.
  func source(
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL {
    Self.source(
      conditions(try attributeFilter(in: catalog), in: catalog))
  }

  /// The conditions of the query on movie `m`.
  func conditions(
    _ filter: AttributeFilter, in catalog: borrowing CatalogTransaction
  ) -> [SQL] {
    var conditions: [SQL] = []
    if let text { conditions.append(text.movieCondition(in: catalog)) }
    if query.favoritesOnly { conditions.append("m.favorite = 1") }
    return conditions + detailConditions(filter)
  }

  /// The conditions on the cast and the attributes of movie `m`.
  func detailConditions(_ filter: AttributeFilter) -> [SQL] {
    (query.actors.isEmpty ? [] : [Self.hasInCast(query.actors)]) + filter.sql(isReadInOrder: false)
  }

  /// Whether ``matches(_:)`` has anything to test.
  var testsMovies: Bool { text != nil || query.favoritesOnly }

  /// Whether the movie meets the conditions of the query, except ``detailConditions(_:)``.
  func matches(_ movie: MovieRow) -> Bool {
    (!query.favoritesOnly || movie.isFavorite) && text?.matches(movie.title) ?? true
  }

  static func source(_ conditions: [SQL]) -> SQL {
    "FROM MovieModel AS m \(whereSQL(conditions))"
  }

  /// The condition that the cast of movie `m` has all of the actors.
  private static func hasInCast(_ actors: [Actor.ID]) -> SQL {
    let ids = Set(actors.map(\.rawValue))
    return """
      m.id IN (
        SELECT movieID FROM MovieActor
        WHERE actorID IN (SELECT value FROM json_each(\(jsonArray(ids))))
        GROUP BY movieID HAVING count(*) = \(ids.count))
      """
  }

  /// `ORDER BY …`, total.
  private var orderBy: SQL {
    let keys: [SQL] =
      switch (query.order, text) {
      case (.relevance, let text?):
        ["relevance(fold(m.title), \(text.joinedWords))", "m.sortableTitle", "m.id"]
      case (.title, _), (.relevance, nil): ["m.sortableTitle", "m.id"]
      // Without any attributes.
      case (.added, _), (.attribute, _): ["m.id"]
      case (.random(let seed), _): ["shuffle(m.id, \(Int64(bitPattern: seed)))", "m.id"]
      }
    return orderSQL(keys, descending: query.descending)
  }
}

/// The result of a query in the order of an attribute: first the movies that have it, then the others.
private struct SortedByAttribute {
  private let key: AttributeKey
  private let parsed: ParsedMovieQuery
  private var query: MovieQuery { parsed.query }

  init(_ key: AttributeKey, _ parsed: ParsedMovieQuery) {
    self.key = key
    self.parsed = parsed
  }

  func forEachRow(
    _ columns: SQL, in catalog: borrowing CatalogTransaction,
    _ body: (borrowing Row) throws -> Void
  ) throws {
    let having = try sourceOfHaving(in: catalog)
    var count = 0
    try catalog.database.forEachRow(
      """
      SELECT \(columns) \(having)
      \(orderSQL(["sorted.value", "sorted.movieID"], descending: query.descending))
      \(pageSQL(limit: query.limit, offset: query.offset))
      """
    ) { row in
      count += 1
      try body(row)
    }
    let rest = query.limit.map { $0 - count }
    if rest == 0 { return }
    let skipped =
      count == 0 && query.offset > 0
      ? Int(try catalog.database.fetchInt("SELECT count(*) \(having)")) : query.offset
    let conditions = parsed.conditions(
      try parsed.attributeFilter(in: catalog), in: catalog)
    try catalog.database.forEachRow(
      """
      SELECT \(columns) \(ParsedMovieQuery.source(conditions + [lacksKey]))
      \(orderSQL(["m.id"], descending: query.descending))
      \(pageSQL(limit: rest, offset: query.offset - skipped))
      """, body)
  }

  private var lacksKey: SQL {
    "NOT EXISTS (\(source(of: "m.id")))"
  }

  /// `SELECT … FROM … WHERE …` for the values of the key that a movie has, as table `attribute`.
  private func source(of movie: SQL) -> SQL {
    """
    SELECT 1 FROM MovieAttribute AS attribute
    WHERE attribute.movieID = \(movie) AND attribute.key = \(key.name)
    """
  }

  /// `FROM … WHERE …` for the movies that have the key, and for table `sorted` with their first values.
  private func sourceOfHaving(in catalog: borrowing CatalogTransaction) throws(SQLiteError) -> SQL {
    let ofKey = try conditionsOfKey(in: catalog)
    let filter = try AttributeFilter(
      query.conditions.filter { !ofKey.contains($0) },
      findsMovies: parsed.findsMoviesByAttributes, in: catalog)
    let comparisons = ofKey.compactMap(\.comparison)
    let others = parsed.conditions(filter, in: catalog)
    let conditions: [SQL] =
      ["sorted.movieID = m.id", "sorted.key = \(key.name)"] + comparisons
      // Several comparisons are those of a key of which each movie has one value.
      + (comparisons.count > 1 ? [] : [isFirst(meeting: comparisons)]) + others
    // CROSS JOIN keeps the order of the tables: few movies are found first and then sorted; others are read in order.
    let areFew =
      filter.findsMovies || query.favoritesOnly || !parsed.findsMoviesByAttributes
    return areFew
      ? "FROM MovieModel AS m CROSS JOIN MovieAttribute AS sorted \(whereSQL(conditions))"
      : "FROM MovieAttribute AS sorted CROSS JOIN MovieModel AS m \(whereSQL(conditions))"
  }

  /// The conditions on a key with one value, which is compared in the index from which the movies
  /// are read.
  private func conditionsOfKey(
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [AttributeCondition] {
    let ofKey = query.conditions.filter { $0.key == key && key.isSingle && !$0.isNegative }
    if ofKey.count < 2 { return ofKey }
    // Of several values of another program, each can meet another condition.
    let isRepeated =
      try catalog.database.fetchInt(
        "SELECT EXISTS (SELECT 1 FROM MovieAttribute WHERE key = \(key.name) AND ordinal <> 0)")
      != 0
    return isRepeated ? [ofKey[0]] : ofKey
  }

  /// The condition that `sorted` has the first of the movie's values that meet the comparisons.
  ///
  /// Another program can have stored several values of any key, and ordinals that do not begin
  /// with 0.
  private func isFirst(meeting comparisons: [SQL]) -> SQL {
    let isEarlier: SQL = "(attribute.ordinal = 0 OR attribute.ordinal < sorted.ordinal)"
    let earlier = SQL.joined(
      [source(of: "sorted.movieID"), isEarlier] + comparisons, separator: " AND ")
    return "(sorted.ordinal = 0 OR NOT EXISTS (\(earlier)))"
  }
}
