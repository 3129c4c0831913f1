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
