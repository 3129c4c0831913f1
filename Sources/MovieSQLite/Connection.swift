internal import CMovieSQLite

/// A connection to one database; closed with its owner.
@safe package struct Connection: ~Copyable {
  let handle: OpaquePointer
  /// The descriptor whose input ends reading.
  private var yieldsTo: Int32?

  /// Opens the database for reading and writing, or for reading where the location or the file
  /// allows no more.
  package init(_ location: Location) throws(SQLiteError) {
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
    yieldsTo = nil
    unsafe Interruption.end(statementsOf: handle, forInputOf: nil)
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
    var statement = try unsafe Statement(sql, on: handle)
    guard try statement.step() else { return "" }
    let value = statement.text(at: 0)
    try statement.run()
    return value
  }

  /// Runs the body in a transaction that sees one state of the database.
  package mutating func read<Result, Failure: Error>(
    _ body: (inout Transaction) throws(Failure) -> Result
  ) throws -> Result {
    try transaction("BEGIN", body, end: "COMMIT", changes: false, isAsked: false)
  }

  /// Runs the body in a transaction that holds the write lock from its start.
  ///
  /// - Parameters:
  ///   - isKept: `false` takes everything back at the end, for a dry run.
  ///   - isAsked: `false` where nobody asked for the change, so that who is interrupted later need not
  ///     hear of it.
  /// - Throws: what the body throws, with nothing changed; `SQLiteError` where the lock is not had
  ///   in time or the commit fails, likewise with nothing changed.
  package mutating func write<Result, Failure: Error>(
    isKept: Bool = true, isAsked: Bool = true,
    _ body: (inout Transaction) throws(Failure) -> Result
  ) throws -> Result {
    Interruption.postpone()
    unsafe Interruption.end(statementsOf: handle, forInputOf: nil)
    defer {
      unsafe Interruption.end(statementsOf: handle, forInputOf: yieldsTo)
      Interruption.cease()
    }
    return try transaction(
      "BEGIN IMMEDIATE", body, end: isKept ? "COMMIT" : "ROLLBACK", changes: isKept,
      isAsked: isAsked)
  }

  /// From now on reading ends as interrupted as soon as the descriptor has input, or comes to its end;
  /// `nil` for never. What is done in `write` does not.
  ///
  /// - Returns: the descriptor so far.
  package mutating func giveWay(toInputOf descriptor: Int32?) -> Int32? {
    let former = yieldsTo
    yieldsTo = descriptor
    unsafe Interruption.end(statementsOf: handle, forInputOf: descriptor)
    return former
  }

  private mutating func transaction<Result, Failure: Error>(
    _ begin: String, _ body: (inout Transaction) throws(Failure) -> Result, end: String,
    changes: Bool, isAsked: Bool
  ) throws -> Result {
    var transaction = unsafe Transaction(on: handle)
    try transaction.execute(begin)
    do {
      let result = try body(&transaction)
      if changes { try Interruption.requireNone() }
      try transaction.execute(end)
      if changes, isAsked { Interruption.noteCommit() }
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
