internal import MovieSQLite

extension MovieStore {
  /// Adds random movies: real ones that the catalog does not have yet, then generated ones.
  ///
  /// Either all movies are added, or none.
  ///
  /// - Parameters:
  ///   - count: The number of movies to add. If it is 0 or less, none are added.
  ///   - seed: The start of the random sequence. The same seed adds the same movies to catalogs
  ///     with the same content. If it is `nil`, the highest movie id that the catalog has ever
  ///     assigned is used.
  ///   - favoritePercent: The probability that a movie becomes a favorite, in percent from 0 to
  ///     100.
  ///   - progress: A closure that is called after each movie with the number of movies added so
  ///     far. An error that it throws rolls back the transaction and is rethrown.
  /// - Returns: The numbers of movies and actors added.
  /// - Throws: Any error that `progress` throws; otherwise ``StoreError``, as for every change.
  @discardableResult
  public mutating func seed(
    _ count: Int, seed: UInt64? = nil, favoritePercent: Int = 10,
    _ progress: (Int) throws -> Void = { _ in }
  ) throws -> ImportReport {
    try transaction(.bulkWrite) { transaction, _ in
      var seeder = try Seeder(seed: seed, favoritePercent: favoritePercent, in: transaction)
      let start = seeder.seed
      try BatchPipeline<MovieBatch>.forEach(isParallel: count > MovieBatch.maximumMovies) { send in
        var generator = RandomBatchGenerator(seed: start)
        while send(generator.next()) {}
      } consume: { batch in
        try seeder.insert(batch, upTo: count, in: transaction, progress)
        return seeder.movieCount < count
      }
      return try seeder.finish(in: transaction)
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
  /// - Returns: The movie with its cast.
  /// - Throws: ``StoreError``, as for every change.
  @discardableResult
  public mutating func addRandom(
    seed: UInt64? = nil, isFavorite: Bool = false
  ) throws(StoreError) -> ChangedMovie {
    let changeLog = changeLog
    return try write { transaction, _ in
      let newest = try RowIDAllocator(of: "MovieModel", in: transaction).newest
      var movies = RandomMovies(seed: seed ?? UInt64(newest))
      var existing = try DuplicateFinder(in: transaction)
      var movie = movies.next()
      while try existing.containsSimilar(movie) { movie = movies.next() }
      var writer = try MovieWriter(in: transaction)
      let added = try writer.add(
        MovieDraft(cleanTitle: movie.title, cleanCast: movie.cast, isFavorite: isFavorite))
      changeLog.record(.added(added))
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

/// Inserts batches of random movies that the catalog does not have yet.
private struct Seeder: ~Copyable {
  let seed: UInt64

  private var random: SplitMix64
  private let favoritePercent: UInt64
  private var inserter: BulkInserter
  private var existing: DuplicateFinder
  /// Whether the catalog had movies before.
  private let hasMovies: Bool

  init(
    seed: UInt64?, favoritePercent: Int, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let newest = try RowIDAllocator(of: "MovieModel", in: transaction).newest
    let hasMovies = try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM MovieModel)") != 0
    let inserter = try BulkInserter(
      insertsImmediately: false, keepsTitleIndex: hasMovies, in: transaction)
    let existing = try DuplicateFinder(upTo: Movie.ID(rawValue: newest), in: transaction)
    self.seed = seed ?? UInt64(newest)
    random = SplitMix64(seed: self.seed &+ 1)
    self.favoritePercent = UInt64(max(0, favoritePercent))
    self.hasMovies = hasMovies
    self.inserter = inserter
    self.existing = existing
  }

  var movieCount: Int { inserter.movieCount }

  mutating func insert(
    _ batch: MovieBatch, upTo count: Int, in transaction: borrowing Transaction,
    _ progress: (Int) throws -> Void
  ) throws {
    try inserter.begin(batch, in: transaction)
    for (index, movie) in batch.movies.enumerated() where inserter.movieCount < count {
      if hasMovies, try existing.containsSimilar(batch.drafts[index]) { continue }
      try inserter.add(movie, of: batch, isFavorite: random.below(100) < favoritePercent)
      try progress(inserter.movieCount)
    }
  }

  consuming func finish(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieStore.ImportReport {
    try inserter.finish(in: transaction)
    var report = MovieStore.ImportReport()
    report.movies = inserter.movieCount
    report.newActors = inserter.newActorCount
    return report
  }
}
