import CMovieSQLite

/// A connection like that of any other program: without the functions, limits and hardening of a
/// catalog's connection.
package final class PlainConnection {
  package struct Failure: Error, CustomStringConvertible {
    package let code: Int32
    package let description: String
  }

  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  private var database: OpaquePointer?

  package init(_ path: String) throws {
    try check(sqlite3_open(path, &database))
  }

  deinit { close() }

  /// Closes the connection before it is released. Uncommitted changes are rolled back.
  package func close() {
    sqlite3_close_v2(database)
    database = nil
  }

  /// Runs statements that are separated by semicolons.
  ///
  /// - Returns: The rows of all statements, with NULL as "".
  @discardableResult
  package func run(_ sql: String) throws -> [[String]] {
    var rows = Rows()
    try withUnsafeMutablePointer(to: &rows) { rows in
      try check(
        sqlite3_exec(
          database, sql,
          { rows, count, values, _ in
            let row = (0..<Int(count)).map { values?[$0].map { String(cString: $0) } ?? "" }
            rows?.assumingMemoryBound(to: Rows.self).pointee.all.append(row)
            return 0
          }, rows, nil))
    }
    return rows.all
  }

  private struct Rows {
    var all: [[String]] = []
  }

  private func check(_ result: Int32) throws {
    if result == SQLITE_OK { return }
    throw Failure(code: result, description: String(cString: sqlite3_errmsg(database)))
  }
}
