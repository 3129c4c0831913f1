internal import CMovieSQLite
internal import MovieSystem

/// A failed SQLite call: its extended result code, SQLite's message, and the statement.
package struct SQLiteError: Error, Hashable, Sendable {
  package let code: ResultCode
  package let message: String
  /// The text of the statement, without its values, or `nil` if no statement was running.
  package let sql: String?

  package init(code: ResultCode, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }
}

/// Returns the result of an SQLite call if it is `ok`, `row` or `done`.
///
/// - Throws: `SQLiteError` for every other code, with the message of the connection.
@discardableResult
func check(
  _ result: Int32, _ connection: OpaquePointer?, sql: @autoclosure () -> String? = nil
) throws(SQLiteError) -> ResultCode {
  let code = ResultCode(rawValue: result)
  if code == .ok || code == .row || code == .done { return code }
  throw unsafe failure(code, connection, sql: sql())
}

/// Returns the error of a failed call. SQLite reports an exceeded quota or file size as an I/O
/// error, and a failed read as damage.
private func failure(
  _ code: ResultCode, _ connection: OpaquePointer?, sql: String?
) -> SQLiteError {
  let causes = unsafe systemErrors(behind: code, connection, isCommit: sql == "COMMIT")
  if causes.contains(where: \.isFullDisk) {
    return SQLiteError(code: .full, message: "database or disk is full", sql: sql)
  }
  if let limit = causes.first(where: \.isLimit) {
    return SQLiteError(code: code, message: limit.reason, sql: sql)
  }
  let isFailedRead = code == .corrupt && causes.contains(where: \.isDeviceError)
  return isFailedRead || code.primary == .ioError
    ? SQLiteError(code: isFailedRead ? .failedRead : code, message: "disk I/O error", sql: sql)
    : unsafe SQLiteError(code: code, message: message(for: code.rawValue, connection), sql: sql)
}

/// Returns the errors of the system that can have caused the error of a call.
private func systemErrors(
  behind code: ResultCode, _ connection: OpaquePointer?, isCommit: Bool
) -> [SystemError] {
  guard let connection = unsafe connection else { return [] }
  let numbers: [Int32] =
    switch code.primary {
    // The extended codes are those of damage that SQLite found itself.
    case .corrupt where code == .corrupt: unsafe fileErrors(of: connection)
    // A backup does not set `sqlite3_system_errno`.
    case .cannotOpen: [unsafe sqlite3_system_errno(connection), lastError]
    case .ioError where code != .directorySync:
      // A commit closes its journal, and leaves `sqlite3_system_errno` to an earlier error.
      unsafe fileErrors(of: connection) + [isCommit ? lastError : sqlite3_system_errno(connection)]
    default: []
    }
  return numbers.map { SystemError(code: $0, operation: "read", path: nil) }
}

/// The `errno` of this thread.
private var lastError: Int32 {
  guard let system = unsafe sqlite3_vfs_find(nil) else { return 0 }
  return unsafe system.pointee.xGetLastError(system, 0, nil)
}

extension Transaction {
  /// Checks that the disk did not fail to read a page, which `PRAGMA integrity_check` reports as
  /// damage.
  package borrowing func requireReadablePages() throws(SQLiteError) {
    let errors = unsafe fileErrors(of: connection)
    let hasFailed = errors.contains {
      SystemError(code: $0, operation: "read", path: nil).isDeviceError
    }
    if hasFailed { throw SQLiteError(code: .failedRead, message: "disk I/O error") }
  }
}

/// Returns the `errno` of the last failed call on the database file, and on its journal or log; 0
/// for none.
///
/// - Parameter clears: Whether to set the numbers to 0. SQLite stores them as long as a file is
///   open, and a later error must not be attributed to them.
@discardableResult
func fileErrors(of connection: OpaquePointer, clears: Bool = false) -> [Int32] {
  [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER].map { operation in
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    _ = unsafe sqlite3_file_control(connection, "main", operation, &pointer)
    guard let file = unsafe pointer, let methods = unsafe file.pointee.pMethods?.pointee
    else { return 0 }
    var number: Int32 = 0
    // A journal in memory has no such function.
    _ = unsafe methods.xFileControl?(file, SQLITE_FCNTL_LAST_ERRNO, &number)
    // A read after the end of the file sets the number to 0.
    var byte: UInt8 = 0
    if clears, number != 0 { _ = unsafe methods.xRead(file, &byte, 1, 1 << 60) }
    return number
  }
}

/// SQLite's message for the last call of the connection, or that for the code if the connection has
/// the message of another call.
private func message(for result: Int32, _ connection: OpaquePointer?) -> String {
  let isLast = unsafe connection != nil && sqlite3_extended_errcode(connection) == result
  let text = unsafe isLast ? sqlite3_errmsg(connection) : sqlite3_errstr(result)
  return unsafe text.map { unsafe String(cString: $0) } ?? "error \(result)"
}

/// The result of an SQLite call: an extended result code, such as 8 or 776.
///
/// A struct and not an enum, because SQLite adds codes in new releases.
/// Source of names and meanings: https://sqlite.org/rescode.html
package struct ResultCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension: its low eight bits.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// The outcome of a commit that failed with this code, or `nil` if the code means that nothing
  /// was committed. SQLite deletes the journal, which commits, then syncs its directory and unlocks
  /// the file.
  var outcomeOfCommit: ResultCode? {
    switch self {
    case .directorySync: .notDurable
    case .unlock, .sharedLock: .done
    default: nil
    }
  }

  package static let ok = ResultCode(rawValue: SQLITE_OK)
  package static let row = ResultCode(rawValue: SQLITE_ROW)
  package static let done = ResultCode(rawValue: SQLITE_DONE)
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let missingCollation = ResultCode(rawValue: SQLITE_ERROR | (1 << 8))
  /// Another connection holds the lock.
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  /// Readers hold their locks, so a change that has the write lock cannot be written. SQLite does not
  /// distinguish readers from writers; none of its codes has this extension.
  package static let busyWithReaders = ResultCode(rawValue: SQLITE_BUSY | (255 << 8))
  /// A table is locked by a connection that shares the cache.
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  /// A journal must be rolled back first, which requires write access.
  package static let readOnlyRollback = ResultCode(rawValue: SQLITE_READONLY | (3 << 8))
  package static let readOnlyMoved = ResultCode(rawValue: SQLITE_READONLY | (4 << 8))
  package static let abort = ResultCode(rawValue: SQLITE_ABORT)
  package static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  package static let shortRead = ResultCode(rawValue: SQLITE_IOERR | (2 << 8))
  /// The directory of a deleted journal could not be synced.
  static let directorySync = ResultCode(rawValue: SQLITE_IOERR | (5 << 8))
  static let truncate = ResultCode(rawValue: SQLITE_IOERR | (6 << 8))
  /// The metadata of a file could not be read.
  static let fileStatus = ResultCode(rawValue: SQLITE_IOERR | (7 << 8))
  static let unlock = ResultCode(rawValue: SQLITE_IOERR | (8 << 8))
  /// An exclusive lock could not be changed into a shared one.
  static let sharedLock = ResultCode(rawValue: SQLITE_IOERR | (9 << 8))
  static let failedRead = ResultCode(rawValue: SQLITE_IOERR | (33 << 8))
  /// The transaction is committed, but may not survive a power failure. None of SQLite's codes has
  /// this extension.
  package static let notDurable = ResultCode(rawValue: SQLITE_IOERR | (255 << 8))
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let corruptVirtualTable = ResultCode(rawValue: SQLITE_CORRUPT | (1 << 8))
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  /// The locks of a write-ahead log could not be taken because of a race.
  package static let lockingProtocol = ResultCode(rawValue: SQLITE_PROTOCOL)
  /// No id is left for another row, which SQLite reports as `full`. None of its codes has this extension.
  package static let idsExhausted = ResultCode(rawValue: SQLITE_FULL | (255 << 8))
  /// No id is left for another entry of the history. None of SQLite's codes has this extension.
  package static let historyFull = ResultCode(rawValue: SQLITE_FULL | (254 << 8))
  /// The SQLite library is too old. None of its codes has this extension.
  package static let unsupportedLibrary = ResultCode(rawValue: SQLITE_MISUSE | (255 << 8))
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  /// A value of a parameter is longer than the limit. None of SQLite's codes has this extension.
  package static let parameterTooBig = ResultCode(rawValue: SQLITE_TOOBIG | (255 << 8))
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let primaryKeyConstraint = ResultCode(rawValue: SQLITE_CONSTRAINT | (6 << 8))
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
}
