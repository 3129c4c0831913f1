extension MovieRepository {
  /// Returns the movies that match the query, in the order, one after another.
  ///
  /// ```swift
  /// for try await movie in repository.rows([.isFavorite]) { send(movie) }
  /// ```
  ///
  /// The ids of the matches are read first. The movies follow in batches on a separate connection,
  /// each when the loop has reached its first movie, so that a slow loop holds few movies in memory,
  /// and keeps neither other reads nor changes waiting. A movie that is changed in the meantime is
  /// returned as it is when it is read; one that is deleted is left out.
  ///
  /// The sequence can be iterated once. It throws ``StoreError``: `invalidInput`; otherwise as for
  /// opening and for every read; `CancellationError`.
  public func rows(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0
  ) -> AsyncThrowingStream<Movie, any Error> {
    let rows = MovieRows(self) { store throws(StoreError) in
      try store.movieIDs(
        query, order: order, descending: descending, limit: limit, offset: offset)
    }
    return AsyncThrowingStream { try await rows.next() }
  }
}

/// The movies of a query, which are read in batches.
private actor MovieRows {
  private static let batchSize = 256

  private let allIDs: @Sendable (borrowing Catalog) throws(StoreError) -> [Movie.ID]
  private let repository: MovieRepository
  private let worker: StoreWorker
  /// `nil` before the first movie is requested.
  private var ids: ArraySlice<Movie.ID>?
  private var batch: ArraySlice<Movie> = []

  init(
    _ repository: MovieRepository,
    _ allIDs: @escaping @Sendable (borrowing Catalog) throws(StoreError) -> [Movie.ID]
  ) {
    self.repository = repository
    self.allIDs = allIDs
    worker = repository.anotherReader
  }

  func next() async throws -> Movie? {
    if ids == nil {
      try await repository.open()
      let allIDs = allIDs
      ids = try await worker.run { store in try allIDs(store)[...] }
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
