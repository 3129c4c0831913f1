internal import MovieSQLite

/// A query for movies: which movies to return, and in which order.
///
/// An empty query returns all movies, by title.
public struct MovieQuery: Hashable, Sendable {
  /// The order of the results.
  ///
  /// Every order is total: movies that are otherwise equal are in the order of their ids.
  public enum Order: Hashable, Sendable {
    /// By sortable title.
    case title
    /// In the order in which the movies were added, oldest first.
    case added
    /// By relevance to the text, best matches first, then by title; without a text, by title.
    case relevance
    /// In random order. The same seed gives the same order of the same movies.
    case random(seed: UInt64)
  }

  /// The words that the title must contain, or `nil` for any title.
  public var text: SearchPattern?
  /// Whether only favorites are returned.
  public var favoritesOnly: Bool
  /// The actors who must all be in the cast, or an empty array for any cast.
  public var actors: [MovieStore.Actor.ID]
  /// The order of the results.
  public var order: Order
  /// Whether the order is reversed.
  public var descending: Bool
  /// The maximum number of movies to return, 0 or more, or `nil` for no limit.
  public var limit: Int?
  /// The number of movies to skip first. If it is 0 or less, none are skipped.
  public var offset: Int

  /// Creates a query. Without arguments, it returns all movies, by title.
  public init(
    text: SearchPattern? = nil, favoritesOnly: Bool = false, actors: [MovieStore.Actor.ID] = [],
    order: Order = .title, descending: Bool = false, limit: Int? = nil, offset: Int = 0
  ) {
    self.text = text
    self.favoritesOnly = favoritesOnly
    self.actors = actors
    self.order = order
    self.descending = descending
    self.limit = limit
    self.offset = offset
  }
}

extension Movie {
  /// The columns of table `m` that ``init(row:)`` decodes.
  static let columns: SQL = "m.id, m.title, m.sortableTitle, m.favorite"

  init(row: borrowing Row) throws(SQLiteError) {
    self.init(
      id: ID(rawValue: try row.int(at: 0)), title: try row.text(at: 1),
      sortableTitle: try row.text(at: 2), isFavorite: try row.bool(at: 3))
  }

  static func find(_ id: ID, in transaction: borrowing Transaction) throws(SQLiteError) -> Movie? {
    try transaction.fetchOne(
      "SELECT \(columns) FROM MovieModel AS m WHERE m.id = \(id.rawValue)", Movie.init(row:))
  }
}

extension MovieQuery {
  func forEachMovie(
    hasSearchIndex: Bool, in transaction: borrowing Transaction,
    _ body: (MovieWithCast) throws -> Void
  ) throws {
    var casts = try CastReader(in: transaction)
    if hasSearchIndex, let movies = try KeysetPager.firstMatches(of: self, in: transaction) {
      for movie in movies { try body(try casts.withCast(movie)) }
      return
    }
    try transaction.forEachRow(select(Movie.columns, hasSearchIndex: hasSearchIndex)) { row in
      try body(try casts.withCast(Movie(row: row)))
    }
  }

  func ids(
    hasSearchIndex: Bool, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie.ID] {
    try transaction.fetchInts(select("m.id", hasSearchIndex: hasSearchIndex)).map {
      Movie.ID(rawValue: $0)
    }
  }

  // MARK: SQL

  func select(_ columns: SQL, hasSearchIndex: Bool) -> SQL {
    let source = source(hasSearchIndex: hasSearchIndex)
    let page = pageSQL(limit: limit, offset: offset)
    guard offset > 0, let limit, limit <= Self.maximumPage else {
      return "SELECT \(columns) \(source) \(orderBy) \(page)"
    }
    // Only ids are sorted and skipped, which takes much less memory than whole rows.
    return """
      SELECT \(columns) FROM MovieModel AS m
      WHERE m.id IN (SELECT m.id \(source) \(orderBy) \(page)) \(orderBy)
      """
  }

  /// The largest page of which the ids are found first.
  private static let maximumPage = 1_000

  /// `FROM … WHERE …` for table `m`.
  func source(hasSearchIndex: Bool) -> SQL {
    var conditions: [SQL] = []
    if let text { conditions.append(text.movieCondition(hasSearchIndex: hasSearchIndex)) }
    if favoritesOnly { conditions.append("m.favorite = 1") }
    if !actors.isEmpty { conditions.append(Self.hasInCast(actors)) }
    return Self.source(conditions)
  }

  /// Whether ``matches(_:)`` has anything to test.
  var testsMovies: Bool { text != nil || favoritesOnly }

  /// Whether the movie meets the conditions of ``source(hasSearchIndex:)``, except that of the cast.
  func matches(_ movie: Movie) -> Bool {
    (!favoritesOnly || movie.isFavorite) && text?.matches(movie.title) ?? true
  }

  static func source(_ conditions: [SQL]) -> SQL {
    "FROM MovieModel AS m \(whereSQL(conditions))"
  }

  /// The condition that the cast of movie `m` has all of the actors.
  static func hasInCast(_ actors: [Actor.ID]) -> SQL {
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
      switch (order, text) {
      case (.relevance, let text?):
        ["relevance(fold(m.title), \(text.joinedWords))", "m.sortableTitle", "m.id"]
      case (.title, _), (.relevance, nil): ["m.sortableTitle", "m.id"]
      case (.added, _): ["m.id"]
      case (.random(let seed), _): ["shuffle(m.id, \(Int64(bitPattern: seed)))", "m.id"]
      }
    return orderSQL(keys, descending: descending)
  }
}

// MARK: - Parts of statements

func whereSQL(_ conditions: [SQL]) -> SQL {
  conditions.isEmpty ? "" : "WHERE \(SQL.joined(conditions, separator: " AND "))"
}

func orderSQL(_ keys: [SQL], descending: Bool) -> SQL {
  let directed = descending ? keys.map { "\($0) DESC" as SQL } : keys
  return "ORDER BY \(SQL.joined(directed, separator: ", "))"
}

/// `LIMIT … OFFSET …`; empty if all rows are requested.
func pageSQL(limit: Int?, offset: Int) -> SQL {
  // SQLite treats a negative limit as no limit.
  limit == nil && offset <= 0 ? "" : "LIMIT \(limit ?? -1) OFFSET \(offset)"
}

/// The ids as a JSON array, which `json_each` turns into rows.
func jsonArray(_ ids: some Sequence<Int64>) -> String {
  "[\(ids.map(String.init).joined(separator: ","))]"
}
