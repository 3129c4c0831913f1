package import MovieSQLite
public import MovieStore
internal import MovieSync
internal import MovieSystem

/// An operation that replaces a database with a backup. Creating it checks the backup.
///
/// The backup is not kept open between the check and `run(progress:)`, which proves that the files
/// are those that were checked.
public struct Restoration: Sendable {
  /// The absolute path of the database file.
  package let path: String
  /// The absolute path of the backup file.
  package let source: String
  /// The schema version of the backup.
  public let version: SchemaVersion
  /// The number of movies in the backup.
  public let movieCount: Int
  /// The problems of the backup that do not prevent its restoration; usually empty.
  ///
  /// These are broken references, and text stored as UTF-16.
  public let findings: [Finding]

  /// The files of the backup when it was checked.
  private let sourceState: FileState
  private let pageSize: Int64
  /// The last entry in the history of the backup; 0 if there is none.
  private let lastHistoryEntry: Int64
  /// Whether the backup has been synced.
  private let isSynced: Bool
  /// The time to wait for locks that the check has left for the restoration, in milliseconds.
  private let timeoutLeft: Int32

  /// The result of a restoration.
  public struct Report: Hashable, Sendable, Codable {
    /// The absolute path of the copy of the previous database, or `nil` if there was none.
    public let kept: String?
    /// The duration, without the checks.
    public internal(set) var duration = Duration.zero
    /// The number of entries that were deleted from the restored database, because they are the
    /// history of the backup.
    public internal(set) var historyEntries = 0
    /// The number of entries in the history of the previous database. Only its copy has them.
    public internal(set) var replacedHistoryEntries = 0
    /// Whether the database was in WAL mode and no longer is, because another process read it: the
    /// backup has another page size.
    package internal(set) var leftWAL = false
  }

  /// Checks the identity, schema, integrity and references of a backup, without changing it.
  ///
  /// - Parameters:
  ///   - path: The path of the database file to replace, absolute or relative to the working
  ///     directory.
  ///   - source: The path of the backup file, absolute or relative to the working directory.
  /// - Throws: `StoreError` for the backup: `unreadableFile`, `incompatibleFile`, `busy`,
  ///   `storage`; `uncreatableFile` if the backup is the database itself.
  public init(of path: String, from source: String) throws(StoreError) {
    try self.init(of: path, from: source, timeout: LockTimeout())
  }

  package init(of path: String, from source: String, timeout: LockTimeout) throws(StoreError) {
    let file = try CatalogFile(path)
    let source = try CatalogFile(source).path
    if try file.isSameFile(as: source) {
      throw StoreError(.cannotCreate(path: file.path, reason: "it is the backup itself"))
    }
    // Read before the check, so that a later change is noticed.
    let sourceState = try CatalogFile(source).state()
    do {
      (version, movieCount, findings, pageSize, lastHistoryEntry, isSynced) =
        try UntouchedDatabase.read(
          source, timeout: timeout
        ) { backup in
          try backup.prepareForChecks()
          return try backup.read { transaction in
            let inspection = try SchemaInspection(in: transaction, path: source)
            // Text in UTF-16 is only a warning, because such a catalog can be backed up.
            if !inspection.differences.isEmpty { try inspection.requireNoDrift(path: source) }
            guard let version = inspection.version else {
              throw StoreError(.notAMovieDatabase(path: source, reason: "it is empty"))
            }
            try IntegrityCheck.requireIntact(in: transaction, path: source)
            return (
              version, Int(try CatalogCounts(in: transaction, of: version).movies),
              try inspection.encoding.map(\.asWarning)
                + BrokenReferences(in: transaction, of: version).findings,
              try transaction.fetchInt("PRAGMA page_size"),
              try version == .newest && HistoryLog.count(in: transaction) > 0
                ? HistoryLog.lastID(in: transaction) : 0,
              SyncTables.exist(in: transaction)
            )
          }
        }
    } catch {
      throw StoreError(error, path: source)
    }
    self.path = file.path
    self.source = source
    self.sourceState = sourceState
    timeoutLeft = timeout.millisecondsLeft
  }

  /// Returns the time to wait for locks, for each run.
  private var newTimeout: LockTimeout { LockTimeout(milliseconds: timeoutLeft) }

  // MARK: - The existing database

  /// The files of the existing database, which ``run(ifUnchanged:progress:)`` compares.
  package var existingState: FileState {
    get throws(StoreError) { try CatalogFile(path).state() }
  }

  /// The existing database is not the one that the user agreed to replace.
  package struct ExistingDatabaseChanged: Error {}

  /// Counts the movies that the restoration replaces.
  ///
  /// - Returns: `nil` if the existing file cannot be read as a catalog.
  package func replacedMovieCount() throws -> Int64? {
    do {
      return try UntouchedDatabase.read(path, timeout: newTimeout) { database in
        try database.read { transaction in
          if try Schema.isEmpty(in: transaction) { return 0 }
          let version = try Schema.version(in: transaction, path: path)
          return try CatalogCounts(in: transaction, of: version).movies
        }
      }
    } catch let error as StoreError {
      if case .damaged = error.problem { return nil }
      if error.category == .incompatibleFile { return nil }
      throw error
    }
  }

  /// Checks that the existing file, if any, may be replaced.
  package func requireReplaceable() throws {
    let file = try CatalogFile(path)
    switch try file.content() {
    case .nothing: try file.requireCreatable()
    case .empty: break
    case .nonEmpty:
      do {
        _ = try ReplacedDatabase(file, pageSize: nil, timeout: newTimeout)
      } catch let error as SQLiteError {
        throw StoreError(error, path: path)
      }
    }
  }

  // MARK: - Restoring

  /// Replaces the database with the backup, atomically and durably.
  ///
  /// The previous database is first copied to a file next to it. The database is then written in
  /// place, in one SQLite transaction: other programs that have it open see either the old content
  /// or the new, and their locks are respected.
  ///
  /// The restored database begins a new history: changes before the restoration cannot be undone.
  /// If the process is killed or the database is busy immediately after the content was restored,
  /// it has the history of the backup, which describes that content.
  ///
  /// - Parameter progress: A closure that is called from time to time with the progress. An error
  ///   that it throws ends the restoration, leaves the database unchanged, and is rethrown.
  /// - Returns: The path of the copy of the previous database, and what else was changed.
  /// - Throws: Any error that `progress` throws; otherwise `StoreError`: `incompatibleFile` if the
  ///   existing file must not be replaced; `busy`, also if the backup changed since it was checked;
  ///   `uncreatableFile`, `storage`, `interrupted`.
  public func run(progress: (OperationProgress) throws -> Void = { _ in }) throws -> Report {
    try run(ifUnchanged: nil, progress: progress)
  }

  /// Replaces the database, if it is still the one that the user agreed to replace.
  ///
  /// - Parameter agreed: The ``existingState`` at that time, or `nil` to replace any database.
  /// - Throws: `ExistingDatabaseChanged`; otherwise as ``run(progress:)``.
  package func run(
    ifUnchanged agreed: FileState?, progress: (OperationProgress) throws -> Void
  ) throws -> Report {
    let stopwatch = Stopwatch()
    let timeout = newTimeout
    try requireUnchanged()
    do {
      var report = try UntouchedDatabase.read(source, timeout: timeout) { backup in
        try replace(with: &backup, ifUnchanged: agreed, timeout, progress)
      }
      report.duration = stopwatch.duration
      return report
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// - Throws: `busy` also if another process changed the database after it was copied and before
  ///   it was locked, or created it: `UntouchedDatabase.read` then runs this again, until the
  ///   timeout.
  private func replace(
    with backup: inout UntouchedDatabase, ifUnchanged agreed: FileState?, _ timeout: LockTimeout,
    _ progress: (OperationProgress) throws -> Void
  ) throws -> Report {
    try requireUnchanged()
    if let agreed, try existingState != agreed { throw ExistingDatabaseChanged() }
    let file = try CatalogFile(path)
    if try file.content() == .nothing {
      try create(from: &backup, timeout, progress)
      return Report(kept: nil, historyEntries: deleteHistory(timeout) ?? 0)
    }
    var existing = try ReplacedDatabase(file, pageSize: pageSize, timeout: timeout)
    let kept = try existing.saveCopy()
    let state = existing.state
    var (leftWAL, wasChanged) = (false, false)
    do {
      try backup.copy(
        to: existing.connection,
        onceLocked: {
          wasChanged = try existingState != state
          if wasChanged { throw StoreError(.busy(path: path)) }
          try requireUnchanged()
        },
        progress: progress)
      leftWAL = existing.finish()
    } catch {
      // Keep the copy if the database may have lost what the copy contains.
      if let kept, wasChanged || isUnchanged(since: state) {
        Directory.removeFile(kept)
      }
      throw error
    }
    let deletedEntries = deleteHistory(on: existing.connection)
    return Report(
      kept: kept, historyEntries: deletedEntries ?? 0,
      replacedHistoryEntries: deletedEntries == nil ? 0 : existing.historyEntries,
      leftWAL: leftWAL)
  }

  /// Whether the existing database certainly has this state.
  private func isUnchanged(since state: FileState) -> Bool {
    do { return try existingState == state } catch { return false }
  }

  /// Deletes the history of the backup from the restored database, which is also another replica
  /// for a sync, but not the entries that other processes have added to it since.
  ///
  /// - Returns: The number of entries, or `nil` after a failure. The restoration is already
  ///   committed, so the failure is ignored: the history describes the restored content.
  private func deleteHistory(on connection: borrowing Connection) -> Int? {
    if lastHistoryEntry == 0, !isSynced { return 0 }
    do {
      return try ignoringCancellation {
        try connection.write { transaction throws(SQLiteError) in
          try SyncSettings.forgetFile(in: transaction)
          return lastHistoryEntry == 0
            ? 0 : try HistoryLog.clear(through: lastHistoryEntry, in: transaction)
        }
      }
    } catch {
      return nil
    }
  }

  /// Deletes the history from a database that was created.
  private func deleteHistory(_ timeout: LockTimeout) -> Int? {
    if lastHistoryEntry == 0, !isSynced { return 0 }
    do {
      let connection = try ConnectionSetup.connection(to: .file(path), timeout: timeout)
      try ConnectionSetup.configureDurability(on: connection)
      return deleteHistory(on: connection)
    } catch {
      return nil
    }
  }

  /// Creates the database, which appears at its path only when it is complete.
  private func create(
    from backup: inout UntouchedDatabase, _ timeout: LockTimeout,
    _ progress: (OperationProgress) throws -> Void
  ) throws {
    try CatalogFile(path).createDirectory()
    do {
      _ = try CatalogFile(source).writeCopy(
        to: .named(path, replacing: false), timeout: timeout
      ) { file in
        try backup.copy(
          to: CatalogFile.emptyDatabase(at: file.temporaryPath),
          onceLocked: { try requireUnchanged() }, progress: progress)
      }
      Interruption.didCommit()
    } catch let error as StoreError where error.problem == .fileExists(path: path) {
      throw StoreError(.busy(path: path))
    }
  }

  /// Checks that the backup is still the one that was checked.
  private func requireUnchanged() throws(StoreError) {
    if try CatalogFile(source).state() != sourceState { throw StoreError(.replaced(path: source)) }
  }
}
