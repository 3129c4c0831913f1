package import MovieStore

/// A row of a list.
package enum BrowseRow: Hashable, Sendable {
  case movie(MovieWithCast)
  case actor(ActorWithMovieCount)

  /// What stays the same of a row whatever else changes.
  package enum ID: Hashable, Sendable {
    case movie(Movie.ID)
    case actor(Actor.ID)
  }

  package var id: ID {
    switch self {
    case .movie(let movie): .movie(movie.id)
    case .actor(let actor): .actor(actor.id)
    }
  }

  package var movie: MovieWithCast? {
    if case .movie(let movie) = self { return movie }
    return nil
  }

  /// The title or the name.
  package var name: String {
    switch self {
    case .movie(let movie): movie.movie.title
    case .actor(let actor): actor.actor.name
    }
  }

  /// Whether both show the same movie or actor under the same name, a movie also with the same cast. A
  /// favorite may be one no longer, and an actor may have more movies.
  func shows(_ other: BrowseRow) -> Bool {
    id == other.id && name.isExactly(other.name) && movie?.cast == other.movie?.cast
  }

  /// The list that the row opens.
  var subject: BrowseSubject {
    switch self {
    case .movie(let movie): .cast(of: movie.movie)
    case .actor(let actor): .movies(with: actor.actor)
    }
  }
}

/// What a list is of.
package enum BrowseSubject: Hashable, Sendable {
  case catalog
  case cast(of: Movie)
  case movies(with: Actor)

  package var isOfMovies: Bool {
    if case .cast = self { return false }
    return true
  }

  /// The orders of the list, the first at the beginning.
  var orders: [BrowseOrder] { isOfMovies ? [.title, .added] : [.billing, .name, .movies] }
}

/// The order of a list.
package enum BrowseOrder: String, Hashable, Sendable {
  case title, added
  case billing, name, movies

  /// The order as the header shows it.
  package var label: String {
    switch self {
    case .title: "by title"
    case .added: "in order added"
    case .billing: "in billing order"
    case .name: "by name"
    case .movies: "by number of movies"
    }
  }
}
