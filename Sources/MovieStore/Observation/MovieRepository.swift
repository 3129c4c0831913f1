internal import MovieSQLite
internal import Synchronization

/// A catalog for concurrent programs.
///
/// ```swift
/// let repository = MovieRepository(path: "movies.db", access: .migrating)
/// let draft = MovieDraft(title: "Heat", cast: ["Al Pacino"])
/// let heat = try await repository.write { try $0.add(draft) }
/// for try await favorites in repository.observe({ try $0.movies([.isFavorite]) }) {
///   print(favorites.map(\.title))
/// }
/// ```
///
/// A repository can be created anywhere, also as a global constant: the file is opened by the first call,
/// or by ``open(progress:)``.
///
/// - Changes run one after another on one connection. Reads run on other connections, so that they
///   do not wait while movies are imported: by default on one, with `readers` on several. A catalog
///   in memory has one connection for both.
/// - Calls run outside Swift's cooperative thread pool, so a call that waits for the disk or for another
///   process's lock does not block other tasks.
/// - If the task of a call is cancelled, the call ends with `CancellationError`, and changes nothing. A
///   change that has been made is not undone: its result is returned.
///
/// A program can have any number of repositories, on one file or on several.
public final class MovieRepository: Sendable {
  /// The absolute path of the database file, or `:memory:` for a catalog in memory.
  package let path: String
  private let access: Catalog.Access
  private let backup: MigrationBackup
  private let writer: StoreWorker
  /// Only `writer` for a catalog in memory, and where changes are not kept.
  private let readers: [StoreWorker]
  /// Opens another connection for reading, if the repository can have several.
  private let openForReading: (@Sendable () throws(StoreError) -> Catalog)?
  /// Whether both connections were opened once.
  private let isOpen = Atomic<Bool>(false)
  package let notifier = ChangeNotifier()
  /// The version at the last check for changes by other connections.
  let polledVersion = Mutex<DatabaseVersion?>(nil)

  /// Creates a repository for a database file, without opening the file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, absolute or relative to the current working directory.
  ///   - access: The purpose of the repository, which also determines how a missing file or a file
  ///     with an older schema is treated.
  ///   - journal: The journal mode that the file gets when it is opened, or `nil` to keep its mode;
  ///     see ``Catalog/init(path:access:journal:backup:)``.
  ///   - backup: The backup that a migration writes.
  ///   - readers: The number of connections for reading, at least 1. Reads run at the same time on
  ///     different connections, each of which has a page cache of 8 MiB.
  public init(
    path: String, access: Catalog.Access = .writing, journal: JournalMode? = nil,
    backup: MigrationBackup = .automatic, readers: Int = 1
  ) {
    let path = Self.absolute(path)
    let (changes, reads) = (HeldLocks(), HeldLocks())
    let openForReading = { @Sendable () throws(StoreError) in
      try Catalog(
        path: path, access: .reading,
        timeout: LockTimeout(isRenewed: true, own: reads, writers: changes))
    }
    let changing = StoreWorker(label: path) { () throws(StoreError) in
      if access == .migrating { try Catalog.migrate(path, backup: backup) }
      return try Catalog(
        path: path, access: access, journal: journal,
        timeout: LockTimeout(isRenewed: true, own: changes, readers: reads))
    }
    let isDryRun = access == .dryRun
    self.readers =
      isDryRun
      ? [changing]
      : (0..<max(1, readers)).map { StoreWorker(label: "\(path) reading \($0)", openForReading) }
    self.openForReading = isDryRun ? nil : openForReading
    // A change of a catalog that is open for reading fails on any connection.
    writer = access == .reading ? self.readers[0] : changing
    self.path = path
    self.access = access
    self.backup = backup
  }

  /// Returns the path relative to the working directory of now. If there is none, opening the file reports
  /// the error.
  private static func absolute(_ path: String) -> String {
    do { return try CatalogFile(path).path } catch { return path }
  }

  /// Creates a repository with an empty catalog in memory, which is discarded with the repository.
  public convenience init() {
    self.init { () throws(StoreError) in try Catalog() }
  }

  package init(inMemory open: @escaping @Sendable () throws(StoreError) -> Catalog) {
    path = Catalog.memoryPath
    access = .writing
    backup = .none
    writer = StoreWorker(label: path, open)
    readers = [writer]
    openForReading = nil
  }

  /// Opens the file, unless it is open. A file with an older schema is migrated first if the access is
  /// ``Catalog/Access/migrating``.
  ///
  /// Every other function does the same before it starts, so it is not necessary to call this function.
  /// Call it at the start of a program to show errors, and the progress of a migration. If it throws an
  /// error, the next call tries again.
  ///
  /// - Parameter progress: A closure that is called with the progress of a migration, on the thread of
  ///   the repository. The phases are `backup`, `check`, and the versions, such as `v6`.
  /// - Returns: The path of the backup of a migration, or `nil` if none was written.
  /// - Throws: ``StoreError``: as for ``Catalog/init(path:access:journal:backup:)``;
  ///   `CancellationError`.
  @discardableResult
  public func open(
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) async throws -> String? {
    if isOpen.load(ordering: .acquiring) { return nil }
    let (path, backup) = (path, backup)
    var backupPath: String?
    if access == .migrating, path != Catalog.memoryPath {
      // The store is opened afterwards, and finds nothing to migrate.
      backupPath = try await writer.prepare {
        try Catalog.migrate(path, backup: backup, progress: progress)
      }
    }
    try await writer.run { _ in }
    if readers[0] !== writer { try await readers[0].run { _ in } }
    isOpen.store(true, ordering: .releasing)
    return backupPath
  }

  /// Runs a closure in which all reads see the same state of the catalog.
  ///
  /// ```swift
  /// let favorites = try await repository.read { try $0.movies([.isFavorite]) }
  /// let page = try await repository.read { store in
  ///   Page(movies: try store.movies(query), count: try store.movieCount(query))
  /// }
  /// ```
  ///
  /// - Parameter body: A closure that reads from the store. It cannot change the catalog.
  /// - Returns: The value that `body` returns.
  /// - Throws: Any error that `body` throws; otherwise ``StoreError``, as for opening and for every read;
  ///   `CancellationError`.
  public func read<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable (borrowing Catalog) throws(Failure) -> Result
  ) async throws -> Result {
    try await open()
    return try await StoreWorker.run(onOneOf: readers) { store in try store.read(body) }
  }

  /// Runs a closure whose changes are made together or not at all.
  ///
  /// ```swift
  /// try await repository.write { try $0.delete(id: movie.id) }
  /// let favorite = try await repository.write("add a favorite") { store in
  ///   let added = try store.add(draft)
  ///   return try store.edit(id: added.movie.id, MovieEdit(isFavorite: true))
  /// }
  /// ```
  ///
  /// Reads in the closure see its changes. Live queries are notified after all changes are made.
  ///
  /// - Parameters:
  ///   - description: The description of the entry of the history.
  ///   - body: A closure that reads from the store and changes it. An error that it throws rolls back all
  ///     changes and is rethrown.
  /// - Returns: The value that `body` returns.
  /// - Throws: Any error that `body` throws; otherwise ``StoreError``, as for opening and for every
  ///   change; `CancellationError`. If an error is thrown, nothing is changed.
  @discardableResult
  public func write<Result: Sendable, Failure: Error>(
    _ description: String? = nil,
    _ body: @escaping @Sendable (inout Catalog) throws(Failure) -> Result
  ) async throws -> Result {
    try await change { store in try store.write(description, body) }
  }

  /// Runs one call that changes the catalog, or a long one that cannot be part of a transaction.
  package func change<Result: Sendable>(
    _ body: @escaping @Sendable (inout Catalog) throws -> Result
  ) async throws -> Result {
    try await open()
    return try await writer.run { [notifier] store in
      let changes = store.core.connection.totalChanges
      defer { if store.core.connection.totalChanges != changes { notifier.notify() } }
      return try body(&store)
    }
  }

  /// Another connection for a read that takes long, so that other reads do not wait for it; the
  /// common one if the repository cannot have several.
  package var anotherReader: StoreWorker {
    openForReading.map { StoreWorker(label: "\(path) reading", $0) } ?? readers[0]
  }

  /// Runs a closure on the connection that observes the catalog, without starting a transaction. It
  /// is always the same: only its own versions can be compared.
  func withObserver<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Catalog) throws -> Result
  ) async throws -> Result {
    try await open()
    return try await readers[0].run { store in try body(store) }
  }
}
