package import MovieStore
internal import MovieSystem
internal import MovieTerminal

package enum BrowseRow: Hashable, Sendable {
  case movie(Movie)
  case actor(ActorWithMovieCount)
  /// A key of attributes, and the number of movies that have it.
  case key(AttributeKey, movies: Int)
  case value(AttributeKey, AttributeValue, movies: Int)

  /// The identity of a row, which no change affects.
  package enum ID: Hashable, Sendable {
    case movie(Movie.ID)
    case actor(Actor.ID)
    case key(AttributeKey)
    case value(AttributeKey, AttributeValue)
  }

  package var id: ID {
    switch self {
    case .movie(let movie): .movie(movie.id)
    case .actor(let actor): .actor(actor.id)
    case .key(let key, _): .key(key)
    case .value(let key, let value, _): .value(key, value)
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
    case .key(let key, _): key.name
    case .value(_, let value, _): value.description
    }
  }

  /// The number of movies of a row that is not a movie.
  var movieCount: Int? {
    switch self {
    case .movie: nil
    case .actor(let actor): actor.movieCount
    case .key(_, let movies), .value(_, _, let movies): movies
    }
  }

  /// The list that the row opens.
  var source: ListSource {
    switch self {
    case .movie(let movie): .cast(of: movie)
    case .actor(let actor): .movies(with: actor.actor)
    case .key(let key, _): .values(of: key)
    case .value(let key, let value, _): .moviesHaving(key, value)
    }
  }
}

package enum ListSource: Hashable, Sendable {
  case catalog
  case actors
  case attributeKeys
  case cast(of: Movie)
  case movies(with: Actor)
  case values(of: AttributeKey)
  case moviesHaving(AttributeKey, AttributeValue)

  package var isOfMovies: Bool {
    switch self {
    case .catalog, .movies, .moviesHaving: true
    case .actors, .attributeKeys, .cast, .values: false
    }
  }

  var isCast: Bool { if case .cast = self { true } else { false } }

  func name(_ glyphs: Glyphs) -> String {
    switch self {
    case .catalog: "Movies"
    case .actors: "Actors"
    case .attributeKeys: "Keys"
    case .cast(let movie): movie.titleWithYear + (movie.isFavorite ? " \(glyphs.star)" : "")
    case .movies(let actor): actor.name
    case .values(let key): key.name
    case .moviesHaving(_, let value): value.description
    }
  }

  var noun: String {
    switch self {
    case .catalog, .movies, .moviesHaving: "movie"
    case .actors, .cast: "actor"
    case .attributeKeys: "key"
    case .values: "value"
    }
  }

  /// The orders of the list without those by attributes; the first is the default.
  var orders: [BrowseOrder] {
    switch self {
    case .catalog, .movies, .moviesHaving: [.title, .added]
    case .cast: [.billing, .name, .movies]
    case .actors: [.movies, .name]
    case .attributeKeys: [.movies, .name]
    case .values(.year), .values(.rating), .values(.watched), .values(.runtime): [.value, .movies]
    case .values: [.movies, .value]
    }
  }
}

package enum BrowseOrder: Hashable, Sendable {
  case relevance, title, added
  case attribute(AttributeKey)
  case billing, name, movies, value

  var label: String {
    switch self {
    case .relevance: "by relevance"
    case .title: "by title"
    case .added: "in order added"
    case .attribute(.watched): "by date watched"
    case .attribute(let key): "by \(key)"
    case .billing: "in billing order"
    case .name: "by name"
    case .movies: "by number of movies"
    case .value: "by value"
    }
  }

  /// Its name in a menu and in commands.
  var name: String {
    switch self {
    case .relevance: "relevance"
    case .title: "title"
    case .added: "added"
    case .attribute(let key): key.name
    case .billing: "billing"
    case .name: "name"
    case .movies: "movies"
    case .value: "value"
    }
  }

  /// Whether the order begins with the highest value, unless it is reversed.
  var descends: Bool { self == .attribute(.rating) || self == .attribute(.watched) }
}
