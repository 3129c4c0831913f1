/// A movie and what a change did to it.
public struct ChangedMovie: Hashable, Sendable {
  /// What a change did.
  public enum Change: String, Hashable, Codable, Sendable {
    /// The movie is new.
    case added
    /// The movie is as it says now.
    case updated
    /// The movie is gone; this is what it was.
    case deleted
    /// The movie was so already.
    case unchanged
  }

  /// The movie after the change; one that was deleted, as it was before.
  public let movie: CreditedMovie
  /// What the change did.
  public let change: Change

  /// The number that names the movie.
  public var id: Movie.ID { movie.id }
  /// The movie's title as it was given.
  public var title: String { movie.title }

  /// A movie and what a change did to it.
  package init(movie: CreditedMovie, change: Change) {
    self.movie = movie
    self.change = change
  }
}
