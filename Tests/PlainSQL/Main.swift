import CMovieSQLite
import Foundation

/// A plain SQLite client for tests, without the functions and limits of a catalog's connection.
///
///     PlainSQL [--timeout <ms>] <database> [<sql> ...]
///
/// Without SQL it reads standard input, where `.print <text>` prints a text and `.sleep <ms>` waits, and
/// continues after errors. Rows are printed with `|` between the columns. The exit status is 1 if a
/// statement failed.
@main enum PlainSQL {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var timeout: Int32 = 0
    if arguments.first == "--timeout", arguments.count > 1 {
      timeout = Int32(arguments[1]) ?? 0
      arguments.removeFirst(2)
    }
    var database: OpaquePointer?
    guard !arguments.isEmpty, sqlite3_open(arguments.removeFirst(), &database) == SQLITE_OK else {
      fail("cannot open the database")
      exit(1)
    }
    sqlite3_busy_timeout(database, timeout)
    let status: Int32
    if arguments.isEmpty {
      status = runInput(database)
    } else {
      status = arguments.allSatisfy { run($0, database) } ? 0 : 1
    }
    sqlite3_close(database)
    exit(status)
  }

  private static func runInput(_ database: OpaquePointer?) -> Int32 {
    var status: Int32 = 0
    var sql = ""
    while let line = readLine(strippingNewline: false) {
      if sql.isEmpty, line.hasPrefix(".print ") {
        print(line.dropFirst(".print ".count), terminator: "")
        fflush(nil)
        continue
      }
      if sql.isEmpty, line.hasPrefix(".sleep ") {
        usleep((UInt32(line.dropFirst(".sleep ".count).dropLast()) ?? 0) * 1_000)
        continue
      }
      sql += line
      guard sqlite3_complete(sql) != 0 else { continue }
      if !run(sql, database) { status = 1 }
      sql = ""
    }
    if !sql.allSatisfy(\.isWhitespace), !run(sql, database) { status = 1 }
    return status
  }

  /// - Returns: Whether all statements succeeded.
  private static func run(_ sql: String, _ database: OpaquePointer?) -> Bool {
    let result = sqlite3_exec(
      database, sql,
      { _, count, values, _ in
        let columns = (0..<Int(count)).map { values?[$0].map { String(cString: $0) } ?? "" }
        print(columns.joined(separator: "|"))
        return 0
      }, nil, nil)
    fflush(nil)
    if result != SQLITE_OK { fail(String(cString: sqlite3_errmsg(database))) }
    return result == SQLITE_OK
  }

  private static func fail(_ message: String) {
    FileHandle.standardError.write(Data("Error: \(message)\n".utf8))
  }
}
