internal import MovieSQLite

/// A query for movies: which movies to return, and in which order.
///
/// An empty query returns all movies, by title.
public struct MovieQuery: Hashable, Sendable {
  /// The order of the results.
  ///
  /// Every order is total: movies that are otherwise equal are in the order of their ids.
  public enum Order: Hashable, Codable, Sendable {
    /// By sortable title.
    case title
    /// In the order in which the movies were added, oldest first.
    case added
    /// By relevance to the text to search for, best matches first, then by title; without a text, by
    /// title.
    case relevance
    /// In random order. The same seed gives the same order of the same movies.
    case random(seed: UInt64)
  }

  /// The text to search for: words and phrases that must all occur in the title as substrings.
  ///
  /// Words are separated by white space. Text in double quotes is one phrase if the first quote
  /// starts a word and a second quote follows; all other text is taken literally. Case and accents
  /// are folded. A text without any word, such as an empty one, matches every title. A text has at most
  /// 64 words and phrases, and no NUL character.
  public var search: String
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
  /// The number of movies to skip first, 0 or more.
  public var offset: Int

  /// Creates a query. Without arguments, it returns all movies, by title.
  ///
  /// The values are checked when the query is used: see ``QueryError``.
  public init(
    search: String = "", favoritesOnly: Bool = false, actors: [MovieStore.Actor.ID] = [],
    order: Order = .title, descending: Bool = false, limit: Int? = nil, offset: Int = 0
  ) {
    self.search = search
    self.favoritesOnly = favoritesOnly
    self.actors = actors
    self.order = order
    self.descending = descending
    self.limit = limit
    self.offset = offset
  }

  /// Returns whether two queries are equal; texts to search for are compared byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.search.isExactly(right.search) && left.favoritesOnly == right.favoritesOnly
      && left.actors == right.actors && left.order == right.order
      && left.descending == right.descending && left.limit == right.limit
      && left.offset == right.offset
  }

  /// Hashes all values, and the bytes of the text to search for.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ByteString(search))
    hasher.combine(favoritesOnly)
    hasher.combine(actors)
    hasher.combine(order)
    hasher.combine(descending)
    hasher.combine(limit)
    hasher.combine(offset)
  }
}

// MARK: - Coding

extension MovieQuery: Codable {
  private enum CodingKeys: String, CodingKey {
    case search, favoritesOnly, actors, order, descending, limit, offset
  }

  /// Decodes a query from JSON such as `{"search": "heat", "order": "added", "limit": 10}`.
  ///
  /// A missing key stands for the value of a query that is created without arguments.
  ///
  /// - Throws: `DecodingError` if a value has the wrong type, or if the order is unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      search: try values.decodeIfPresent(String.self, forKey: .search) ?? "",
      favoritesOnly: try values.decodeIfPresent(Bool.self, forKey: .favoritesOnly) ?? false,
      actors: try values.decodeIfPresent([Actor.ID].self, forKey: .actors) ?? [],
      order: try values.decodeIfPresent(Order.self, forKey: .order) ?? .title,
      descending: try values.decodeIfPresent(Bool.self, forKey: .descending) ?? false,
      limit: try values.decodeIfPresent(Int.self, forKey: .limit),
      offset: try values.decodeIfPresent(Int.self, forKey: .offset) ?? 0)
  }
}

extension MovieQuery.Order {
  private enum Name: String, Codable { case title, added, relevance }

  private enum CodingKeys: String, CodingKey { case random }

  /// Decodes `"title"`, `"added"`, `"relevance"`, or an object with the seed such as `{"random": 7}`.
  ///
  /// - Throws: `DecodingError` for any other value.
  public init(from decoder: any Decoder) throws {
    let text: String
    do {
      text = try decoder.singleValueContainer().decode(String.self)
    } catch DecodingError.typeMismatch {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self = .random(seed: try values.decode(UInt64.self, forKey: .random))
      return
    }
    switch Name(rawValue: text) {
    case .title: self = .title
    case .added: self = .added
    case .relevance: self = .relevance
    case nil:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "the order '\(text)' is not title, added, relevance or {\"random\": seed}"))
    }
  }

  /// Encodes the order as text, or as an object for a random order.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let name: Name
    switch self {
    case .title: name = .title
    case .added: name = .added
    case .relevance: name = .relevance
    case .random(let seed):
      var container = encoder.container(keyedBy: CodingKeys.self)
      return try container.encode(seed, forKey: .random)
    }
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

// MARK: - Rows

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
  /// Returns the query with its text as words.
  ///
  /// - Throws: `StoreError.invalidQuery`.
  func parsed() throws(StoreError) -> ParsedMovieQuery {
    do throws(QueryError) {
      try QueryError.requireValid(limit: limit, offset: offset)
      return ParsedMovieQuery(query: self, text: try SearchPattern.parse(search))
    } catch {
      throw .invalidQuery(error)
    }
  }
}

/// A valid query for movies. Its text is parsed once, not for each row.
struct ParsedMovieQuery {
  let query: MovieQuery
  /// The words that the title must contain, or `nil` for any title.
  let text: SearchPattern?

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
    let page = pageSQL(limit: query.limit, offset: query.offset)
    guard query.offset > 0, let limit = query.limit, limit <= Self.maximumPage else {
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
    if query.favoritesOnly { conditions.append("m.favorite = 1") }
    if !query.actors.isEmpty { conditions.append(Self.hasInCast(query.actors)) }
    return Self.source(conditions)
  }

  /// Whether ``matches(_:)`` has anything to test.
  var testsMovies: Bool { text != nil || query.favoritesOnly }

  /// Whether the movie meets the conditions of ``source(hasSearchIndex:)``, except that of the cast.
  func matches(_ movie: Movie) -> Bool {
    (!query.favoritesOnly || movie.isFavorite) && text?.matches(movie.title) ?? true
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
      switch (query.order, text) {
      case (.relevance, let text?):
        ["relevance(fold(m.title), \(text.joinedWords))", "m.sortableTitle", "m.id"]
      case (.title, _), (.relevance, nil): ["m.sortableTitle", "m.id"]
      case (.added, _): ["m.id"]
      case (.random(let seed), _): ["shuffle(m.id, \(Int64(bitPattern: seed)))", "m.id"]
      }
    return orderSQL(keys, descending: query.descending)
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

/// `LIMIT … OFFSET …`; empty if all rows are requested. Neither number is negative.
func pageSQL(limit: Int?, offset: Int) -> SQL {
  // An offset needs a limit. SQLite treats -1 as no limit.
  limit == nil && offset == 0 ? "" : "LIMIT \(limit ?? -1) OFFSET \(offset)"
}

/// The ids as a JSON array, which `json_each` turns into rows.
func jsonArray(_ ids: some Sequence<Int64>) -> String {
  "[\(ids.map(String.init).joined(separator: ","))]"
}
