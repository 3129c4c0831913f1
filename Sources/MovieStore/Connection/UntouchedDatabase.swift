package import MovieSQLite
internal import MovieSystem

/// A database that is read without changing a byte, a modification time or a name of its files.
///
/// SQLite reads the file itself if it does not have to write for that:
///
/// | state of the database | how it is read |
/// | --- | --- |
/// | rollback journal | opened read-only, under a lock |
/// | WAL mode, with `-wal` and `-shm` | the same, with `readonly_shm=1` |
/// | WAL mode, without a log | `immutable=1`; the files are compared after each read |
/// | an interrupted change, or a log without `-shm` | a temporary copy |
package struct UntouchedDatabase: ~Copyable {
  package let path: String
  /// Whether the file has no bytes: a database before its first write.
  package var isEmpty: Bool { location == .memory }
  /// Where another connection reads the same database, inside the closure of `read`.
  package let location: Connection.Location

  private var connection: Connection
  private var copy: TemporaryCopy?
  /// The state that the files must still have after each read, if they are read without a lock.
  private let unlockedState: FileState?
  private let copyDirectory: String?

  /// Opens the database and runs the closure. While the database is busy, or changes while it is
  /// read, runs the closure again, until the timeout.
  package static func read<Result: ~Copyable>(
    _ path: String, timeout: LockTimeout, copyingInto copyDirectory: String? = nil,
    _ body: (inout UntouchedDatabase) throws -> Result
  ) throws -> Result {
    let stopwatch = Stopwatch()
    var isFirst = true
    while true {
      do {
        var database = try UntouchedDatabase(
          path: path, timeout: timeout, prefersCopy: !isFirst, copyingInto: copyDirectory)
        isFirst = false
        return try body(&database)
      } catch let error as StoreError
        where error.category == .busy && stopwatch.seconds * 1_000 < Double(timeout.milliseconds)
        && timeout.wait()
      {}
    }
  }

  /// Opens the file and reads from it for the first time.
  ///
  /// - Parameters:
  ///   - mayCopy: Whether to copy a file that cannot be read in place; otherwise it counts as busy.
  ///   - prefersCopy: Whether to copy a file that can be read in place only without a lock, because
  ///     it changed meanwhile the last time.
  ///   - copyDirectory: The directory for a temporary copy; see `TemporaryCopy.init`.
  /// - Throws: `busy` also if the files change meanwhile.
  package init(
    path: String, timeout: LockTimeout = LockTimeout(), mayCopy: Bool = true,
    prefersCopy: Bool = false, copyingInto copyDirectory: String? = nil
  ) throws(StoreError) {
    let file = try CatalogFile(path)
    do {
      switch try file.content() {
      case .nothing: throw StoreError(.fileNotFound(path: file.path))
      case .empty:
        try self.init(.memory, of: file.path, LockTimeout(milliseconds: 0), copyDirectory)
      case .nonEmpty:
        let state = try file.state()
        if let mode = try state.readOnlyMode(), mode == .locking || !prefersCopy,
          let database = try Self.inPlace(file, state, mode, timeout, copyDirectory)
        {
          self = database
        } else if mayCopy {
          let copy = try TemporaryCopy.ofFiles(file, state, in: copyDirectory)
          let location = Connection.Location.file(copy.path)
          try self.init(location, of: file.path, timeout, copy: copy, copyDirectory)
        } else {
          throw StoreError(.busy(path: file.path))
        }
      }
    } catch {
      throw StoreError(error, path: file.path)
    }
  }

  private init(
    _ location: Connection.Location, of path: String, _ timeout: LockTimeout,
    copy: consuming TemporaryCopy? = nil, unlockedState: FileState? = nil,
    _ copyDirectory: String?
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
    self.unlockedState = unlockedState
    self.copyDirectory = copyDirectory
  }

  /// Opens the file itself.
  ///
  /// - Returns: `nil` if SQLite would have to write to read it.
  private static func inPlace(
    _ file: CatalogFile, _ state: FileState, _ mode: Connection.ReadOnlyMode,
    _ timeout: LockTimeout, _ copyDirectory: String?
  ) throws -> UntouchedDatabase? {
    if mode == .immutable { state.database?.waitForNextTick() }
    do {
      return try UntouchedDatabase(
        .readOnly(state.path, mode), of: file.path, timeout,
        unlockedState: mode == .immutable ? state : nil, copyDirectory)
    } catch let error as SQLiteError {
      if mode == .immutable, try file.state() != state { throw StoreError(.busy(path: file.path)) }
      // With these codes, SQLite must write to read the database: to roll back a journal, or to
      // create or repair shared memory.
      if [.readOnly, .cannotOpen, .lockingProtocol].contains(error.code.primary) { return nil }
      throw error
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
  ///
  /// - Parameter functions: Functions that the checks call.
  package mutating func prepareForChecks(
    adding functions: [ScalarFunction] = []
  ) throws(StoreError) {
    do {
      for function in functions { try connection.add(function) }
      try connection.removeModules()
      // The checks of rows find such values in connections that can write, and in others.
      try connection.execute("PRAGMA ignore_check_constraints = ON")
      try connection.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.bulkPageCache)")
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Checks that the data read so far is what was committed.
  private func requireReliable() throws(StoreError) {
    if let unlockedState, try CatalogFile(path).state() != unlockedState {
      throw StoreError(.busy(path: path))
    }
  }

  // MARK: - Copying

  /// Replaces the content of another database with everything that is committed in this one.
  ///
  /// - Throws: The errors of `Connection.copy`, and `busy` if the file changed meanwhile.
  package mutating func copy(
    to target: borrowing Connection, onceLocked: () throws -> Void,
    progress: (OperationProgress) throws -> Void
  ) throws {
    let progress = { (done: Int64, total: Int64) throws in
      try progress(OperationProgress("copy", Int(done), of: Int(total)))
    }
    if unlockedState == nil {
      return try connection.copy(to: target, onceLocked: onceLocked, progress: progress)
    }
    // Without a lock, the copy must be complete and compared before the target is changed.
    let copy = try temporaryCopy()
    let source = try ConnectionSetup.connection(
      to: .file(copy.path), timeout: connection.timeout)
    try source.copy(to: target, onceLocked: onceLocked, progress: progress)
  }

  /// Returns a copy of everything that is committed. This database must not be read afterwards if
  /// it is a temporary copy itself.
  package mutating func temporaryCopy() throws(StoreError) -> TemporaryCopy {
    if let copy = copy.take() { return copy }
    let copy = try TemporaryCopy(in: copyDirectory)
    if !isEmpty { try copy.fill(from: connection, path: path) }
    try requireReliable()
    return copy
  }
}
