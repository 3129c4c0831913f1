package import MovieStore

/// A change of the catalog that a key asks for.
package enum BrowseChange: Hashable, Sendable {
  /// A movie as it is on the screen.
  case delete(MovieWithCast)
  case setFavorite(Movie, to: Bool)
  case addRandom
  case takeBack
  case doAgain
}

/// What became of a change.
package struct BrowseOutcome: Hashable, Sendable {
  /// The message about it.
  package let message: BrowseMessage
  /// Whether anything in the catalog is different now.
  package var isChange = true
  /// The movie that it was about, where that is in the catalog.
  package var movie: MovieWithCast?
  /// The movie that is not in the catalog any more because of it.
  package var deletedMovie: Movie.ID?
  /// Whether the movie is to be gone to, wherever the person is.
  package var isNewMovie = false

  /// A change that was not made, with the reason.
  static func refused(_ message: String) -> BrowseOutcome {
    BrowseOutcome(message: BrowseMessage(message), isChange: false)
  }
}
