extension MovieRepository {
  /// Returns a live query for the movies that match the query, with their casts.
  public nonisolated func observeMovies(
    matching query: MovieQuery = MovieQuery()
  ) -> LiveQuery<MovieQuery, [MovieWithCast]> {
    LiveQuery(query, of: self) { try $0.movies($1) }
  }

  /// Returns a live query for the movies that have the actor in their cast, by title.
  public nonisolated func observeMovies(
    with actor: MovieStore.Actor.ID
  ) -> LiveQuery<MovieStore.Actor.ID, [MovieWithCast]> {
    LiveQuery(actor, of: self) { try $0.movies(with: $1) }
  }

  /// Returns a live query for the movie with the id and its cast.
  ///
  /// Its result is `nil` while no movie has the id.
  public nonisolated func observeMovie(_ id: Movie.ID) -> LiveQuery<Movie.ID, MovieWithCast?> {
    LiveQuery(id, of: self) { try $0.movie(id: $1) }
  }

  /// Returns a live query for the actors that match the query, each with a movie count.
  public nonisolated func observeActors(
    matching query: ActorQuery = ActorQuery()
  ) -> LiveQuery<ActorQuery, [ActorWithMovieCount]> {
    LiveQuery(query, of: self) { try $0.actors($1) }
  }

  /// Returns a live query for the actors of the movie in billing order.
  ///
  /// Its result is empty while the movie has no cast or does not exist.
  public nonisolated func observeActors(
    in movie: Movie.ID
  ) -> LiveQuery<Movie.ID, [ActorWithMovieCount]> {
    LiveQuery(movie, of: self) { try $0.actors(in: $1) }
  }

  /// Returns a live query for the number of movies that match the query.
  ///
  /// The limit and offset of the query are ignored.
  public nonisolated func observeMovieCount(
    matching query: MovieQuery = MovieQuery()
  ) -> LiveQuery<MovieQuery, Int> {
    LiveQuery(query, of: self) { try $0.movieCount($1) }
  }

  /// Returns a live query for the number of actors that match the query.
  ///
  /// The limit and offset of the query are ignored.
  public nonisolated func observeActorCount(
    matching query: ActorQuery = ActorQuery()
  ) -> LiveQuery<ActorQuery, Int> {
    LiveQuery(query, of: self) { try $0.actorCount($1) }
  }

  /// Returns a live query for the value that a closure reads.
  ///
  /// Records, ids, statistics, `Bool`, `Int`, `Int64`, `Double`, `String`, and arrays and optionals of
  /// these are compared by the bytes of their text, and delivered when they differ. A value of another
  /// type is delivered after each change of the catalog, even if it is equal to the last one: `==`
  /// does not distinguish NFC and NFD spellings of a `String` in it.
  ///
  /// - Parameter read: A closure that calls one function of the store, and only reads. Several
  ///   calls could see different states of the catalog. If the closure throws an error other than
  ///   ``StoreError`` or ``DraftError``, it is reported as `internalError`.
  public nonisolated func observe<Value: Sendable>(
    _ read: @escaping @Sendable (inout MovieStore) throws -> Value
  ) -> LiveQuery<Void, Value> {
    LiveQuery((), of: self) { store, _ in try read(&store) }
  }
}

// MARK: - Finding changes

extension MovieRepository {
  /// The time that an observing read waits for locks, in milliseconds. It is short, so that the executor
  /// stays available, and a cancelled task ends soon.
  private static var observationTimeout: Int32 { 20 }

  /// Returns the value that the closure reads and the version of the database, or `nil` if the version
  /// has not changed.
  ///
  /// - Throws: `busy` if another process holds a lock, `replaced`, and any error that the closure throws.
  func readValue<Value: Sendable>(
    ifNewerThan version: DatabaseVersion?,
    _ body: @Sendable (inout MovieStore) throws -> Value
  ) throws(StoreError) -> (Value, DatabaseVersion)? {
    let timeout = box.store.busyTimeout
    box.store.busyTimeout = Self.observationTimeout
    defer { box.store.busyTimeout = timeout }
    // The version is read first: after a commit between the two reads, the value is read again.
    let current = try DatabaseVersion(of: box.store)
    if current == version { return nil }
    do { return (try body(&box.store), current) } catch { throw StoreError(error, path: path) }
  }

  /// Waits until the catalog may have changed, the next check for changes by other connections is due, or
  /// the task is cancelled.
  nonisolated func waitForChange(after generation: Int) async {
    // No other connection can change a catalog in memory.
    let isInMemory = path == MovieStore.memoryPath
    await notifier.wait(
      after: generation,
      atMost: isInMemory ? nil : .milliseconds(DatabaseVersion.pollingMilliseconds))
  }
}
