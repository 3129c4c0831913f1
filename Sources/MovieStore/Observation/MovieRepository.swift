internal import MovieSQLite
internal import MovieSystem

/// A catalog for concurrent programs: an actor that owns a store and runs its calls one after
/// another.
///
/// ```swift
/// let repository = try await MovieRepository(path: "movies.db")
/// let heat = try await repository.save(MovieDraft(title: "Heat", cast: ["Al Pacino"]))
/// for try await favorites in repository.movies(matching: MovieQuery(favoritesOnly: true)) {
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
  private let queue: StoreExecutor
  /// Not copyable, and made on the queue, from where only a reference can be handed on.
  let opened: StoreBox
  package nonisolated let bell = ChangeNotifier()
  private var watch: FileWatch?

  /// The absolute path of the database file, or `:memory:` for a catalog in memory.
  public nonisolated let path: String

  /// The executor that runs the calls, outside Swift's cooperative thread pool.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
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

  /// The file is closed on the queue: that may take a disk's time.
  isolated deinit {}

  private init(
    label: String, _ open: @escaping @Sendable () throws(StoreError) -> MovieStore
  ) async throws(StoreError) {
    let queue = StoreExecutor(label: label)
    let opened = try await queue.run { () throws(StoreError) in StoreBox(try open()) }
    path = opened.store.path
    self.opened = opened
    self.queue = queue
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
    let changes = opened.store.connection.totalChanges
    defer { if opened.store.connection.totalChanges != changes { bell.ring() } }
    return try body(&opened.store)
  }
}

/// A store in the hands of a repository.
final class StoreBox {
  var store: MovieStore

  init(_ store: consuming MovieStore) { self.store = store }
}

// MARK: - What live queries need

extension MovieRepository {
  /// Which state of the catalog a value is of; equal while nothing changes.
  struct Stamp: Equatable {
    /// Of the file, which others' commits change.
    let version: Int64
    /// Rows that were changed here.
    let changes: Int64
  }

  /// What the body reads, unless the catalog is still of the stamp.
  ///
  /// It waits for other programs' locks but shortly: a cancelled task is not to be kept by one.
  ///
  /// - Throws: `busy` soon, `replaced`, and what the body throws.
  func look<Value: Sendable>(
    since stamp: Stamp?, _ body: @Sendable (inout MovieStore) throws(StoreError) -> Value
  ) throws(StoreError) -> (Value, Stamp)? {
    if watch == nil, path != MovieStore.memoryPath {
      watch = FileWatch(FilePath.resolved(path), ringing: bell)
    }
    // Reading is what may bring the log into being.
    defer { if let watch, watch.renew() { bell.ring() } }
    guard opened.store.isInPlace else { throw .replaced(path: path) }
    opened.store.setBusyTimeout(milliseconds: 20)
    defer { opened.store.setBusyTimeout(milliseconds: ConnectionSetup.busyTimeoutMilliseconds) }
    // First the stamp: where somebody changes the catalog in between, the value is read once more.
    let now = Stamp(
      version: try opened.store.dataVersion(), changes: opened.store.connection.totalChanges)
    return now == stamp ? nil : (try body(&opened.store), now)
  }
}
