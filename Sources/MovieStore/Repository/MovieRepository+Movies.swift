extension MovieRepository {
  /// The movie of the id with its cast.
  ///
  /// - Throws: ``StoreError``: `unknownMovie` where there is none; else as every reading.
  public func get(id: Movie.ID) throws(StoreError) -> CreditedMovie {
    guard let movie = try opened.store.movie(id) else {
      throw .unknownMovie(reference: "\(id.rawValue)")
    }
    return movie
  }

  /// The actor of the id with the number of movies.
  ///
  /// - Throws: ``StoreError``: `unknownActor` where there is none; else as every reading.
  public func get(id: Actor.ID) throws(StoreError) -> CreditedActor {
    guard let actor = try opened.store.actor(id) else {
      throw .unknownActor(reference: "\(id.rawValue)")
    }
    return actor
  }

  /// All movies with their casts, by title; empty where the catalog is.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public func fetchAll() throws(StoreError) -> [CreditedMovie] { try fetch(MovieQuery()) }

  /// The movies of the query with their casts, in its order; empty where it finds none.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public func fetch(_ query: MovieQuery) throws(StoreError) -> [CreditedMovie] {
    try opened.store.movies(query)
  }

  /// The actors of the query with the numbers of their movies, in its order; empty where it finds none.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public func fetch(_ query: ActorQuery) throws(StoreError) -> [CreditedActor] {
    try opened.store.actors(query)
  }

  /// The actors of a movie in billing order; empty where its cast is.
  ///
  /// - Throws: ``StoreError``: `unknownMovie` where there is no such movie; else as every reading.
  public func fetchActors(in movie: Movie.ID) throws(StoreError) -> [CreditedActor] {
    let actors = try opened.store.actors(in: movie)
    if actors.isEmpty { _ = try get(id: movie) }
    return actors
  }

  /// The movies that have the actor in their cast, by title.
  ///
  /// - Throws: ``StoreError``: `unknownActor` where there is no such actor; else as every reading.
  public func fetchMovies(with actor: Actor.ID) throws(StoreError) -> [CreditedMovie] {
    let movies = try opened.store.movies(with: actor)
    if movies.isEmpty { _ = try get(id: actor) }
    return movies
  }

  /// How many movies the query means; its order, limit and offset make no
  /// difference.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public func count(_ query: MovieQuery = MovieQuery()) throws(StoreError) -> Int {
    try opened.store.movieCount(query)
  }

  /// How many actors the query means; its order, limit and offset make no
  /// difference.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public func count(_ query: ActorQuery) throws(StoreError) -> Int {
    try opened.store.actorCount(query)
  }
}
