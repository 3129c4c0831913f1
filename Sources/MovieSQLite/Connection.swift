internal import CMovieSQLite

/// A connection to one database; closed with its owner.
@safe package struct Connection: ~Copyable {
  let handle: OpaquePointer
  private let monitor: ConnectionMonitor
  /// The path that the connection was opened by; `nil` in memory and for a file that is only read.
  private let path: String?
  private var isInSnapshot = false
  /// How long the connection waits for the locks of other processes.
  package var timeout: LockTimeout { monitor.timeout }

  /// Opens the database for reading and writing, or for reading where the location or the file
  /// allows no more.
  ///
  /// - Parameter timeout: how long to wait for locks; by default not at all.
  package init(
    _ location: Location, timeout: LockTimeout = LockTimeout(milliseconds: 0)
  ) throws(SQLiteError) {
    if !Self.isLibrarySupported {
      throw SQLiteError(code: .unsupportedLibrary, message: Self.libraryVersion)
    }
    try location.prepare()
    // NOMUTEX: a noncopyable owner is never in two threads at once.
    let flags = location.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open_v2(location.name, &opened, flags, nil)
    do throws(SQLiteError) {
      try unsafe check(result, opened)
    } catch {
      _ = unsafe sqlite3_close_v2(opened)
      throw error
    }
    guard let opened = unsafe opened else {
      throw SQLiteError(code: .noMemory, message: "no memory for a connection")
    }
    unsafe handle = opened
    monitor = ConnectionMonitor(timeout: timeout)
    path = if case .file(let path) = location { path } else { nil }
    unsafe monitor.watch(handle)
  }

  deinit { _ = unsafe sqlite3_close_v2(handle) }

  /// Whether the file allows reading only.
  package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// Rows changed since the connection was opened, those included that were taken back.
  package var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

  /// Runs one statement outside any transaction, as PRAGMAs need it.
  ///
  /// - Returns: the text of the first column of the first row, "" where there is none.
  @discardableResult
  package mutating func pragma(_ sql: String) throws(SQLiteError) -> String {
    begin()
    return try queryText(sql)
  }

  private func queryText(_ sql: String) throws(SQLiteError) -> String {
    var statement = try unsafe Statement(sql, on: handle)
    guard try statement.step() else { return "" }
    let value = statement.text(at: 0)
    try statement.run()
    return value
  }

  /// Writes a write-ahead log into the file and removes it, and recovers the file from a hot journal.
  ///
  /// - Throws: `busyWithReaders` where another connection has the log open for longer than the timeout.
  package mutating func removeLog() throws(SQLiteError) {
    begin()
    // SQLite does not wait by itself where it leaves this mode.
    while true {
      do throws(SQLiteError) {
        if try queryText("PRAGMA journal_mode = DELETE") != "wal" { return }
      } catch {
        if error.code.primary != .busy { throw error }
      }
      if !timeout.wait() {
        throw SQLiteError(code: .busyWithReaders, message: "the log is in use")
      }
    }
  }

  /// Runs the body in a transaction that sees one state of the database.
  package mutating func read<Result, Failure: Error>(
    _ body: (inout Transaction) throws(Failure) -> Result
  ) throws -> Result {
    // Inside a snapshot, no new transaction begins.
    if isInSnapshot {
      var transaction = unsafe Transaction(on: handle)
      return try body(&transaction)
    }
    return try transaction("BEGIN", body, end: "COMMIT")
  }

  /// All that is read until ``endSnapshot()`` sees one state of the database; nothing can be changed
  /// meanwhile.
  package mutating func beginSnapshot() throws(SQLiteError) {
    monitor.begin()
    try unsafe Transaction(on: handle).execute("BEGIN")
    isInSnapshot = true
  }

  package mutating func endSnapshot() {
    isInSnapshot = false
    rollBack(unsafe Transaction(on: handle))
  }

  /// Runs the body in a transaction that holds the write lock from its start.
  ///
  /// - Parameters:
  ///   - isKept: `false` takes everything back at the end, for a dry run.
  ///   - isAsked: `false` where nobody asked for the change, so that who is interrupted later need not
  ///     hear of it.
  /// - Throws: what the body throws, with nothing changed; `SQLiteError` where the lock is not had
  ///   in time or the commit fails, or where the file is no longer at its path, likewise with nothing
  ///   changed.
  package mutating func write<Result, Failure: Error>(
    isKept: Bool = true, isAsked: Bool = true,
    _ body: (inout Transaction) throws(Failure) -> Result
  ) throws -> Result {
    Interruption.postpone()
    defer {
      monitor.hasWriteLock = false
      Interruption.cease()
    }
    // Do not lock a file that was replaced: SQLite could roll back the new file with the old journal.
    try requireInPlace()
    let result: Result
    do {
      result = try transaction(
        "BEGIN IMMEDIATE",
        { (transaction) throws in
          monitor.hasWriteLock = true
          try requireInPlace()
          let result = try body(&transaction)
          // Committed, the change would be in a file that nothing leads to.
          try requireInPlace()
          if isKept { try Interruption.requireNone() }
          return result
        }, end: isKept ? "COMMIT" : "ROLLBACK")
    } catch {
      throw busyWithReaders(error)
    }
    if isKept, isAsked { Interruption.noteCommit() }
    return result
  }

  /// Runs the body while no other connection can change the database; this one does not either.
  ///
  /// - Throws: what the body throws; `SQLiteError` where the lock cannot be taken in time.
  package mutating func withWriteLock(_ body: () throws -> Void) throws {
    Interruption.postpone()
    defer { Interruption.cease() }
    try transaction("BEGIN IMMEDIATE", { (_) throws in try body() }, end: "ROLLBACK")
  }

  /// Once a change has its lock, only readers can be in its way: at the commit, or when changed pages no
  /// longer fit into memory, which ends a statement as interrupted.
  private func busyWithReaders(_ error: any Error) -> any Error {
    guard monitor.hasWriteLock, monitor.hasGivenUp, !Interruption.isRequested,
      let error = error as? SQLiteError,
      error.code.primary == .busy || error.code == .interrupted
    else { return error }
    return SQLiteError(code: .busyWithReaders, message: error.message, sql: error.sql)
  }

  /// Whether the path that the database was opened by still leads to the file that is open; true in
  /// memory.
  package var isInPlace: Bool {
    guard let path else { return true }
    // The file moved, or a symbolic link points elsewhere by now.
    return filePath.map { isSameFile($0, path) } ?? false
  }

  /// - Throws: `SQLITE_READONLY_DBMOVED`, as SQLite itself does where it notices.
  func requireInPlace() throws(SQLiteError) {
    if !isInPlace {
      throw SQLiteError(code: .readOnlyMoved, message: "the database file was moved or removed")
    }
  }

  /// From now on reading ends as interrupted as soon as the descriptor has input, or comes to its end;
  /// `nil` for never. What is done in `write` does not.
  ///
  /// - Returns: the descriptor so far.
  package mutating func giveWay(toInputOf descriptor: Int32?) -> Int32? {
    defer { monitor.yieldsTo = descriptor }
    return monitor.yieldsTo
  }

  /// A transaction, or a statement outside any, begins.
  func begin() { monitor.begin() }

  private func transaction<Result, Failure: Error>(
    _ begin: String, _ body: (inout Transaction) throws(Failure) -> Result, end: String
  ) throws -> Result {
    monitor.begin()
    var transaction = unsafe Transaction(on: handle)
    try transaction.execute(begin)
    do {
      let result = try body(&transaction)
      try transaction.execute(end)
      return result
    } catch {
      rollBack(transaction)
      recover(transaction)
      throw error
    }
  }

  /// Takes back what the transaction did. After some errors SQLite has done so itself; and where
  /// this fails too, closing the connection or the next opening does it.
  func rollBack(_ transaction: borrowing Transaction) {
    guard unsafe sqlite3_get_autocommit(handle) == 0 else { return }
    do throws(SQLiteError) { try transaction.execute("ROLLBACK") } catch {}
  }

  /// Reads something: where a write failed half-way, SQLite leaves it to the next reader to put the
  /// old pages back, and until then they are in the journal.
  private func recover(_ transaction: borrowing Transaction) {
    do throws(SQLiteError) {
      _ = try transaction.integer("SELECT count(*) FROM sqlite_schema")
    } catch {}
  }
}
