/// A query for actors: which actors to return, and in which order.
///
/// An empty query returns all actors, by name.
public struct ActorQuery: Hashable, Sendable {
  /// The order of the results. Every order is total.
  public enum Order: Hashable, Sendable {
    /// By name with case and accents folded, then by the name as written, then by id.
    case name
    /// In the order in which the actors were added, oldest first.
    case added
    /// By number of movies, highest first, then by name.
    case movies
    /// In the billing order of the movie's cast, or by name if the query has no movie.
    case billing
  }

  /// The words that the name must contain, or `nil` for any name.
  public var text: SearchPattern?
  /// The movie whose cast is returned, or `nil` for all actors.
  public var movie: Movie.ID?
  /// The order of the results.
  public var order: Order
  /// Whether the order is reversed.
  public var descending: Bool
  /// The maximum number of actors to return, 0 or more, or `nil` for no limit.
  public var limit: Int?
  /// The number of actors to skip first. If it is 0 or less, none are skipped.
  public var offset: Int

  /// Creates a query. Without arguments, it returns all actors, by name.
  public init(
    text: SearchPattern? = nil, movie: Movie.ID? = nil, order: Order = .name,
    descending: Bool = false, limit: Int? = nil, offset: Int = 0
  ) {
    self.text = text
    self.movie = movie
    self.order = order
    self.descending = descending
    self.limit = limit
    self.offset = offset
  }
}
