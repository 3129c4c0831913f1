package import MovieSQLite
package import MovieSystem

/// A database that is read without changing a byte, a modification time or a name of its files.
///
/// SQLite reads the file itself if it does not have to write for that:
///
/// | state of the database | how it is read |
/// | --- | --- |
/// | rollback journal | opened read-only, under a lock |
/// | WAL mode, with `-wal` and `-shm` | the same, with `readonly_shm=1` |
/// | WAL mode, without a log | `immutable=1`; the file is compared after each read |
/// | an interrupted change, or a log without `-shm` | a temporary copy |
///
/// In WAL mode, a shared lock is held until the database is closed: otherwise, each process that
/// closes the database would copy its log into the file and remove it.
package struct ReadOnlyDatabase: ~Copyable {
  package let path: String
  /// Whether the file has no bytes: a database before its first write.
  package var isEmpty: Bool { location == .memory }
  /// Where another connection reads the same database, inside the closure of `read`.
  let location: Connection.Location

  private var connection: Connection
  private var copy: TemporaryCopy?
  /// The metadata that the file must still have after each read, if it is read without a lock.
  private let unlockedFile: FileMetadata?
  private let lock: LockedDatabase?
  private let copyDirectory: String?

  /// Opens the file and reads from it for the first time.
  ///
  /// - Parameters:
  ///   - stopwatch: The time since the first attempt of `retrying`.
  ///   - mayCopy: Whether to copy a file that cannot be read in place; otherwise it counts as busy.
  ///   - copyDirectory: The directory for a temporary copy; see `TemporaryCopy.init`.
  package init(
    path: String, timeout: LockTimeout = ConnectionSetup.busyTimeout(),
    since stopwatch: Stopwatch = Stopwatch(), mayCopy: Bool = true,
    copyingInto copyDirectory: String? = nil
  ) throws(StoreError) {
    let path = try DatabaseFile.absolute(path)
    do {
      switch try DatabaseFile.content(at: path) {
      case .nothing: throw StoreError.fileNotFound(path: path)
      case .empty:
        try self.init(.memory, of: path, LockTimeout(milliseconds: 0), copyDirectory)
      case .nonEmpty:
        self = try Self.open(path, timeout, stopwatch, mayCopy: mayCopy, copyDirectory)
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private init(
    _ location: Connection.Location, of path: String, _ timeout: LockTimeout,
    copy: consuming TemporaryCopy? = nil, unlockedFile: FileMetadata? = nil,
    lock: LockedDatabase? = nil, _ copyDirectory: String?
  ) throws {
    let connection = try ConnectionSetup.connection(to: location, timeout: timeout)
    try connection.execute("PRAGMA query_only = ON")
    // The first read fails if anything prevents reading.
    _ = try connection.read { transaction throws(SQLiteError) in
      try transaction.fetchInt("SELECT count(*) FROM sqlite_schema")
    }
    self.path = path
    self.location = location
    self.connection = connection
    self.copy = copy
    self.unlockedFile = unlockedFile
    self.lock = lock
    self.copyDirectory = copyDirectory
  }

  /// Opens the file in place, or a copy of it. Retries if other processes change the files
  /// meanwhile.
  private static func open(
    _ path: String, _ timeout: LockTimeout, _ stopwatch: Stopwatch, mayCopy: Bool,
    _ copyDirectory: String?
  ) throws -> ReadOnlyDatabase {
    repeat {
      let locked = try LockedDatabase(path: path, timeout: timeout)
      if let mode = locked.mode {
        let unlockedFile = mode == .immutable ? locked.files.database : nil
        do {
          let database = try ReadOnlyDatabase(
            .readOnly(locked.realPath, mode), of: path, timeout, unlockedFile: unlockedFile,
            lock: locked.isWAL ? locked : nil, copyDirectory)
          if database.isReliable { return database }
        } catch let error as SQLiteError {
          // With these codes, SQLite must write to read the database: to roll back a journal, or to
          // create or repair shared memory.
          let needsWriting = [.readOnly, .cannotOpen, .lockingProtocol].contains(error.code.primary)
          if unlockedFile?.isCurrent != false, !needsWriting { throw error }
        }
      }
      if !mayCopy { break }
      let copy = try TemporaryCopy(in: copyDirectory)
      if try copy.fill(from: locked) {
        let location = Connection.Location.file(copy.path)
        return try ReadOnlyDatabase(location, of: path, timeout, copy: copy, copyDirectory)
      }
    } while Self.mayRetry(after: stopwatch, until: timeout)
    throw StoreError.busy(path: path)
  }

  /// Waits, unless the timeout has passed since the first attempt.
  private static func mayRetry(after stopwatch: Stopwatch, until timeout: LockTimeout) -> Bool {
    stopwatch.seconds * 1_000 < Double(timeout.milliseconds) && timeout.wait()
  }

  /// Runs a closure that opens a database and reads from it. If the database is busy, or changes
  /// while it is read, the closure is run again until the timeout.
  static func retrying<Result: ~Copyable>(
    until timeout: LockTimeout, _ body: (Stopwatch) throws -> Result
  ) throws -> Result {
    let stopwatch = Stopwatch()
    while true {
      do { return try body(stopwatch) } catch let error as StoreError {
        guard case .busy = error, mayRetry(after: stopwatch, until: timeout) else { throw error }
      }
    }
  }

  // MARK: - Reading

  /// Whether a temporary copy is read, because the file cannot be read in place.
  package var isTemporaryCopy: Bool { copy != nil }

  /// Runs the closure in a transaction that sees a consistent snapshot of the database.
  ///
  /// - Throws: Any error that the closure throws, an `SQLiteError` as the `StoreError` that it
  ///   means; `busy` if the file changed meanwhile, so that the result of the closure can be wrong.
  package mutating func read<Result>(
    _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    let result = Swift.Result {
      try connection.read { transaction throws in try body(transaction) }
    }
    try requireReliable()
    do { return try result.get() } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// Prepares the connection for `PRAGMA integrity_check` and other checks: it leaves out virtual
  /// tables, because a damaged search index would end the check of all other tables, and has memory
  /// for lookups in no order.
  mutating func prepareForChecks() throws(StoreError) {
    do {
      try connection.removeModules()
      try connection.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.bulkPageCache)")
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Whether the data read so far is what was committed.
  private var isReliable: Bool { unlockedFile?.isCurrent != false }

  private func requireReliable() throws(StoreError) {
    if !isReliable { throw .busy(path: path) }
  }

  // MARK: - Copying

  /// Replaces the content of another database with everything that is committed in this one.
  ///
  /// - Throws: The errors of `Connection.backUp`, and `busy` if the file changed meanwhile.
  mutating func copy(
    to target: borrowing Connection, onceLocked: () throws -> Void,
    progress: (CopyProgress) throws -> Void
  ) throws {
    let progress = { (done: Int64, total: Int64) throws in
      try progress(CopyProgress(bytes: done, totalBytes: total))
    }
    if unlockedFile == nil {
      return try connection.backUp(to: target, onceLocked: onceLocked, progress: progress)
    }
    // Without a lock, the copy must be complete and compared before the target is changed.
    let copy = try temporaryCopy()
    let source = try ConnectionSetup.connection(
      to: .file(copy.path), timeout: connection.timeout)
    try source.backUp(to: target, onceLocked: onceLocked, progress: progress)
  }

  /// Returns a copy of everything that is committed. This database must not be read afterwards if
  /// it is a temporary copy itself.
  mutating func temporaryCopy() throws(StoreError) -> TemporaryCopy {
    if let copy = copy.take() { return copy }
    let copy = try TemporaryCopy(in: copyDirectory)
    if !isEmpty { try copy.fill(from: connection, path: path) }
    try requireReliable()
    return copy
  }
}
