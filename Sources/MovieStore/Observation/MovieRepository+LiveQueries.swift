extension MovieRepository {
  /// Returns a live query for the movies that match the query, with their casts.
  public nonisolated func movies(
    matching query: MovieQuery = MovieQuery()
  ) -> LiveQuery<[MovieWithCast]> {
    values { store in try store.movies(query) }
  }

  /// Returns a live query for the movies that have the actor in their cast, by title.
  public nonisolated func movies(with actor: Actor.ID) -> LiveQuery<[MovieWithCast]> {
    movies(matching: MovieQuery(actors: [actor]))
  }

  /// Returns a live query for the movie with the id and its cast.
  ///
  /// Its result is `nil` while no movie has the id.
  public nonisolated func movie(_ id: Movie.ID) -> LiveQuery<MovieWithCast?> {
    values { store in try store.movie(id) }
  }

  /// Returns a live query for the actors that match the query, each with a movie count.
  public nonisolated func actors(
    matching query: ActorQuery = ActorQuery()
  ) -> LiveQuery<[ActorWithMovieCount]> {
    values { store in try store.actors(query) }
  }

  /// Returns a live query for the actors of the movie in billing order.
  ///
  /// Its result is empty while the movie has no cast or does not exist.
  public nonisolated func actors(in movie: Movie.ID) -> LiveQuery<[ActorWithMovieCount]> {
    actors(matching: ActorQuery(movie: movie, order: .billing))
  }

  /// Returns a live query for the number of movies that match the query.
  ///
  /// The limit and offset of the query are ignored.
  public nonisolated func movieCount(matching query: MovieQuery = MovieQuery()) -> LiveQuery<Int> {
    values { store in try store.movieCount(query) }
  }

  /// Returns a live query for the number of actors that match the query.
  ///
  /// The limit and offset of the query are ignored.
  public nonisolated func actorCount(matching query: ActorQuery = ActorQuery()) -> LiveQuery<Int> {
    values { store in try store.actorCount(query) }
  }

  /// Returns a live query for the value that a closure reads.
  ///
  /// Values are compared with `==`. `String` treats NFC and NFD spellings as equal; ``Movie`` and
  /// ``Actor`` do not. If the spelling matters, read these types, or the UTF-8 of the text.
  ///
  /// - Parameter read: A closure that calls one function of the store, and only reads. Several
  ///   calls could see different states of the catalog. If the closure throws an error other than
  ///   ``StoreError`` or ``DraftError``, it is reported as `internalError`.
  public nonisolated func values<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (inout MovieStore) throws -> Value
  ) -> LiveQuery<Value> {
    LiveQuery(of: self) { store throws(StoreError) in
      do { return try read(&store) } catch { throw StoreError(error, path: store.path) }
    }
  }
}
