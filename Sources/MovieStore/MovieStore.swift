package import MovieSQLite

/// A catalog of movies and actors in one SQLite file.
///
/// A store has one owner, and closes its file when its lifetime ends. To use a catalog from several
/// threads, protect a store with a `Mutex` or an actor, or open the file once per thread: SQLite
/// isolates the connections from each other.
///
/// Each function runs in its own transaction and sees a consistent snapshot of the catalog.
public struct MovieStore: ~Copyable {
  /// The purpose of a store.
  ///
  /// The purpose also determines how a missing file or a file with an older schema is treated.
  public enum Access: Sendable {
    /// Reading. The file must exist.
    case reading
    /// Reading and writing. A missing file is created.
    case writing
    /// Reading and writing. A missing file is created. A file with an older schema is migrated
    /// first, by ``Migrator/apply(to:_:progress:)`` with a backup next to the file.
    case migrating
    /// A dry run. Every change is rolled back before its function returns, and a missing file is
    /// not created.
    case rehearsing

    var makesFile: Bool { self == .writing || self == .migrating }
  }

  /// The absolute path of the database file, or `:memory:` for a catalog in memory.
  public let path: String
  let access: Access
  static let memoryPath = ":memory:"
  package var connection: Connection
  /// What the latest look at the schema found.
  var schema: SchemaState
  let changeLog = ChangeLog()

  /// Opens the catalog in a database file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, absolute or relative to the working directory. A symbolic link
  ///     is followed. A name that looks like a URI is treated as an ordinary file name.
  ///   - access: The purpose of the store, which also determines how a missing or older file is
  ///     treated.
  /// - Throws: ``StoreError``: `missing` if the file does not exist and `access` is `reading`,
  ///   `cannotCreate` if the file cannot be created, `unreadable`; `notAMovieDatabase`,
  ///   `olderSchema`, `newerSchema`, `changedSchema`; `readOnly` if the file must be changed but is
  ///   not writable; `busy`, `needsRecovery`, `diskFull`, `damaged`, `inputOutput`, `outOfMemory`,
  ///   `interrupted`, `unsupportedSQLite`. If `access` is `migrating`, also the errors of
  ///   ``Migrator/apply(to:_:progress:)``.
  public init(path: String, access: Access = .writing) throws(StoreError) {
    if access == .migrating { try Self.migrate(path) }
    try self.init(path: path, access: access, waitingInTotal: false)
  }

  /// - Parameter isTotal: whether opening the file and all calls together wait for locks for five
  ///   seconds, as one command does; otherwise each may.
  package init(
    path: String, access: Access, waitingInTotal isTotal: Bool
  ) throws(StoreError) {
    let (path, location) = try Opening.place(of: path, for: access)
    try self.init(
      location, path: path, access: access, timeout: Opening.busyTimeout(isRenewed: !isTotal))
  }

  /// Opens an empty catalog in memory, which is discarded with the store.
  ///
  /// - Throws: ``StoreError``: `outOfMemory`, `unsupportedSQLite`.
  public init() throws(StoreError) {
    try self.init(
      .memory, path: Self.memoryPath, access: .writing, timeout: LockTimeout(milliseconds: 0))
  }

  /// Checks that the SQLite library of this process is version 3.40 or later.
  ///
  /// Opening a store performs the same check.
  ///
  /// - Throws: ``StoreError``: `unsupportedSQLite` if the library is older.
  public static func requireSupportedSQLite() throws(StoreError) {
    if !Connection.isLibrarySupported {
      throw .unsupportedSQLite(version: Connection.libraryVersion)
    }
  }

  /// Limits the memory that SQLite can allocate in this process.
  ///
  /// The limit stays in effect and applies to all stores and all other users of the SQLite library
  /// together. An operation that needs more memory throws ``StoreError/outOfMemory``. Set a limit
  /// before you open a file from an untrusted source.
  ///
  /// - Parameter bytes: The limit in bytes, as for `sqlite3_hard_heap_limit64`
  ///   (https://sqlite.org/c3ref/hard_heap_limit64.html).
  public static func limitMemory(bytes: Int64) { Connection.limitHeap(bytes: bytes) }

  private init(
    _ location: Connection.Location, path: String, access: Access, timeout: LockTimeout
  ) throws(StoreError) {
    var schema = SchemaState.unknown
    connection = try Opening.catalog(
      at: location, path: path, for: access, timeout: timeout, schema: &schema)
    self.path = path
    self.access = access
    self.schema = schema
  }

  /// Brings a file that is there to the newest version.
  private static func migrate(_ path: String) throws(StoreError) {
    let migrator = try Migrator(path: path)
    guard try DatabaseFile.content(at: migrator.path) == .something else { return }
    do { try migrator.apply() } catch { throw StoreError(error, path: migrator.path) }
  }

  /// Runs the body in a transaction that sees one state of the catalog.
  mutating func reading<Result>(
    _ body: (borrowing Transaction, SchemaState) throws -> Result
  ) throws(StoreError) -> Result {
    do { return try streaming(body) } catch { throw StoreError(error, path: path) }
  }

  /// As `reading`, for work that hands rows to a body of the caller's: what that throws ends the
  /// work and climbs as it is.
  mutating func streaming<Result>(
    _ body: (borrowing Transaction, SchemaState) throws -> Result
  ) throws -> Result {
    do {
      return try connection.read { transaction throws in
        try schema.verify(in: transaction, path: path)
        return try body(transaction, schema)
      }
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// Runs the body, in which all reading sees one state of the catalog and nothing can be changed.
  package mutating func snapshot<Result>(
    _ body: (inout MovieStore) throws -> Result
  ) throws -> Result {
    do { try connection.beginSnapshot() } catch { throw StoreError(error, path: path) }
    defer { connection.endSnapshot() }
    return try body(&self)
  }

  /// Runs the body in a transaction that changes the catalog, wholly or not at all, and leaves the
  /// search index right. What a caller's body throws climbs as it is.
  mutating func changing<Result>(
    _ body: (borrowing Transaction, SchemaState) throws -> Result
  ) throws -> Result {
    let isIndexUsable = try isSearchIndexUsable()
    var isDone = false
    defer { changeLog.end(isKept: isDone && access != .rehearsing) }
    do {
      let result = try connection.write(isKept: access != .rehearsing) { transaction throws in
        try schema.verify(in: transaction, path: path)
        if schema.hasSearchIndex, isIndexUsable {
          try SearchIndex.updateSortableTitles(in: transaction)
        } else {
          try SearchIndex.rebuild(in: transaction)
        }
        let result = try body(transaction, schema)
        try SearchIndex.settle(in: transaction)
        return result
      }
      isDone = true
      return result
    } catch {
      schema = .unknown
      guard let error = error as? SQLiteError else { throw error }
      if SearchIndex.isCause(of: error), access != .rehearsing { throw try rebuiltSearchIndex() }
      throw explained(error)
    }
  }

  /// Rebuilds a search index whose damage ended a change, which SQLite then rolls back as a whole.
  private mutating func rebuiltSearchIndex() throws -> StoreError {
    do {
      try connection.write { transaction throws(SQLiteError) in
        try SearchIndex.rebuild(in: transaction)
      }
    } catch {
      throw StoreError(error, path: path)
    }
    return .searchIndexRebuilt(path: path)
  }

  /// In a transaction of its own: without memory, which a damaged index can take, SQLite rolls back the
  /// transaction.
  private mutating func isSearchIndexUsable() throws(StoreError) -> Bool {
    // The change is going to be refused.
    if !connection.isInPlace { return true }
    do {
      return try connection.read { transaction throws in
        try SearchIndex.isUsable(in: transaction)
      }
    } catch let error as SQLiteError where error.code.primary == .noMemory {
      // Damaged lengths can be larger than any memory.
      return false
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Returns the error of a change that failed and was rolled back. An error that only this library or
  /// a third-party constraint can cause is the constraint's, if the file has one.
  private mutating func explained(_ error: SQLiteError) -> StoreError {
    let worded = StoreError(error, path: path)
    guard case .defect = worded else { return worded }
    do {
      let findings = try connection.read { transaction throws in
        try ThirdPartyConstraints(in: transaction).findings(refusing: error, in: transaction)
      }
      return findings.isEmpty ? worded : .refused(path: path, findings: findings)
    } catch {
      return worded
    }
  }

  /// Runs the body in a transaction that adds many movies, wholly or not at all.
  ///
  /// Foreign keys are not enforced meanwhile: the body may not take anything away.
  mutating func loading<Result>(
    _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    do {
      try connection.pragma("PRAGMA cache_size = -\(Opening.pageCacheForManyRows)")
      try connection.set(.foreignKeys, to: false)
    } catch {
      throw StoreError(error, path: path)
    }
    let changeLog = changeLog
    let result = Swift.Result {
      try changing { transaction, _ in
        try Self.noting(additionsIn: changeLog, transaction, body)
      }
    }
    do {
      try connection.set(.foreignKeys, to: true)
      try connection.pragma("PRAGMA cache_size = -\(Opening.pageCache)")
    } catch {
      throw StoreError(error, path: path)
    }
    return try result.get()
  }

  /// Runs the body, in which no caller's code runs, with its errors worded as the store's.
  mutating func typed<Result>(
    _ body: (inout MovieStore) throws -> Result
  ) throws(StoreError) -> Result {
    do { return try body(&self) } catch { throw StoreError(error, path: path) }
  }
}
