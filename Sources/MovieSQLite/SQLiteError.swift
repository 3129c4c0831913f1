internal import CMovieSQLite

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

/// Checks the result of an SQLite call.
///
/// - Parameters:
///   - result: The result of the call.
///   - connection: The connection that has the message for the result.
/// - Returns: `ok`, `row` or `done`.
/// - Throws: `SQLiteError` for every other code.
@discardableResult
func check(
  _ result: Int32, _ connection: OpaquePointer?, sql: @autoclosure () -> String? = nil
) throws(SQLiteError) -> ResultCode {
  let code = ResultCode(rawValue: result)
  if code == .ok || code == .row || code == .done { return code }
  let message = unsafe message(for: result, connection)
  throw SQLiteError(code: code, message: message, sql: sql())
}

/// SQLite's message for the last call of the connection, or that for the code if the connection has
/// the message of another call.
private func message(for result: Int32, _ connection: OpaquePointer?) -> String {
  if let connection = unsafe connection, unsafe sqlite3_extended_errcode(connection) == result,
    let text = unsafe sqlite3_errmsg(connection)
  {
    return unsafe String(cString: text)
  }
  guard let text = unsafe sqlite3_errstr(result) else { return "error \(result)" }
  return unsafe String(cString: text)
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

  /// Success (`SQLITE_OK`).
  package static let ok = ResultCode(rawValue: SQLITE_OK)
  /// Another row is available (`SQLITE_ROW`).
  package static let row = ResultCode(rawValue: SQLITE_ROW)
  /// The statement has finished (`SQLITE_DONE`).
  package static let done = ResultCode(rawValue: SQLITE_DONE)

  /// An error in the SQL, or one without a code of its own (`SQLITE_ERROR`).
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  /// Another connection holds the lock (`SQLITE_BUSY`).
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  /// Readers hold their locks, so a change that has the write lock cannot be written. SQLite does not
  /// distinguish readers from writers; none of its codes has this extension.
  package static let busyWithReaders = ResultCode(rawValue: SQLITE_BUSY | (255 << 8))
  /// A table is locked by a connection that shares the cache (`SQLITE_LOCKED`).
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  /// The heap limit is reached, or no memory is left (`SQLITE_NOMEM`).
  package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
  /// The file or its directory is not writable (`SQLITE_READONLY`).
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  /// A journal must be rolled back first, which requires write access (`SQLITE_READONLY_ROLLBACK`).
  package static let readOnlyRollback = ResultCode(rawValue: SQLITE_READONLY | (3 << 8))
  /// The file was moved or removed since it was opened (`SQLITE_READONLY_DBMOVED`).
  package static let readOnlyMoved = ResultCode(rawValue: SQLITE_READONLY | (4 << 8))
  /// The statement was interrupted (`SQLITE_INTERRUPT`).
  package static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  /// The operating system reported a failed read, write or sync (`SQLITE_IOERR`).
  package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  /// The file is shorter than the read (`SQLITE_IOERR_SHORT_READ`).
  package static let shortRead = ResultCode(rawValue: SQLITE_IOERR | (2 << 8))
  /// The database is damaged (`SQLITE_CORRUPT`).
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  /// The content of a virtual table is damaged (`SQLITE_CORRUPT_VTAB`).
  package static let corruptVirtualTable = ResultCode(rawValue: SQLITE_CORRUPT | (1 << 8))
  /// The disk is full (`SQLITE_FULL`).
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  /// The locks of a write-ahead log could not be taken because of a race (`SQLITE_PROTOCOL`).
  package static let lockingProtocol = ResultCode(rawValue: SQLITE_PROTOCOL)
  /// No id is left for another row, which SQLite reports as `full`. None of its codes has this extension.
  package static let idsExhausted = ResultCode(rawValue: SQLITE_FULL | (255 << 8))
  /// The SQLite library is too old. None of its codes has this extension.
  package static let unsupportedLibrary = ResultCode(rawValue: SQLITE_MISUSE | (255 << 8))
  /// The file cannot be opened (`SQLITE_CANTOPEN`).
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  /// A text, or a row, is longer than the limit (`SQLITE_TOOBIG`).
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  /// A value has another type than expected (`SQLITE_MISMATCH`).
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  /// A row violates a constraint of the schema (`SQLITE_CONSTRAINT`).
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  /// Two rows would have the same value in a unique index (`SQLITE_CONSTRAINT_UNIQUE`).
  package static let uniqueConstraint = ResultCode(rawValue: SQLITE_CONSTRAINT | (8 << 8))
  /// The file is not a database (`SQLITE_NOTADB`).
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
}
