internal import Dispatch
internal import MovieSQLite

/// A catalog for concurrent programs: an actor that owns a store and runs its calls one after
/// another.
///
/// ```swift
/// let repository = try await MovieRepository(path: "movies.db")
/// let heat = try await repository.save(MovieDraft(title: "Heat", cast: ["Al Pacino"]))
/// for try await favorites in repository.observeMovies(matching: MovieQuery(favoritesOnly: true)) {
///   print(favorites.map(\.title))
/// }
/// ```
///
/// Calls run outside Swift's cooperative thread pool, so a call that waits for the disk or for
/// another process's lock does not block other tasks. Only values are passed between tasks.
///
/// Each call is one transaction, and throws a ``StoreError`` if it fails: an empty array means that
/// nothing was found, never that an error occurred.
///
/// A program can have any number of repositories, on one file or on several.
public actor MovieRepository {
  private let executor: StoreExecutor
  let box: StoreBox
  package nonisolated let notifier = ChangeNotifier()

  /// The absolute path of the database file, or `:memory:` for a catalog in memory.
  public nonisolated let path: String

  /// The executor that runs the calls, outside Swift's cooperative thread pool.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Opens the catalog in a database file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, absolute or relative to the working directory.
  ///   - access: The purpose of the repository, which also determines how a missing file or a file
  ///     with an older schema is treated.
  /// - Throws: ``StoreError``: as for ``MovieStore/MovieStore/init(path:access:)``.
  public init(
    path: String, access: MovieStore.Access = .writing
  ) async throws(StoreError) {
    try await self.init(label: path) { () throws(StoreError) in
      try MovieStore(path: path, access: access)
    }
  }

  /// Opens an empty catalog in memory, which is discarded with the repository.
  ///
  /// - Throws: ``StoreError``: `outOfMemory`.
  public init() async throws(StoreError) {
    try await self.init(label: MovieStore.memoryPath) { () throws(StoreError) in
      try MovieStore()
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
  ) async throws(StoreError) -> MovieRepository {
    try await MovieRepository(label: MovieStore.memoryPath) { () throws(StoreError) in
      try MovieStore.preview(movies: movies, seed: seed)
    }
  }

  /// Isolated, because closing the file can wait for the disk.
  isolated deinit {}

  private init(
    label: String, _ open: @escaping @Sendable () throws(StoreError) -> MovieStore
  ) async throws(StoreError) {
    let executor = StoreExecutor(label: label)
    let box = try await executor.run { () throws(StoreError) in StoreBox(try open()) }
    path = box.store.path
    self.box = box
    self.executor = executor
  }

  /// Runs a closure with the store, for operations that the repository does not provide itself.
  ///
  /// Examples are edits, imports and statistics. Each call to the store runs in its own
  /// transaction. Live queries are notified of the changes after the closure returns.
  ///
  /// - Parameter body: A closure that uses the store. The store cannot escape from it.
  /// - Returns: The value that `body` returns.
  /// - Throws: Any error that `body` throws.
  public func withStore<Result: Sendable, Failure: Error>(
    _ body: @Sendable (inout MovieStore) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let changes = box.store.core.connection.totalChanges
    defer { if box.store.core.connection.totalChanges != changes { notifier.notify() } }
    return try body(&box.store)
  }
}

/// A reference to the store of a repository: a noncopyable value cannot be returned by a continuation.
final class StoreBox {
  var store: MovieStore

  init(_ store: consuming MovieStore) { self.store = store }
}

/// Runs the calls of one repository, one after another, on a dispatch queue of its own.
///
/// A store can block while it waits for the disk or for another process's lock. The threads of Swift's
/// cooperative pool must not block; dispatch starts another thread instead.
final class StoreExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: "MovieStore \(label)") }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs the closure on the queue before a repository exists.
  func run<Result>(
    _ body: @escaping @Sendable () throws(StoreError) -> sending Result
  ) async throws(StoreError) -> sending Result {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Swift.Result { () throws(StoreError) in try body() })
      }
    }
    return try result.get()
  }
}

// MARK: - Reading

extension MovieRepository {
  /// Returns the movie with the id and its cast.
  ///
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every read.
  public func get(id: Movie.ID) throws(StoreError) -> MovieWithCast {
    guard let movie = try box.store.movie(id: id) else {
      throw .unknownMovie(.id(id))
    }
    return movie
  }

  /// Returns the actor with the id and the actor's movie count.
  ///
  /// - Throws: ``StoreError``: `unknownActor` if no actor has the id; otherwise as for every read.
  public func get(id: MovieStore.Actor.ID) throws(StoreError) -> ActorWithMovieCount {
    guard let actor = try box.store.actor(id: id) else {
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
  public func fetchMovies(with actor: MovieStore.Actor.ID) throws(StoreError) -> [MovieWithCast] {
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
    try withStore { store throws(StoreError) in try store.delete(id: id).movie }
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
    try withStore { store throws(StoreError) in try store.toggleFavorite(id: id).movie }
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
