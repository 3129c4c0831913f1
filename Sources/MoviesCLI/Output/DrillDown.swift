internal import MovieStore

/// Follows movies to actors to movies, so many steps; nothing is opened twice.
struct DrillDown {
  private let depth: Int
  private let order: CastOrder
  private var openMovies: Set<Movie.ID> = []
  private var openActors: Set<Actor.ID> = []

  init(depth: Int, order: CastOrder) {
    self.depth = depth
    self.order = order
  }

  /// The movie with the filmography of each actor that is opened.
  mutating func record(
    of movie: MovieWithCast, in store: borrowing MovieStore
  ) throws -> MovieRecord {
    try record(of: movie, depth: depth, in: store)
  }

  private mutating func record(
    of movie: MovieWithCast, depth: Int, in store: borrowing MovieStore
  ) throws -> MovieRecord {
    let cast = order.sorted(movie.cast)
    var record = MovieRecord(MovieWithCast(movie: movie.movie, cast: cast))
    guard depth > 1, openMovies.insert(movie.id).inserted else { return record }
    for actor in cast where openActors.insert(actor.id).inserted {
      var films: [MovieRecord] = []
      for film in try store.movies(with: actor.id) {
        films.append(try self.record(of: film, depth: depth - 2, in: store))
      }
      record.filmographies[actor.id] = films
    }
    return record
  }
}
