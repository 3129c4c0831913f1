internal import CMovieSQLite

extension Connection {
  /// Copies the whole database, as of one moment, into another one, which becomes the same wholly or
  /// not at all, as far as its own journal promises that.
  ///
  /// Readers of this database are not disturbed; who writes to it waits. The connection must not be
  /// in a transaction.
  ///
  /// - Parameters:
  ///   - inspect: reads from this database in the transaction that the copy is made in.
  ///   - onceLocked: runs when nobody else can read or write the other database any more, before it is
  ///     changed.
  ///   - progress: is told now and then of the pages copied so far, and of all; what it throws ends the
  ///     work.
  /// - Throws: `SQLiteError`, and what the bodies throw.
  package mutating func backUp(
    to target: inout Connection,
    inspecting inspect: (borrowing Transaction) throws -> Void = { _ in },
    onceLocked: () throws -> Void = {},
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws {
    Interruption.postpone()
    defer { Interruption.cease() }
    let (source, destination) = unsafe (handle, target.handle)
    begin()
    target.begin()
    try target.requireInPlace()
    let transaction = unsafe Transaction(on: source)
    try transaction.execute("BEGIN")
    // It has read only: however it ends, what is copied is copied.
    defer { rollBack(transaction) }
    // Held from here on, the lock keeps a change by others from starting the copy anew.
    _ = try transaction.integer("SELECT count(*) FROM sqlite_schema")
    try inspect(transaction)
    guard let backup = unsafe sqlite3_backup_init(destination, "main", source, "main") else {
      try unsafe check(sqlite3_errcode(destination), destination)
      return
    }
    let outcome = Swift.Result {
      // No page, but the lock.
      _ = try unsafe Self.copy(0, by: backup, to: destination)
      try onceLocked()
      repeat {
        let (rest, total) = unsafe (
          sqlite3_backup_remaining(backup), sqlite3_backup_pagecount(backup)
        )
        try progress(Int64(total - rest), Int64(total))
        try Interruption.requireNone()
        // The last pages are copied and committed in one call.
        try target.requireInPlace()
      } while try unsafe Self.copy(1_024, by: backup, to: destination)
    }
    // What is not whole by now is taken back.
    let finished = unsafe sqlite3_backup_finish(backup)
    if case .failure(let error as SQLiteError) = outcome, error.code.primary == .busy,
      target.isFreeOfWriters
    {
      throw SQLiteError(code: .busyWithReaders, message: error.message)
    }
    try outcome.get()
    try unsafe check(finished, destination)
    Interruption.noteCommit()
  }

  /// Whether the write lock can be had now.
  private var isFreeOfWriters: Bool {
    let transaction = unsafe Transaction(on: handle)
    defer { rollBack(transaction) }
    do throws(SQLiteError) { try transaction.execute("BEGIN IMMEDIATE") } catch { return false }
    return true
  }

  /// - Returns: whether there are more pages.
  private static func copy(
    _ pages: Int32, by backup: OpaquePointer, to destination: OpaquePointer
  ) throws(SQLiteError) -> Bool {
    try unsafe check(sqlite3_backup_step(backup, pages), destination) != .done
  }
}
