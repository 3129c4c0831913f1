internal import CMovieSQLite

/// A failed call of SQLite: the extended code, SQLite's own message, and the statement it ran.
package struct SQLiteError: Error, Hashable, Sendable {
  package let code: ResultCode
  package let message: String
  /// The text of the statement, without its values; `nil` where no statement was at work.
  package let sql: String?

  package init(code: ResultCode, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }
}

/// The one place where the result of an SQLite call is looked at.
///
/// - Parameters:
///   - result: what the call returned.
///   - connection: where SQLite keeps the message that belongs to it.
/// - Returns: the code, one of `ok`, `row` and `done`.
/// - Throws: every other code.
@discardableResult
func check(
  _ result: Int32, _ connection: OpaquePointer?, sql: @autoclosure () -> String? = nil
) throws(SQLiteError) -> ResultCode {
  let code = ResultCode(rawValue: result)
  if code == .ok || code == .row || code == .done { return code }
  let message = unsafe message(for: result, connection)
  throw SQLiteError(code: code, message: message, sql: sql())
}

/// SQLite's sentence about the last call of the connection, or about the code alone where the
/// connection remembers another one.
private func message(for result: Int32, _ connection: OpaquePointer?) -> String {
  if let connection = unsafe connection, unsafe sqlite3_extended_errcode(connection) == result,
    let text = unsafe sqlite3_errmsg(connection)
  {
    return unsafe String(cString: text)
  }
  guard let text = unsafe sqlite3_errstr(result) else { return "error \(result)" }
  return unsafe String(cString: text)
}
