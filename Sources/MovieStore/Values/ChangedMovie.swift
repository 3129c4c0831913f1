/// A movie and the outcome of a change to it.
public struct ChangedMovie: Hashable, Codable, Sendable {
  /// The outcome of a change to a movie.
  public enum Outcome: String, CaseIterable, Hashable, Codable, Sendable {
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

extension ChangedMovie {
  private enum CodingKeys: String, CodingKey { case outcome = "change" }

  /// Decodes an object that has the keys of a ``Movie`` and the key `change`.
  ///
  /// - Throws: `DecodingError` if a key is missing or its value has the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      movie: try Movie(from: decoder),
      outcome: try container.decode(Outcome.self, forKey: .outcome))
  }

  /// Encodes an object that has the keys of the movie and the key `change`.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try movie.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(outcome, forKey: .outcome)
  }
}
