extension MovieRepository {
  /// Returns the movies that match the query, in its order, one after another.
  ///
  /// ```swift
  /// for try await movie in repository.rows(MovieQuery(favoritesOnly: true)) { send(movie) }
  /// ```
  ///
  /// The ids of the matches are read first. The movies follow in batches on a separate connection,
  /// each when the loop has reached its first movie, so that a slow loop holds few movies in memory,
  /// and keeps neither other reads nor changes waiting. A movie that is changed in the meantime is
  /// returned as it is when it is read; one that is deleted is left out.
  ///
  /// The sequence can be iterated once. It throws ``StoreError``: `invalidInput`; otherwise as for
  /// opening and for every read; `CancellationError`.
  public func rows(_ query: MovieQuery = MovieQuery()) -> AsyncThrowingStream<Movie, any Error> {
    let rows = MovieRows(query, self)
    return AsyncThrowingStream { try await rows.next() }
  }
}

/// The movies of a query, which are read in batches.
private actor MovieRows {
  private static let batchSize = 256

  private let query: MovieQuery
  private let repository: MovieRepository
  private let worker: StoreWorker
  /// `nil` before the first movie is requested.
  private var ids: ArraySlice<Movie.ID>?
  private var batch: ArraySlice<Movie> = []

  init(_ query: MovieQuery, _ repository: MovieRepository) {
    self.query = query
    self.repository = repository
    worker = repository.anotherReader
  }

  func next() async throws -> Movie? {
    if ids == nil {
      try await repository.open()
      let query = query
      ids = try await worker.run { store in try store.movieIDs(query)[...] }
    }
    while batch.isEmpty, let next = ids?.prefix(Self.batchSize), !next.isEmpty {
      ids?.removeFirst(next.count)
      batch = try await worker.run { store in
        try store.read { store in try next.compactMap { try store.movie(id: $0) } }[...]
      }
    }
    return batch.popFirst()
  }
}
