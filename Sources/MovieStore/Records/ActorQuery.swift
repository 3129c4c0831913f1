/// Which actors, in which order. An empty query means all of them, by name.
public struct ActorQuery: Hashable, Sendable {
  /// The order of the answer. Every order is total.
  public enum Order: Hashable, Sendable {
    /// By name: folded, then as written, then by id.
    case name
    /// Those with the most movies first, then by name.
    case movies
    /// As the movie's cast has them; without a movie, by name.
    case billing
  }

  /// Words that the name must have; `nil` for any name.
  public var text: SearchText?
  /// A movie whose cast is meant; `nil` for everybody.
  public var movie: Movie.ID?
  /// The order of the answer.
  public var order: Order
  /// Whether the order is turned around.
  public var isReversed: Bool
  /// The most actors to answer, 0 or more; `nil` for all.
  public var limit: Int?
  /// How many actors to pass over first; 0 or less for none.
  public var offset: Int

  /// A query for all actors by name, but for what is given.
  public init(
    text: SearchText? = nil, movie: Movie.ID? = nil, order: Order = .name,
    isReversed: Bool = false, limit: Int? = nil, offset: Int = 0
  ) {
    self.text = text
    self.movie = movie
    self.order = order
    self.isReversed = isReversed
    self.limit = limit
    self.offset = offset
  }
}
