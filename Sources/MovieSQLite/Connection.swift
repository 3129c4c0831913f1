internal import CMovieSQLite
internal import MovieSystem

/// A connection to one database. It is closed at the end of its lifetime.
@safe package struct Connection: ~Copyable {
  let handle: OpaquePointer
  let monitor: ConnectionMonitor
  private let statements = StatementCache()
  /// The path of a file that was opened for writing.
  private let path: String?
  /// Whether a later interruption reports that a change was made, once this connection has committed
  /// one; `false` for a database that is discarded, or that the user does not know as a change.
  package var reportsCommits: Bool {
    get { monitor.reportsCommits }
    nonmutating set { monitor.reportsCommits = newValue }
  }
  /// The time to wait for the locks of other processes.
  package var timeout: LockTimeout { monitor.timeout }

  /// Opens the database for reading and writing, or only for reading if the location or the file does
  /// not allow more.
  package init(
    _ location: Location, timeout: LockTimeout = LockTimeout(milliseconds: 0)
  ) throws(SQLiteError) {
    if !Self.isLibrarySupported {
      throw SQLiteError(code: .unsupportedLibrary, message: Self.libraryVersion)
    }
    // NOMUTEX: two threads never use a noncopyable owner at the same time.
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
    monitor.reportsCommits = location != .memory && location != .temporary
    path = if case .file(let path) = location { path } else { nil }
    unsafe monitor.install(on: handle)
  }

  deinit {
    statements.removeAll()
    // A statement can outlive the connection, but not the monitor.
    unsafe monitor.remove(from: handle)
    _ = unsafe sqlite3_close_v2(handle)
  }

  package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// The number of rows changed since the connection was opened, including changes that were rolled
  /// back.
  package var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

  /// The statements that run on the connection.
  var transaction: Transaction { unsafe Transaction(on: handle, statements) }

  // MARK: - Statements outside a transaction, such as a PRAGMA

  package func execute(_ sql: SQL) throws(SQLiteError) {
    monitor.begin()
    try transaction.execute(sql)
  }

  /// Returns the text in the first column of the first row, or "" if there is none.
  package func queryText(_ sql: SQL) throws(SQLiteError) -> String {
    monitor.begin()
    return try transaction.fetchTexts(sql).first ?? ""
  }

  /// Returns the integer in the first column of the first row.
  package func queryInt(_ sql: SQL) throws(SQLiteError) -> Int64 {
    monitor.begin()
    return try transaction.fetchInt(sql)
  }

  /// Copies the write-ahead log into the file and deletes the log. Rolls back an interrupted change.
  ///
  /// - Throws: `busyWithReaders` if another connection has the log open for longer than the timeout.
  package func removeLog() throws(SQLiteError) { try setJournalMode("delete") }

  /// Sets the journal mode, `wal` or `delete`, which no other connection may use meanwhile.
  ///
  /// - Throws: `busyWithReaders` if another connection uses the database for longer than the
  ///   timeout.
  package func setJournalMode(_ mode: String) throws(SQLiteError) {
    monitor.begin()
    // SQLite does not call the busy handler when the mode changes.
    while true {
      do throws(SQLiteError) {
        let result = try transaction.fetchTexts(
          "PRAGMA journal_mode = \(raw: mode)")
        if result == [mode] { return }
      } catch {
        if error.code.primary != .busy { throw error }
      }
      if !timeout.wait() {
        throw SQLiteError(code: .busyWithReaders, message: "the log is in use")
      }
    }
  }

  // MARK: - Transactions

  /// Whether a transaction is in progress.
  package var isInTransaction: Bool { monitor.isInTransaction }

  /// Records that the current transaction holds a lock, because it has read from the database.
  package func didRead() { monitor.didRead() }

  /// Runs the closure in a transaction that sees a consistent snapshot of the database.
  ///
  /// Throws `SQLITE_READONLY_DBMOVED` if the file was moved or removed.
  ///
  /// Within another transaction of this connection, the closure is a part of that one.
  package func read<Result, Failure: Error>(
    _ body: (inout Transaction) throws(Failure) -> Result
  ) throws -> Result {
    if monitor.isInTransaction { return try nested(body) }
    // SQLite could roll back the file that was opened with the journal of a new one.
    try ensureNotReplaced()
    return try transaction("BEGIN", body, end: "COMMIT")
  }

  /// Runs the closure in a transaction that holds the write lock from its start.
  ///
  /// Within another transaction of this connection, the closure is a part of that one: if it throws an
  /// error, only its own changes are rolled back, and the other transaction can continue.
  ///
  /// - Parameters:
  ///   - commit: Whether to commit the changes; `false` rolls them back, for a dry run.
  /// - Throws: Any error that the closure throws; `SQLiteError` if the lock cannot be taken in
  ///   time, the commit fails, or the file is no longer at its path. Nothing is changed then,
  ///   unless the error is `notDurable`.
  package func write<Result, Failure: Error>(
    commit: Bool = true, _ body: (inout Transaction) throws(Failure) -> Result
  ) throws -> Result {
    if monitor.isInTransaction { return try nested(inSavepoint: true, body) }
    Interruption.enterCritical()
    defer {
      monitor.hasWriteLock = false
      Interruption.leaveCritical()
    }
    // Do not lock a file that was replaced: SQLite could roll back the new file with the old journal.
    try ensureNotReplaced()
    let result: Result
    do {
      result = try transaction(
        "BEGIN IMMEDIATE",
        { (transaction) throws in
          monitor.hasWriteLock = true
          try ensureNotReplaced()
          let result = try body(&transaction)
          // A commit would change a file that no path refers to.
          try ensureNotReplaced()
          if commit { try Interruption.check() }
          return result
        }, end: commit ? "COMMIT" : "ROLLBACK")
    } catch {
      if (error as? SQLiteError)?.code == .notDurable { didCommit() }
      if (error as? SQLiteError)?.code == .readOnlyMoved { try requireMoved() }
      throw busyWithReaders(error)
    }
    if commit { didCommit() }
    return result
  }

  func didCommit() {
    if reportsCommits { Interruption.didCommit() }
  }

  /// Runs the closure while no other connection can change the database. The closure must not change it
  /// either.
  package func withWriteLock(_ body: () throws -> Void) throws {
    Interruption.enterCritical()
    defer { Interruption.leaveCritical() }
    try transaction("BEGIN IMMEDIATE", { (_) throws in try body() }, end: "ROLLBACK")
  }

  /// Marks a lock error of a change that has the write lock as caused by readers. They block the commit,
  /// or a write of changed pages that no longer fit into memory, which interrupts a statement.
  private func busyWithReaders(_ error: any Error) -> any Error {
    guard monitor.hasWriteLock, monitor.hasTimedOut, !Interruption.isRequested,
      let error = error as? SQLiteError,
      error.code.primary == .busy || error.code == .interrupted
    else { return error }
    return SQLiteError(code: .busyWithReaders, message: error.message, sql: error.sql)
  }

  private func transaction<Result, Failure: Error>(
    _ begin: SQL, _ body: (inout Transaction) throws(Failure) -> Result, end: SQL
  ) throws -> Result {
    monitor.begin()
    unsafe fileErrors(of: handle, clears: true)
    var transaction = self.transaction
    try transaction.execute(begin)
    monitor.isInTransaction = true
    defer { monitor.isInTransaction = false }
    do {
      let result = try body(&transaction)
      try requireTransaction()
      try finish(transaction, end)
      return result
    } catch {
      rollBack(transaction)
      // Makes SQLite restore the file after a failed write. Otherwise SQLite does so at the next read.
      do throws(SQLiteError) {
        _ = try transaction.fetchInt("SELECT count(*) FROM sqlite_schema")
      } catch {}
      throw error
    }
  }

  /// Commits or rolls back the transaction. It is finished although its lock cannot be released:
  /// SQLite tries again later.
  ///
  /// - Throws: `notDurable` if the transaction is committed nevertheless.
  private func finish(_ transaction: borrowing Transaction, _ end: SQL) throws(SQLiteError) {
    do throws(SQLiteError) {
      try transaction.execute(end)
    } catch {
      guard let outcome = error.code.outcomeOfCommit else { throw error }
      if outcome == .notDurable, end.text == "COMMIT" {
        throw SQLiteError(code: outcome, message: error.message, sql: error.sql)
      }
    }
  }

  /// Runs the closure within the current transaction.
  private func nested<Result, Failure: Error>(
    inSavepoint: Bool = false, _ body: (inout Transaction) throws(Failure) -> Result
  ) throws -> Result {
    try requireTransaction()
    var transaction = self.transaction
    if inSavepoint { try transaction.execute("SAVEPOINT nested") }
    do {
      let result = try body(&transaction)
      if inSavepoint { try transaction.execute("RELEASE nested") }
      return result
    } catch {
      if unsafe sqlite3_get_autocommit(handle) != 0 {
        if monitor.rollbackCause == nil { monitor.rollbackCause = error as? SQLiteError }
      } else if inSavepoint {
        try transaction.execute("ROLLBACK TO nested")
        try transaction.execute("RELEASE nested")
      }
      throw error
    }
  }

  /// Checks that SQLite has not rolled back the current transaction, which it does after some errors. If
  /// the closure of the transaction catches such an error, it must not continue outside the transaction.
  private func requireTransaction() throws(SQLiteError) {
    if unsafe sqlite3_get_autocommit(handle) == 0 { return }
    throw monitor.rollbackCause
      ?? SQLiteError(code: .abort, message: "the transaction was rolled back")
  }

  /// Rolls back the transaction. After some errors, SQLite has done this already. If it fails, the next
  /// process that opens the file rolls back.
  func rollBack(_ transaction: borrowing Transaction) {
    guard unsafe sqlite3_get_autocommit(handle) == 0 else { return }
    do throws(SQLiteError) { try transaction.execute("ROLLBACK") } catch {}
  }

  /// A descriptor that interrupts reads, but not changes, as soon as it has input or is at its end.
  package var readInterrupter: Int32? {
    get { monitor.inputDescriptor }
    nonmutating set { monitor.inputDescriptor = newValue }
  }

  // MARK: - The file

  /// The path of the open file without symbolic links, or `nil` if it was moved or removed, also if
  /// another file has taken its place; "" for a database in memory.
  ///
  /// SQLite compares inodes. While the file is open, no other file can get its inode.
  package var filePath: String? {
    var hasMoved: Int32 = 0
    // Fails for a database in memory, and leaves the number unchanged.
    _ = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if hasMoved != 0 { return nil }
    guard let name = unsafe sqlite3_db_filename(handle, "main") else { return "" }
    return unsafe String(validatingCString: name)
  }

  /// Whether the path that the database was opened with still refers to the open file.
  ///
  /// - Throws: `ioError` if that cannot be determined.
  package var isInPlace: Bool {
    get throws(SQLiteError) {
      guard let path else { return true }
      do throws(SystemError) {
        var current = filePath
        if current == nil {
          // SQLite also reports a failed `stat` as a move.
          _ = try FileMetadata.ifExists(path, followingLinks: true)
          current = filePath
        }
        guard let current else { return false }
        if current.utf8.elementsEqual(path.utf8) { return true }
        // A symbolic link may have been changed.
        return try FileMetadata.refersToSameFile(current, path)
      } catch {
        throw SQLiteError(code: .ioError, message: error.description)
      }
    }
  }

  /// Checks a report of SQLite that the file was moved, which can also be due to a failed `stat`.
  func requireMoved() throws(SQLiteError) {
    if try isInPlace { throw SQLiteError(code: .ioError, message: "disk I/O error") }
  }

  /// - Throws: `SQLITE_READONLY_DBMOVED`, as SQLite itself does; `ioError` if that cannot be
  ///   determined.
  func ensureNotReplaced() throws(SQLiteError) {
    if try !isInPlace {
      throw SQLiteError(code: .readOnlyMoved, message: "the database file was moved or removed")
    }
  }
}
