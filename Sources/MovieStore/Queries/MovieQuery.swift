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
    /// By the first value of an attribute: numbers, then texts by their bytes. Movies without the attribute are last,
    /// also in the reversed order.
    case attribute(AttributeKey)
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
  public var actors: [Catalog.Actor.ID]
  /// The conditions on attributes, all of which a movie must meet: at most 64.
  public var conditions: [AttributeCondition]
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
  /// The values are checked when the query is used: see ``StoreError/invalidInput(_:)``.
  public init(
    search: String = "", favoritesOnly: Bool = false, actors: [Catalog.Actor.ID] = [],
    conditions: [AttributeCondition] = [], order: Order = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0
  ) {
    self.search = search
    self.favoritesOnly = favoritesOnly
    self.actors = actors
    self.conditions = conditions
    self.order = order
    self.descending = descending
    self.limit = limit
    self.offset = offset
  }
}

// MARK: - Coding

extension MovieQuery: Codable {
  private enum CodingKeys: String, CodingKey {
    case search, favoritesOnly, actors, conditions, order, descending, limit, offset
  }

  /// Decodes a query from JSON such as
  /// `{"search": "heat", "conditions": ["year>=1990"], "order": "added", "limit": 10}`.
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
      conditions: try values.decodeIfPresent([AttributeCondition].self, forKey: .conditions) ?? [],
      order: try values.decodeIfPresent(Order.self, forKey: .order) ?? .title,
      descending: try values.decodeIfPresent(Bool.self, forKey: .descending) ?? false,
      limit: try values.decodeIfPresent(Int.self, forKey: .limit),
      offset: try values.decodeIfPresent(Int.self, forKey: .offset) ?? 0)
  }
}

extension MovieQuery.Order {
  private enum Name: String, Codable { case title, added, relevance }

  private enum CodingKeys: String, CodingKey { case attribute, random }

  /// Decodes `"title"`, `"added"`, `"relevance"`, or an object such as `{"attribute": "year"}` or, with the seed,
  /// `{"random": 7}`.
  ///
  /// - Throws: `DecodingError` for any other value.
  public init(from decoder: any Decoder) throws {
    let text: String
    do {
      text = try decoder.singleValueContainer().decode(String.self)
    } catch DecodingError.typeMismatch {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      if let key = try values.decodeIfPresent(AttributeKey.self, forKey: .attribute) {
        self = .attribute(key)
      } else {
        self = .random(seed: try values.decode(UInt64.self, forKey: .random))
      }
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
            "the order '\(text)' is not title, added, relevance, {\"attribute\": key} or "
            + "{\"random\": seed}"))
    }
  }

  /// Encodes the order as text, or as an object for an attribute or a random order.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let name: Name
    switch self {
    case .title: name = .title
    case .added: name = .added
    case .relevance: name = .relevance
    case .attribute(let key):
      var container = encoder.container(keyedBy: CodingKeys.self)
      return try container.encode(key, forKey: .attribute)
    case .random(let seed):
      var container = encoder.container(keyedBy: CodingKeys.self)
      return try container.encode(seed, forKey: .random)
    }
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

// MARK: - Rows

extension MovieRow {
  /// The columns of table `m` that ``init(row:)`` decodes.
  static let columns: SQL = "m.id, m.title, m.sortableTitle, m.favorite"

  init(row: borrowing Row) throws(SQLiteError) {
    self.init(
      id: Movie.ID(rawValue: try row.int(at: 0)), title: try row.text(at: 1),
      sortableTitle: try row.text(at: 2), isFavorite: try row.bool(at: 3))
  }
}

extension MovieQuery {
  private static let conditionLimit = 64

  /// Returns the query with its text as words.
  ///
  /// - Throws: `StoreError.invalidInput`.
  func parsed() throws(StoreError) -> ParsedMovieQuery {
    try StoreError.requireValid(limit: limit, offset: offset)
    // SQLite limits the depth of expressions.
    if conditions.count > Self.conditionLimit {
      throw .invalid(
        .query, "the query has more than \(Self.conditionLimit) conditions on attributes")
    }
    return ParsedMovieQuery(query: self, text: try SearchPattern(search))
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
