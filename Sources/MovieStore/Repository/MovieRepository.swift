internal import MovieSQLite

/// A catalog for concurrent programs: a store whose calls run one after another, each beside the
/// caller's task.
///
/// ```swift
/// let repository = try await MovieRepository(path: "movies.db")
/// let heat = try await repository.save(MovieDraft(title: "Heat", cast: ["Al Pacino"]))
/// for try await favorites in repository.movies(matching: MovieQuery(favoritesOnly: true)) {
///   print(favorites.map(\.title))
/// }
/// ```
///
/// Only values cross to other tasks. Every call is a transaction of its own, and throws a ``StoreError``
/// where it does not happen: an empty array means that nothing was found, and never that something
/// failed. A call that waits, for the disk or for another program's lock, keeps no thread of other tasks.
///
/// A program may have as many repositories as it wants, on one file or on many.
public actor MovieRepository {
  private let queue: StoreQueue
  /// Not copyable, and made on the queue, from where only a reference can be handed on.
  let opened: OpenedStore
  package nonisolated let bell = ChangeBell()
  private var watch: FileWatch?

  /// The absolute path of the database file; ":memory:" for one that has none.
  public nonisolated let path: String

  /// Where the calls run: beside the threads that all tasks share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  /// Opens the catalog in a file.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to the working directory.
  ///   - access: what it is opened for, and what becomes of a missing file and of one with an older
  ///     schema.
  /// - Throws: ``StoreError``: as ``MovieStore/MovieStore/init(path:access:)``.
  public init(
    path: String, access: MovieStore.Access = .writing
  ) async throws(StoreError) {
    try await self.init(label: path) { () throws(StoreError) in
      try MovieStore(path: path, access: access)
    }
  }

  /// Opens an empty catalog in memory, which goes with the repository.
  ///
  /// - Throws: ``StoreError``: `outOfMemory`.
  public init() async throws(StoreError) {
    try await self.init(label: MovieStore.memoryPath) { () throws(StoreError) in
      try MovieStore()
    }
  }

  /// Opens a catalog in memory with random films, real ones first, for a preview or a test.
  ///
  /// - Parameters:
  ///   - movies: how many; a tenth of them are favorites.
  ///   - seed: where the films start; the same number gives the same catalog on every machine.
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
    let queue = StoreQueue(label: label)
    let opened = try await queue.run { () throws(StoreError) in OpenedStore(try open()) }
    path = opened.store.path
    self.opened = opened
    self.queue = queue
  }

  /// Runs the body on the store: for what has no function of its own here, such as many changes one
  /// after another, or seeding.
  ///
  /// Each call of the store is a transaction of its own. Live queries hear of the changes at the end.
  ///
  /// - Parameter body: what to do with the store, which it cannot keep.
  /// - Throws: what the body throws.
  public func withStore<Result: Sendable, Failure: Error>(
    _ body: @Sendable (inout MovieStore) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let changes = opened.store.connection.totalChanges
    defer { if opened.store.connection.totalChanges != changes { bell.ring() } }
    return try body(&opened.store)
  }
}

/// A store in the hands of a repository.
final class OpenedStore {
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
      watch = FileWatch(DatabaseFile.realPath(path), ringing: bell)
    }
    // Reading is what may bring the log into being.
    defer { if let watch, watch.renew() { bell.ring() } }
    guard opened.store.isInPlace else { throw .replaced(path: path) }
    opened.store.waitForLocks(milliseconds: 20)
    defer { opened.store.waitForLocks(milliseconds: Opening.busyMilliseconds) }
    // First the stamp: where somebody changes the catalog in between, the value is read once more.
    let now = Stamp(
      version: try opened.store.dataVersion(), changes: opened.store.connection.totalChanges)
    return now == stamp ? nil : (try body(&opened.store), now)
  }
}
