internal import MovieSQLite

/// Goes through the movies of a query from a place on, found by key: in the order of the query or
/// against it, by title or by age.
struct MovieWalk {
  /// Where it starts: the sortable title and the id of a movie, or the id alone.
  struct Start {
    let key: [Value]
    /// Whether the movie itself comes first.
    let isInclusive: Bool
  }

  /// Movies that are looked at one by one before it is given up.
  private static let mostRead = 5_000

  let query: MovieQuery
  let hasIndex: Bool

  /// The first movies, up to so many.
  func movies(
    _ count: Int, from start: Start?, isForward: Bool, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    let seen = try seen(count, from: start, isForward: isForward, in: transaction)
    return if let seen { seen } else {
      try found(count, from: start, isForward: isForward, in: transaction)
    }
  }

  /// The first movies, found by looking at one after the other: where many match, that fills a page at
  /// once. Those of an actor are few, and looked at all.
  ///
  /// - Returns: `nil` where it was given up.
  func seen(
    _ count: Int, from start: Start?, isForward: Bool, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie]? {
    let isPlain = query.text == nil && !query.favoritesOnly
    let most = query.actor == nil ? (isPlain ? count : Self.mostRead) : -1
    var unfiltered = query
    (unfiltered.text, unfiltered.favoritesOnly) = (nil, false)
    let rows = rows(
      of: unfiltered, from: start, isForward: isForward, isSorted: query.actor != nil, most)
    var statement = try transaction.prepare(rows)
    var (movies, read): ([Movie], Int) = ([], 0)
    while movies.count < count {
      guard try statement.step() else { return read == most ? nil : movies }
      read += 1
      let movie = MovieRows.movie(in: statement)
      if matches(movie) { movies.append(movie) }
    }
    return movies
  }

  /// The first movies, found as a search finds all of them.
  private func found(
    _ count: Int, from start: Start?, isForward: Bool, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    var statement = try transaction.prepare(
      rows(of: query, from: start, isForward: isForward, isSorted: true, count))
    var movies: [Movie] = []
    while try statement.step() { movies.append(MovieRows.movie(in: statement)) }
    return movies
  }

  private func matches(_ movie: Movie) -> Bool {
    if query.favoritesOnly, !movie.isFavorite { return false }
    return query.text?.matches(movie.title) ?? true
  }

  /// - Parameters:
  ///   - isSorted: whether rows are found by the conditions and sorted; else they are read from an
  ///     index in their order.
  ///   - most: how many are answered at most; -1 for all.
  private func rows(
    of query: MovieQuery, from start: Start?, isForward: Bool, isSorted: Bool, _ most: Int
  ) -> Clause {
    let isUpward = isForward != query.isReversed
    // With a plus SQLite takes no index for it.
    let names = (query.order == .added ? ["m.id"] : ["m.sortableTitle", "m.id"])
      .map { isSorted ? "+" + $0 : $0 }
    var conditions = query.conditions(hasIndex: hasIndex)
    if let start {
      let sign = (isUpward ? ">" : "<") + (start.isInclusive ? "=" : "")
      let places = start.key.map { _ in "?" }.joined(separator: ", ")
      conditions.append(
        Clause("(\(names.joined(separator: ", "))) \(sign) (\(places))", start.key))
    }
    return Clause("SELECT \(MovieRows.columns) ") + MovieQuery.source(conditions)
      + orderBy(names.map { Clause($0) }, isReversed: !isUpward)
      + Clause(" LIMIT ?", [.integer(Int64(most))])
  }
}
