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
  public var actors: [Actor.ID]
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
    text: SearchPattern? = nil, favoritesOnly: Bool = false, actors: [Actor.ID] = [],
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
