package import MovieSQLite

/// A catalog of movies and actors in one SQLite file.
///
/// A store has one owner, and closes its file when its lifetime ends. To use a catalog from several
/// threads, protect a store with a `Mutex` or an actor, or open the file once per thread: SQLite
/// isolates the connections from each other.
///
/// Each function runs in its own transaction and sees a consistent snapshot of the catalog.
public struct Catalog: ~Copyable {
  package static let memoryPath = ":memory:"
  package let core: StoreConnection

  /// The absolute path of the database file, or `:memory:` for a catalog in memory.
  package var path: String { core.path }

  /// Opens the catalog in a database file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, absolute or relative to the working directory. A symbolic link
  ///     is followed. A name that looks like a URI is treated as an ordinary file name.
  ///   - access: The purpose of the store, which also determines how a missing or older file is
  ///     treated.
  ///   - journal: The journal mode that the file gets, or `nil` to keep its mode; a new file has
  ///     ``JournalMode/rollback``. For reading and dry runs, it is ignored. To change the mode, no
  ///     other program may have the file open.
  ///   - backup: The backup that a migration writes.
  /// - Throws: ``StoreError``: `unreadableFile`, also if the file does not exist and `access` is
  ///   `reading`; `uncreatableFile` if it cannot be created; `incompatibleFile` if it is not a
  ///   catalog, has another version, or its schema was changed; `storage` also if the file must be
  ///   changed but is not writable; `busy`, `interrupted`. If `access` is `migrating`, also
  ///   `rejected` if data cannot be migrated, and `uncreatableFile` for the backup.
  public init(
    path: String, access: Access = .writing, journal: JournalMode? = nil,
    backup: MigrationBackup = .automatic
  ) throws(StoreError) {
    if access == .migrating { try Self.migrate(path, backup: backup) }
    try self.init(
      path: path, access: access, journal: journal, timeout: LockTimeout(isRenewed: true))
  }

  package init(
    path: String, access: Access, journal: JournalMode? = nil, timeout: LockTimeout
  ) throws(StoreError) {
    let (path, location) = try ConnectionSetup.resolveLocation(of: path, for: access)
    try self.init(location, path: path, access: access, journal: journal, timeout: timeout)
  }

  /// - Parameter isTotal: Whether the wait for locks is limited to five seconds for opening the file and
  ///   all calls together, as for one command; otherwise the limit applies to each call.
  package init(
    path: String, access: Access, waitingInTotal isTotal: Bool
  ) throws(StoreError) {
    try self.init(
      path: path, access: access, timeout: LockTimeout(isRenewed: !isTotal))
  }

  /// Opens an empty catalog in memory, which is discarded with the store.
  ///
  /// - Throws: ``StoreError``: `storage` if memory is short; `incompatibleFile` if the SQLite
  ///   library of this process is older than 3.40.
  public init() throws(StoreError) {
    try self.init(
      .memory, path: Self.memoryPath, access: .writing, timeout: LockTimeout(milliseconds: 0))
  }

  /// Checks that the SQLite library of this process is version 3.40 or later.
  ///
  /// Opening a store performs the same check.
  ///
  /// - Throws: ``StoreError``: `incompatibleFile` if the library is older.
  package static func requireSupportedSQLite() throws(StoreError) {
    if !Connection.isLibrarySupported {
      throw StoreError(.unsupportedSQLite(version: Connection.libraryVersion))
    }
  }

  /// Limits the memory that SQLite can allocate in this process.
  ///
  /// The limit stays in effect and applies to all stores and all other users of the SQLite library
  /// together. An operation that needs more memory throws ``StoreError`` (`storage`). Set a limit
  /// before you open a file from an untrusted source.
  ///
  /// - Parameter bytes: The limit in bytes, as for `sqlite3_hard_heap_limit64`
  ///   (https://sqlite.org/c3ref/hard_heap_limit64.html).
  public static func limitMemory(bytes: Int) {
    Connection.setHardHeapLimit(bytes: Int64(bytes))
  }

  init(_ core: StoreConnection) { self.core = core }

  init(
    _ location: Connection.Location, path: String, access: Access, journal: JournalMode? = nil,
    timeout: LockTimeout
  ) throws(StoreError) {
    var schema = SchemaVerifier()
    let connection = try ConnectionSetup.openCatalog(
      at: location, path: path, for: access, timeout: timeout, schema: &schema)
    if let journal, access.createsFile {
      do { try connection.setJournalMode(journal) } catch { throw StoreError(error, path: path) }
    }
    core = StoreConnection(connection, path: path, access: access, schema: schema)
  }

  /// Migrates an existing file to the newest version.
  ///
  /// - Returns: The path of the backup, or `nil` if none was written.
  @discardableResult
  static func migrate(
    _ path: String, backup: MigrationBackup, progress: (OperationProgress) -> Void = { _ in }
  ) throws(StoreError) -> String? {
    let file = try CatalogFile(path)
    guard try file.content() == .nonEmpty else { return nil }
    do {
      let connection = try ConnectionSetup.connection(to: .file(file.path))
      return try FileMigration.run(
        on: file.path, backup: backup, with: connection, progress: progress
      ).backup
    } catch {
      throw StoreError(error, path: file.path)
    }
  }
}

/// For a program that keeps a store open while other programs change the file.
extension Catalog {
  /// Whether the path still refers to the open file; always true for a catalog in memory.
  ///
  /// If it does not, do not read from the store: SQLite could use the journal of the new file for the old
  /// one.
  package var isInPlace: Bool {
    get throws(StoreError) {
      do { return try core.connection.isInPlace } catch { throw StoreError(error, path: path) }
    }
  }

  /// The timeout for locks of each later call, in milliseconds.
  package var busyTimeout: Int32 {
    get { core.connection.timeout.milliseconds }
    nonmutating set { core.connection.timeout.milliseconds = newValue }
  }

  /// Runs the closure, in which reads end with `interrupted` as soon as the descriptor has input or is at
  /// its end, so that the next key does not wait for the result of the previous one. Changes are not
  /// interrupted.
  ///
  /// - Parameter descriptor: A file descriptor, or `nil` to not interrupt reads.
  package func interruptingReads<Result>(
    onInputFrom descriptor: Int32?, _ body: (borrowing Catalog) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let previous = core.connection.readInterrupter
    core.connection.readInterrupter = descriptor
    defer { core.connection.readInterrupter = previous }
    return try body(self)
  }
}
