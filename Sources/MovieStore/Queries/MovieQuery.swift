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
  /// The values are checked when the query is used: see ``StoreError/invalidInput``.
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
