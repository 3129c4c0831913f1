package import MovieStore
internal import MovieTerminal

package enum BrowseRow: Hashable, Sendable {
  case movie(Movie)
  case actor(ActorWithMovieCount)

  /// The identity of a row, which no change affects.
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

  package var movie: Movie? {
    if case .movie(let movie) = self { return movie }
    return nil
  }

  package var name: String {
    switch self {
    case .movie(let movie): movie.title
    case .actor(let actor): actor.actor.name
    }
  }

  /// The name, escaped and truncated; of a movie, the year follows it.
  func displayName(columns: Int, _ glyphs: Glyphs) -> String {
    let year = movie?.yearSuffix ?? ""
    return TerminalText.truncated(
      TerminalText.escaped(name), to: max(1, columns - year.utf8.count), ellipsis: glyphs.ellipsis)
      + year
  }

  var source: ListSource {
    switch self {
    case .movie(let movie): .cast(of: movie)
    case .actor(let actor): .movies(with: actor.actor)
    }
  }
}

package enum ListSource: Hashable, Sendable {
  case catalog
  case cast(of: Movie)
  case movies(with: Actor)

  package var isOfMovies: Bool {
    if case .cast = self { return false }
    return true
  }

  func name(_ glyphs: Glyphs) -> String {
    switch self {
    case .catalog: "Movies"
    case .cast(let movie): movie.titleWithYear + (movie.isFavorite ? " \(glyphs.star)" : "")
    case .movies(let actor): actor.name
    }
  }

  /// The orders of the list; the first is the default.
  var orders: [BrowseOrder] { isOfMovies ? [.title, .added] : [.billing, .name, .movies] }
}

package enum BrowseOrder: String, Hashable, Sendable {
  case title = "by title"
  case added = "in order added"
  case billing = "in billing order"
  case name = "by name"
  case movies = "by number of movies"
}
