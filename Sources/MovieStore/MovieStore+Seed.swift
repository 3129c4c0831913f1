internal import MovieSQLite

extension MovieStore {
  /// The result of an import or of seeding: the numbers of records added and skipped.
  public struct ImportReport: Hashable, Sendable {
    /// The number of movies added.
    public internal(set) var movies = 0
    /// The number of actors added because the catalog did not have them yet.
    public internal(set) var newActors = 0
    /// The number of records skipped because their movie is already in the catalog.
    public internal(set) var skipped = 0
    /// The number of movies added although the catalog already had a movie with the same title and
    /// cast.
    ///
    /// Only imports of the `movies` program count it; otherwise it is 0.
    public internal(set) var existing = 0
    /// The number of records skipped because they are invalid.
    public internal(set) var bad = 0
    /// The unknown keys and columns in the order in which they first appear, at most 64.
    public internal(set) var ignoredKeys: [String] = []
    /// The sources without any record, in their order.
    package internal(set) var emptySources: [String] = []
  }

  /// Adds random movies: real ones that the catalog does not have yet, then made-up ones.
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
      var seeding = try Seeding(seed: seed, favoritePercent: favoritePercent, in: transaction)
      let start = seeding.seed
      try BatchPipeline.forEach(isParallel: count > MovieBatch.mostFilms) { give in
        var films = RandomBatchGenerator(seed: start)
        while give(films.next()) {}
      } _: { batch in
        try seeding.take(batch, upTo: count, in: transaction, progress)
        return seeding.movieCount < count
      }
      return try seeding.finished(in: transaction)
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

  /// Adds one random movie: a real film that is not in the catalog yet, else a made-up one.
  package mutating func addRandom(
    seed: UInt64? = nil, isFavorite: Bool = false
  ) throws(StoreError) -> ChangedMovie {
    let changeLog = changeLog
    return try write { transaction, _ in
      var films = try UnseenFilms(seed: seed, in: transaction)
      var writer = try MovieWriter(in: transaction)
      let film = try films.next(isFavorite: isFavorite)
      let added = try writer.add(film)
      changeLog.record(.added(added))
      return ChangedMovie(movie: added, outcome: .added)
    }
  }
}

/// Random films that are not in the catalog.
private struct UnseenFilms: ~Copyable {
  private var films: RandomMovies
  private var existing: DuplicateFinder

  init(seed: UInt64?, in transaction: borrowing Transaction) throws(SQLiteError) {
    let existing = try DuplicateFinder(in: transaction)
    let newest = try RowIDAllocator(of: "MovieModel", in: transaction).newest
    films = RandomMovies(seed: seed ?? UInt64(newest))
    self.existing = existing
  }

  mutating func next(isFavorite: Bool) throws -> MovieDraft {
    while true {
      let film = films.next()
      let draft = try MovieDraft(title: film.title, cast: film.cast, isFavorite: isFavorite)
      if try !existing.containsSimilar(draft) { return draft }
    }
  }
}

/// A seeding under way.
private struct Seeding: ~Copyable {
  /// Where the films start.
  let seed: UInt64

  private var favorites: SplitMix64
  private let favoritePercent: UInt64
  private var loader: BulkInserter
  private var existing: DuplicateFinder
  /// Whether films may be in the catalog already.
  private let hasMovies: Bool

  init(
    seed: UInt64?, favoritePercent: Int, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let newest = try RowIDAllocator(of: "MovieModel", in: transaction).newest
    let hasMovies = try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM MovieModel)") != 0
    let loader = try BulkInserter(
      showsEachMovie: false, keepsTitleIndex: hasMovies, in: transaction)
    let existing = try DuplicateFinder(upTo: Movie.ID(rawValue: newest), in: transaction)
    self.seed = seed ?? UInt64(newest)
    favorites = SplitMix64(seed: self.seed &+ 1)
    self.favoritePercent = UInt64(max(0, favoritePercent))
    self.hasMovies = hasMovies
    self.loader = loader
    self.existing = existing
  }

  var movieCount: Int { loader.movieCount }

  mutating func take(
    _ batch: MovieBatch, upTo count: Int, in transaction: borrowing Transaction,
    _ progress: (Int) throws -> Void
  ) throws {
    try loader.begin(batch, in: transaction)
    for (index, film) in batch.films.enumerated() where loader.movieCount < count {
      if hasMovies, try existing.containsSimilar(batch.drafts[index]) { continue }
      try loader.add(film, of: batch, isFavorite: favorites.below(100) < favoritePercent)
      try progress(loader.movieCount)
    }
  }

  consuming func finished(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieStore.ImportReport {
    try loader.finish(in: transaction)
    var report = MovieStore.ImportReport()
    report.movies = loader.movieCount
    report.newActors = loader.newActorCount
    return report
  }
}
