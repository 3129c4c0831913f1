package import MovieSQLite

/// A catalog of movies and actors in one SQLite file.
///
/// A store has one owner and is closed with it. To use one from several threads, put it into a
/// `Mutex` or an actor, or open the file once in each: SQLite keeps them apart.
///
/// Every function runs in a transaction of its own, and sees one state of the catalog.
public struct MovieStore: ~Copyable {
  /// What the store is opened for.
  public enum Access: Sendable {
    /// Reading. The file must be there.
    case reading
    /// Reading and changing. A missing file is made.
    case writing
    /// Reading and changing. A missing file is made, and one of an older schema is migrated first, as
    /// by `Migrator.apply` with a backup beside it.
    case migrating
    /// Changing for a look at the outcome: every change is taken back at its end. A missing file
    /// stays missing.
    case rehearsing

    var makesFile: Bool { self == .writing || self == .migrating }
  }

  /// The absolute path of the database file; ":memory:" for one that has none.
  public let path: String
  let access: Access
  static let memoryPath = ":memory:"
  package var connection: Connection
  /// What the latest look at the schema found.
  var schema: SchemaState
  let changeLog = ChangeLog()

  /// Opens the catalog in a file.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to the working directory. A symbolic link is followed; a name that
  ///     looks like a URI is a name like any other.
  ///   - access: what for; it says what becomes of a missing or an older file.
  /// - Throws: ``StoreError``: `missing` where the file is not to be made, `cannotCreate` where it
  ///   cannot be, `unreadable`; `notAMovieDatabase`, `olderSchema`, `newerSchema`, `changedSchema`;
  ///   `readOnly` where it is to be changed; `busy`, `needsRecovery`, `damaged`, `inputOutput`,
  ///   `outOfMemory`. With `migrating`, also as ``Migrator/apply(to:_:progress:)``.
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

  /// Opens an empty catalog in memory, which goes with the store.
  ///
  /// - Throws: ``StoreError``: `outOfMemory`.
  public init() throws(StoreError) {
    try self.init(
      .memory, path: Self.memoryPath, access: .writing, timeout: LockTimeout(milliseconds: 0))
  }

  /// Throws an error if the SQLite library of this process is older than 3.40. Opening a store does the
  /// same.
  ///
  /// - Throws: ``StoreError``: `unsupportedSQLite`.
  public static func requireSupportedSQLite() throws(StoreError) {
    if !Connection.isLibrarySupported {
      throw .unsupportedSQLite(version: Connection.libraryVersion)
    }
  }

  /// Bounds the memory that SQLite takes in this process, for all stores and all other users of the
  /// library together, once and for all: what needs more throws ``StoreError/outOfMemory``.
  ///
  /// - Parameter bytes: the bound, as `sqlite3_hard_heap_limit64` takes it
  ///   (https://sqlite.org/c3ref/hard_heap_limit64.html). A file that a stranger made deserves one.
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
