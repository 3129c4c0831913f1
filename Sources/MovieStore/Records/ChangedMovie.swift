/// A movie and the outcome of a change to it.
public struct ChangedMovie: Hashable, Sendable {
  /// The outcome of a change to a movie.
  public enum Outcome: String, Hashable, Codable, Sendable {
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
  /// The outcome of the change.
  public let outcome: Outcome

  /// The id of the movie.
  public var id: Movie.ID { movie.id }
  /// The title of the movie as given.
  public var title: String { movie.title }

  package init(movie: MovieWithCast, outcome: Outcome) {
    self.movie = movie
    self.outcome = outcome
  }
}
