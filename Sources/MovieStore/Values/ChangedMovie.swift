/// A movie and the outcome of a change to it.
public struct ChangedMovie: Hashable, Sendable {
  /// The outcome of a change to a movie.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
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
  public let movie: Movie
  /// The outcome of the change.
  public let outcome: Outcome

  /// The id of the movie.
  package var id: Movie.ID { movie.id }
  /// The title of the movie as given.
  package var title: String { movie.title }
  /// The actors in billing order.
  package var cast: [Catalog.Actor] { movie.cast }
  /// Whether the movie is a favorite.
  package var isFavorite: Bool { movie.isFavorite }

  /// A result for tests and previews.
  ///
  /// - Parameters:
  ///   - movie: The movie after the change, or before it if it was deleted.
  ///   - outcome: The outcome of the change.
  public init(movie: Movie, outcome: Outcome) {
    self.movie = movie
    self.outcome = outcome
  }
}
