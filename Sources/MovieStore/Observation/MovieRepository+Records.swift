// MARK: - Reading

extension MovieRepository {
  /// Returns the movie with the id and its cast.
  ///
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every read.
  public func get(id: Movie.ID) throws(StoreError) -> MovieWithCast {
    guard let movie = try box.store.movie(id) else {
      throw .unknownMovie(reference: "\(id.rawValue)")
    }
    return movie
  }

  /// Returns the actor with the id and the actor's movie count.
  ///
  /// - Throws: ``StoreError``: `unknownActor` if no actor has the id; otherwise as for every read.
  public func get(id: Actor.ID) throws(StoreError) -> ActorWithMovieCount {
    guard let actor = try box.store.actor(id) else {
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
    try box.store.movies(query)
  }

  /// Returns the actors that match the query, in its order, each with a movie count.
  ///
  /// The array is empty if no actor matches.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func fetch(_ query: ActorQuery) throws(StoreError) -> [ActorWithMovieCount] {
    try box.store.actors(query)
  }

  /// Returns the actors of a movie in billing order, each with a movie count.
  ///
  /// The array is empty if the movie has no cast.
  ///
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every read.
  public func fetchActors(in movie: Movie.ID) throws(StoreError) -> [ActorWithMovieCount] {
    let actors = try box.store.actors(in: movie)
    if actors.isEmpty { _ = try get(id: movie) }
    return actors
  }

  /// Returns the movies that have the actor in their cast, by title.
  ///
  /// - Throws: ``StoreError``: `unknownActor` if no actor has the id; otherwise as for every read.
  public func fetchMovies(with actor: Actor.ID) throws(StoreError) -> [MovieWithCast] {
    let movies = try box.store.movies(with: actor)
    if movies.isEmpty { _ = try get(id: actor) }
    return movies
  }

  /// Returns the number of movies that match the query.
  ///
  /// The order, limit and offset of the query are ignored.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func count(_ query: MovieQuery = MovieQuery()) throws(StoreError) -> Int {
    try box.store.movieCount(query)
  }

  /// Returns the number of actors that match the query.
  ///
  /// The order, limit and offset of the query are ignored.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func count(_ query: ActorQuery) throws(StoreError) -> Int {
    try box.store.actorCount(query)
  }
}

// MARK: - Changes

extension MovieRepository {
  /// Adds the movie of a draft, or replaces the title, cast and favorite state of an existing
  /// movie.
  ///
  /// - Parameter draft: The values to store. If the draft has an id, the movie with that id is
  ///   updated. If the catalog never assigned the id, which it knows of ids above the highest one
  ///   that it ever assigned, the movie is added with that id.
  /// - Returns: The movie as stored. The outcome is `added`, `updated`, or `unchanged` if the movie
  ///   already had these values.
  /// - Throws: ``StoreError``: `unknownMovie` if the draft has an id that no movie has, but that may
  ///   have been assigned before or is below 1; otherwise as for every change.
  @discardableResult
  public func save(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    try withStore { store throws(StoreError) in try store.save(draft) }
  }

  /// Deletes a movie, and actors that are left without a movie.
  ///
  /// - Returns: The deleted movie. ``reinsert(_:)`` restores it.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public func delete(id: Movie.ID) throws(StoreError) -> MovieWithCast {
    try withStore { store throws(StoreError) in try store.delete(id: id) }
  }

  /// Restores a deleted movie with its id, its favorite state, and its cast in billing order.
  ///
  /// - Parameter movie: The deleted movie.
  /// - Returns: The restored movie; the outcome is `added`. If a movie already has the id, that
  ///   movie; the outcome is `unchanged`.
  /// - Throws: ``StoreError``, as for every change.
  @discardableResult
  public func reinsert(_ movie: MovieWithCast) throws(StoreError) -> ChangedMovie {
    try withStore { store throws(StoreError) in try store.reinsert(movie) }
  }

  /// Inverts the favorite state of a movie.
  ///
  /// - Returns: The movie in its new state.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public func toggleFavorite(id: Movie.ID) throws(StoreError) -> MovieWithCast {
    try withStore { store throws(StoreError) in try store.toggleFavorite(id: id) }
  }

  /// The changes made through this repository, oldest transaction first.
  ///
  /// The history is empty until ``keepHistory(of:)`` is called.
  public var history: [CatalogTransaction] { box.store.history }

  /// Starts recording the changes made through this repository.
  ///
  /// All values before and after each change are held in memory.
  ///
  /// - Parameter transactions: The maximum number of transactions to keep. Older ones are
  ///   discarded. If it is 0, the history is cleared and recording stops.
  public func keepHistory(of transactions: Int) { box.store.keepHistory(of: transactions) }
}
