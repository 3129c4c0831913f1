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
  /// The version that was current when other connections were last checked for changes.
  var latestVersion: DatabaseVersion?

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
    let changes = box.store.connection.totalChanges
    defer { if box.store.connection.totalChanges != changes { notifier.notify() } }
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
