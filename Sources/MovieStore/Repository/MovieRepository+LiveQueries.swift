extension MovieRepository {
  /// The movies of the query with their casts, now and after every change.
  public nonisolated func movies(
    matching query: MovieQuery = MovieQuery()
  ) -> LiveQuery<[CreditedMovie]> {
    values { store in try store.movies(query) }
  }

  /// The movies that have the actor in their cast, by title, now and after every change.
  public nonisolated func movies(with actor: Actor.ID) -> LiveQuery<[CreditedMovie]> {
    movies(matching: MovieQuery(actors: [actor]))
  }

  /// The movie of the id with its cast, now and after every change; `nil` while there is none.
  public nonisolated func movie(_ id: Movie.ID) -> LiveQuery<CreditedMovie?> {
    values { store in try store.movie(id) }
  }

  /// The actors of the query with the numbers of their movies, now and after every change.
  public nonisolated func actors(
    matching query: ActorQuery = ActorQuery()
  ) -> LiveQuery<[CreditedActor]> {
    values { store in try store.actors(query) }
  }

  /// The actors of the movie in billing order, now and after every change; empty where the movie has
  /// none, or is gone.
  public nonisolated func actors(in movie: Movie.ID) -> LiveQuery<[CreditedActor]> {
    actors(matching: ActorQuery(movie: movie, order: .billing))
  }

  /// How many movies the query means, now and after every change; limit and offset do not count.
  public nonisolated func movieCount(matching query: MovieQuery = MovieQuery()) -> LiveQuery<Int> {
    values { store in try store.movieCount(query) }
  }

  /// How many actors the query means, now and after every change; limit and offset do not count.
  public nonisolated func actorCount(matching query: ActorQuery = ActorQuery()) -> LiveQuery<Int> {
    values { store in try store.actorCount(query) }
  }

  /// Whatever the body reads, now and after every change.
  ///
  /// Values are compared by `==`. `String` takes NFC and NFD spellings for equal, ``Movie`` and ``Actor``
  /// do not: read those, or the text's UTF-8, where the spelling matters.
  ///
  /// - Parameter read: one call of a function of the store that reads. Several calls may see several
  ///   states of the catalog. What it throws beside ``StoreError`` is told as a `defect`.
  public nonisolated func values<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (inout MovieStore) throws -> Value
  ) -> LiveQuery<Value> {
    LiveQuery(of: self) { store throws(StoreError) in try store.typed(read) }
  }
}
