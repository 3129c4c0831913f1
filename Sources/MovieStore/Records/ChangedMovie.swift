/// A movie and the effect of a change on it.
public struct ChangedMovie: Hashable, Sendable {
  /// The effect of a change on a movie.
  public enum Change: String, Hashable, Codable, Sendable {
    /// The movie was added.
    case added
    /// The movie was updated; it has these values now.
    case updated
    /// The movie was deleted; it had these values.
    case deleted
    /// The movie already had these values.
    case unchanged
  }

  /// The movie after the change, or before it if the movie was deleted.
  public let movie: MovieWithCast
  /// The effect of the change.
  public let change: Change

  /// The id of the movie.
  public var id: Movie.ID { movie.id }
  /// The title of the movie as given.
  public var title: String { movie.title }

  /// A movie and what a change did to it.
  package init(movie: MovieWithCast, change: Change) {
    self.movie = movie
    self.change = change
  }
}
