extension MovieRepository {
  /// Returns the movie with the id and its cast.
  ///
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every read.
  public func get(id: Movie.ID) throws(StoreError) -> MovieWithCast {
    guard let movie = try opened.store.movie(id) else {
      throw .unknownMovie(reference: "\(id.rawValue)")
    }
    return movie
  }

  /// Returns the actor with the id and the actor's movie count.
  ///
  /// - Throws: ``StoreError``: `unknownActor` if no actor has the id; otherwise as for every read.
  public func get(id: Actor.ID) throws(StoreError) -> ActorWithMovieCount {
    guard let actor = try opened.store.actor(id) else {
      throw .unknownActor(reference: "\(id.rawValue)")
    }
    return actor
  }

  /// Returns all movies with their casts, by title.
  ///
  /// The array is empty if the catalog is empty.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func fetchAll() throws(StoreError) -> [MovieWithCast] { try fetch(MovieQuery()) }

  /// Returns the movies that match the query, with their casts, in the query's order.
  ///
  /// The array is empty if no movie matches.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func fetch(_ query: MovieQuery) throws(StoreError) -> [MovieWithCast] {
    try opened.store.movies(query)
  }

  /// Returns the actors that match the query, in its order, each with a movie count.
  ///
  /// The array is empty if no actor matches.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func fetch(_ query: ActorQuery) throws(StoreError) -> [ActorWithMovieCount] {
    try opened.store.actors(query)
  }

  /// Returns the actors of a movie in billing order, each with a movie count.
  ///
  /// The array is empty if the movie has no cast.
  ///
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every read.
  public func fetchActors(in movie: Movie.ID) throws(StoreError) -> [ActorWithMovieCount] {
    let actors = try opened.store.actors(in: movie)
    if actors.isEmpty { _ = try get(id: movie) }
    return actors
  }

  /// Returns the movies that have the actor in their cast, by title.
  ///
  /// - Throws: ``StoreError``: `unknownActor` if no actor has the id; otherwise as for every read.
  public func fetchMovies(with actor: Actor.ID) throws(StoreError) -> [MovieWithCast] {
    let movies = try opened.store.movies(with: actor)
    if movies.isEmpty { _ = try get(id: actor) }
    return movies
  }

  /// Returns the number of movies that match the query.
  ///
  /// The order, limit and offset of the query are ignored.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func count(_ query: MovieQuery = MovieQuery()) throws(StoreError) -> Int {
    try opened.store.movieCount(query)
  }

  /// Returns the number of actors that match the query.
  ///
  /// The order, limit and offset of the query are ignored.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func count(_ query: ActorQuery) throws(StoreError) -> Int {
    try opened.store.actorCount(query)
  }
}
