internal import CMovieSQLite
internal import MovieSystem

extension Connection {
  /// Replaces the content of another database with a snapshot of this one, as atomically as the
  /// journal of the other database allows. Pages are copied without being interpreted.
  ///
  /// Meanwhile, other connections can read this database, and writers wait. The connection must not be in
  /// a transaction.
  ///
  /// - Parameters:
  ///   - inspect: Reads from this database in the transaction of the copy.
  ///   - onceLocked: Runs when no other process can read or write the other database, before it is
  ///     changed.
  ///   - progress: Called with the number of bytes copied so far and the total. An error that it throws
  ///     ends the copy.
  package func copy(
    to target: borrowing Connection,
    inspecting inspect: (borrowing Transaction) throws -> Void = { _ in },
    onceLocked: () throws -> Void = {},
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws {
    Interruption.enterCritical()
    defer { Interruption.leaveCritical() }
    let (source, destination) = unsafe (handle, target.handle)
    monitor.begin()
    target.monitor.begin()
    try target.ensureNotReplaced()
    let transaction = self.transaction
    try transaction.execute("BEGIN")
    // It only reads, so there is nothing to commit.
    defer { rollBack(transaction) }
    // The read takes the lock. Without it, a change by another process would restart the copy.
    _ = try transaction.fetchInt("PRAGMA schema_version")
    let pageSize = try transaction.fetchInt("PRAGMA page_size")
    try inspect(transaction)
    guard let backup = unsafe sqlite3_backup_init(destination, "main", source, "main") else {
      try unsafe check(sqlite3_errcode(destination), destination)
      throw SQLiteError(code: .error, message: "the copy could not be started")
    }
    // How the last step ended although it failed after its commit.
    var committed: ResultCode?
    let outcome = Result {
      // Takes the lock without copying a page.
      try unsafe check(sqlite3_backup_step(backup, 0), destination)
      try onceLocked()
      let size = unsafe Int64(sqlite3_backup_pagecount(backup)) * pageSize
      let truncated = try unsafe TruncatedFile(of: destination, to: size, pageSize: pageSize)
      repeat {
        let (remaining, total) = unsafe (
          sqlite3_backup_remaining(backup), sqlite3_backup_pagecount(backup)
        )
        try progress(Int64(total - remaining) * pageSize, Int64(total) * pageSize)
        try Interruption.check()
        // The last pages are copied and committed in one call.
        try target.ensureNotReplaced()
      } while try unsafe Self.copy(1_024, by: backup, to: destination, truncated, &committed)
    }
    // Rolls an incomplete copy back.
    let finished = unsafe sqlite3_backup_finish(backup)
    if case .failure(let error as SQLiteError) = outcome, error.code.primary == .busy,
      target.isFreeOfWriters
    {
      throw SQLiteError(code: .busyWithReaders, message: error.message)
    }
    if case .failure(let error as SQLiteError) = outcome, error.code == .readOnlyMoved {
      try target.requireMoved()
    }
    try outcome.get()
    if committed == nil { try unsafe check(finished, destination) }
    target.didCommit()
    if committed == .notDurable {
      throw SQLiteError(code: .notDurable, message: "disk I/O error")
    }
  }

  /// Whether the write lock is available.
  private var isFreeOfWriters: Bool {
    let transaction = self.transaction
    defer { rollBack(transaction) }
    do throws(SQLiteError) { try transaction.execute("BEGIN IMMEDIATE") } catch { return false }
    return true
  }

  /// - Parameters:
  ///   - truncated: The file, if it is larger than the copy.
  ///   - committed: Set if the step failed after it had committed the copy.
  /// - Returns: Whether more pages remain.
  private static func copy(
    _ pages: Int32, by backup: OpaquePointer, to destination: OpaquePointer,
    _ truncated: TruncatedFile?, _ committed: inout ResultCode?
  ) throws(SQLiteError) -> Bool {
    let result = unsafe sqlite3_backup_step(backup, pages)
    let code = ResultCode(rawValue: result)
    committed = code.outcomeOfCommit
    if code == .truncate || code == .fileStatus, truncated?.isCommitted == true {
      committed = .done
    }
    if committed != nil { return false }
    return try unsafe check(result, destination) != .done
  }

  /// Passes the bytes of the file in chunks of at most one mebibyte, without a lock.
  package func forEachChunk(_ body: ([UInt8]) throws -> Void) throws {
    let file = try unsafe OpenFile(of: handle)
    var rest = try file.size()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset: Int64 = 0
    while rest > 0 {
      if rest < Int64(buffer.count) { buffer.removeLast(buffer.count - Int(rest)) }
      try file.read(into: &buffer, at: offset)
      try body(buffer)
      try Interruption.check()
      (offset, rest) = (offset + Int64(buffer.count), rest - Int64(buffer.count))
    }
  }
}

/// A file that SQLite truncates after it has committed a smaller copy. The error of a failed
/// truncation can also mean that the journal could not be opened, before the commit.
private struct TruncatedFile {
  private let file: OpenFile
  private let header: DatabaseHeader

  /// - Parameters:
  ///   - size: The size of the copy in bytes.
  ///   - pageSize: The page size of the copy in bytes.
  /// - Returns: `nil` if the commit does not truncate the file.
  init?(of connection: OpaquePointer, to size: Int64, pageSize: Int64) throws(SQLiteError) {
    // A database in memory has no file.
    do { file = try unsafe OpenFile(of: connection) } catch { return nil }
    header = try file.header()
    // If the page sizes differ, the file is truncated before the commit.
    guard header.pageSize == pageSize, try file.size() > size else { return nil }
  }

  /// Whether the copy is committed, which increments the counter.
  var isCommitted: Bool {
    do { return try file.header().changeCounter != header.changeCounter } catch { return false }
  }
}
