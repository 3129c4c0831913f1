internal import MovieSQLite

/// Goes through the movies of a query from a place on, found by key: in the order of the query or
/// against it, by title or by age.
struct KeysetPager {
  /// Where it starts: the sortable title and the id of a movie, or the id alone.
  struct Start {
    let key: [Value]
    /// Whether the movie itself comes first.
    let isInclusive: Bool
  }

  let query: MovieQuery
  let hasIndex: Bool
  /// All matches, once they had to be found.
  private var found: Set<Int64>?

  init(_ query: MovieQuery, hasIndex: Bool) {
    self.query = query
    self.hasIndex = hasIndex
  }

  /// The first movies, up to so many.
  mutating func movies(
    _ count: Int, from start: Start?, isForward: Bool, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    let seen = try seen(count, from: start, isForward: isForward, in: transaction)
    if let seen { return seen }
    let found = try allFound(in: transaction)
    return if found.count <= Self.mostSorted {
      try sorted(found, count, from: start, isForward: isForward, in: transaction)
    } else {
      try met(found, count, from: start, isForward: isForward, in: transaction)
    }
  }

  // MARK: Looking at one movie after the other

  /// Movies that are looked at before it is given up: what takes a few milliseconds where the search
  /// index helps, and a tenth of reading all titles where it does not.
  private var mostSeen: Int { query.text?.isTooShortForIndex == false ? 1_000 : 5_000 }

  /// The first movies, where looking at one after the other finds them soon: at once without a
  /// condition, and mostly where many match. Those of actors are few, and looked at all.
  ///
  /// - Returns: `nil` where it was given up.
  func seen(
    _ count: Int, from start: Start?, isForward: Bool, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie]? {
    let isPlain = query.text == nil && !query.favoritesOnly
    let most = query.actors.isEmpty ? (isPlain ? count : mostSeen) : -1
    var statement = try transaction.prepare(
      rows(
        where: query.actors.isEmpty ? [] : [MovieQuery.hasInCast(query.actors)], from: start,
        isForward: isForward, isSorted: !query.actors.isEmpty, most))
    var (movies, read): ([Movie], Int) = ([], 0)
    while movies.count < count {
      guard try statement.step() else { return read == most ? nil : movies }
      read += 1
      let movie = MovieRows.movie(in: statement)
      if matches(movie) { movies.append(movie) }
    }
    return movies
  }

  private func matches(_ movie: Movie) -> Bool {
    if query.favoritesOnly, !movie.isFavorite { return false }
    return query.text?.matches(movie.title) ?? true
  }

  // MARK: Finding all matches

  /// Matches of which the first are found by sorting them; many more are met soon by reading the ids of
  /// all movies in order.
  private static let mostSorted = 10_000

  private mutating func allFound(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Set<Int64> {
    if let found { return found }
    let select =
      if let text = query.text, hasIndex, !query.favoritesOnly {
        text.movieIDs
      } else {
        Clause("SELECT m.id ") + query.source(hasIndex: hasIndex)
      }
    var statement = try transaction.prepare(select)
    var ids: Set<Int64> = []
    while try statement.step() { ids.insert(statement.integer(at: 0)) }
    found = ids
    return ids
  }

  private func sorted(
    _ ids: Set<Int64>, _ count: Int, from start: Start?, isForward: Bool,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    let array = "[" + ids.map { "\($0)" }.joined(separator: ",") + "]"
    let isFound = Clause("m.id IN (SELECT value FROM json_each(?))", [.text(array)])
    var statement = try transaction.prepare(
      rows(where: [isFound], from: start, isForward: isForward, isSorted: true, count))
    var movies: [Movie] = []
    while try statement.step() { movies.append(MovieRows.movie(in: statement)) }
    return movies
  }

  private func met(
    _ ids: Set<Int64>, _ count: Int, from start: Start?, isForward: Bool,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    var statement = try transaction.prepare(
      rows("m.id", where: [], from: start, isForward: isForward, isSorted: false, -1))
    var movies: [Movie] = []
    while movies.count < count, try statement.step() {
      let id = statement.integer(at: 0)
      guard ids.contains(id) else { continue }
      let movie = try MovieRows.movie(Movie.ID(rawValue: id), in: transaction)
      if let movie { movies.append(movie) }
    }
    return movies
  }

  // MARK: Rows in order

  /// - Parameters:
  ///   - isSorted: whether rows are found by the conditions and sorted; else they are read from an
  ///     index in their order.
  ///   - most: how many are answered at most; -1 for all.
  private func rows(
    _ columns: String = MovieRows.columns, where conditions: [Clause], from start: Start?,
    isForward: Bool, isSorted: Bool, _ most: Int
  ) -> Clause {
    let isUpward = isForward != query.descending
    // With a plus SQLite takes no index for it.
    let names = (query.order == .added ? ["m.id"] : ["m.sortableTitle", "m.id"])
      .map { isSorted ? "+" + $0 : $0 }
    var conditions = conditions
    if let start {
      let sign = (isUpward ? ">" : "<") + (start.isInclusive ? "=" : "")
      let places = start.key.map { _ in "?" }.joined(separator: ", ")
      conditions.append(
        Clause("(\(names.joined(separator: ", "))) \(sign) (\(places))", start.key))
    }
    return Clause("SELECT \(columns) ") + MovieQuery.source(conditions)
      + orderBy(names.map { Clause($0) }, descending: !isUpward)
      + Clause(" LIMIT ?", [.integer(Int64(most))])
  }
}
