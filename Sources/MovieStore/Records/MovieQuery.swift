/// Which movies, in which order. An empty query means all of them, by title.
public struct MovieQuery: Hashable, Sendable {
  /// The order of the answer. Every order is total: movies that are otherwise equal come by id.
  public enum Order: Hashable, Sendable {
    /// By sortable title.
    case title
    /// In the order they were added, the oldest first.
    case added
    /// The best answers to the text first, each group by title; without a text, by title.
    case relevance
    /// Shuffled; the same seed gives the same order of the same movies.
    case random(seed: UInt64)
  }

  /// Words that the title must have; `nil` for any title.
  public var text: SearchText?
  /// Whether only favorites are meant.
  public var favoritesOnly: Bool
  /// Actors that must all be in the cast; empty for any cast.
  public var actors: [Actor.ID]
  /// The order of the answer.
  public var order: Order
  /// Whether the order is turned around.
  public var isReversed: Bool
  /// The most movies to answer, 0 or more; `nil` for all.
  public var limit: Int?
  /// How many movies to pass over first; 0 or less for none.
  public var offset: Int

  /// A query for all movies by title, but for what is given.
  public init(
    text: SearchText? = nil, favoritesOnly: Bool = false, actors: [Actor.ID] = [],
    order: Order = .title, isReversed: Bool = false, limit: Int? = nil, offset: Int = 0
  ) {
    self.text = text
    self.favoritesOnly = favoritesOnly
    self.actors = actors
    self.order = order
    self.isReversed = isReversed
    self.limit = limit
    self.offset = offset
  }
}
