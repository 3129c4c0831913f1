internal import MovieSQLite

extension MovieStore {
  /// Adds random movies: real ones that the catalog does not have yet, then generated ones.
  ///
  /// Either all movies are added, or none. If the current task is cancelled, nothing is added, and the
  /// function ends within half a second.
  ///
  /// - Parameters:
  ///   - count: The number of movies to add. If it is 0 or less, none are added.
  ///   - seed: The start of the random sequence. The same seed adds the same movies to catalogs
  ///     with the same content. If it is `nil`, the highest movie id that the catalog has ever
  ///     assigned is used.
  ///   - favoritePercent: The probability that a movie becomes a favorite, in percent from 0 to
  ///     100.
  ///   - progress: A closure that is called after every few hundred movies, and once at the end before
  ///     the commit, with the number of movies added so far. An error that it throws rolls back the
  ///     transaction and is rethrown.
  /// - Returns: The numbers of movies and actors added.
  /// - Throws: Any error that `progress` throws; `CancellationError` if the current task is cancelled
  ///   before the commit; otherwise ``StoreError``, as for every change.
  @discardableResult
  public mutating func seed(
    _ count: Int, seed: UInt64? = nil, favoritePercent: Int = 10,
    progress: (TransferProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    try withCancellation {
      try addRandomMovies(
        count, seed: seed, favoritePercent: favoritePercent, progress: progress)
    }
  }

  private mutating func addRandomMovies(
    _ count: Int, seed: UInt64?, favoritePercent: Int,
    progress: (TransferProgress) throws -> Void
  ) throws -> ImportReport {
    let isNested = core.connection.isInTransaction
    let history = core.history
    return try core.transaction(.bulkWrite) { transaction, _ in
      var meter = TransferMeter()
      let newest = try RowIDAllocator(of: "MovieModel", in: transaction).newest
      let seed = seed ?? UInt64(newest)
      let hasMovies = try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM MovieModel)") != 0
      var inserter = try BulkInserter(
        insertsImmediately: false, keepsTitleIndex: hasMovies, keepsIndexes: isNested,
        in: transaction)
      var existing = try DuplicateFinder(upTo: Movie.ID(rawValue: newest), in: transaction)
      var random = SplitMix64(seed: seed &+ 1)
      try BatchPipeline<MovieBatch>.forEach(isParallel: count > MovieBatch.maximumMovies) { send in
        var generator = RandomBatchGenerator(seed: seed)
        while send(generator.next()) {}
      } consume: { batch in
        try inserter.begin(batch, in: transaction)
        for (index, movie) in batch.movies.enumerated() where inserter.movieCount < count {
          if hasMovies, try existing.containsSimilar(batch.drafts[index]) { continue }
          let isFavorite = random.below(100) < max(0, favoritePercent)
          try inserter.add(movie, of: batch, isFavorite: isFavorite, in: transaction)
          try meter.update(records: inserter.movieCount, progress)
        }
        return inserter.movieCount < count
      }
      try inserter.finish(in: transaction)
      try history.record(inserter.imported, in: transaction)
      try meter.finish(records: inserter.movieCount, progress)
      return ImportReport(movies: inserter.movieCount, newActors: inserter.newActorCount)
    }
  }

  /// Adds one random movie: a real one that the catalog does not have yet, or a generated one if it
  /// has them all.
  ///
  /// - Parameters:
  ///   - seed: The start of the random sequence. The same seed adds the same movie to catalogs with
  ///     the same content. If it is `nil`, the highest movie id that the catalog has ever assigned
  ///     is used.
  ///   - isFavorite: Whether the movie is a favorite.
  ///   - attributes: The attributes of the movie.
  /// - Returns: The movie as stored. The outcome is `added`.
  /// - Throws: ``StoreError``, as for every change.
  @discardableResult
  public mutating func addRandom(
    seed: UInt64? = nil, isFavorite: Bool = false, attributes: MovieAttributes = MovieAttributes()
  ) throws(StoreError) -> ChangedMovie {
    let history = core.history
    return try core.write { transaction, _ in
      let newest = try RowIDAllocator(of: "MovieModel", in: transaction).newest
      var movies = RandomMovies(seed: seed ?? UInt64(newest))
      var existing = try DuplicateFinder(in: transaction)
      var movie = movies.next()
      while try existing.containsSimilar(movie) { movie = movies.next() }
      var writer = try MovieWriter(in: transaction)
      let added = try writer.add(
        MovieDraft(
          cleanTitle: movie.title, cleanCast: movie.cast, isFavorite: isFavorite,
          attributes: attributes),
        in: transaction)
      try history.record(.added(added), in: transaction)
      return ChangedMovie(movie: added, outcome: .added)
    }
  }

  /// Creates a catalog in memory with random movies, real ones first, for a preview or a test.
  ///
  /// - Parameters:
  ///   - movies: The number of movies. About a tenth of them are favorites.
  ///   - seed: The start of the random sequence. The same seed gives the same catalog on every
  ///     machine.
  /// - Throws: ``StoreError``: `outOfMemory`.
  public static func preview(
    movies: Int = 25, seed: UInt64 = 1
  ) throws(StoreError) -> MovieStore {
    var store = try MovieStore()
    do { try store.seed(movies, seed: seed) } catch { throw StoreError(error, path: store.path) }
    return store
  }
}
