import MovieSQLite
import TestSupport

/// A plain SQLite client in this process, without the functions and the hardening of a catalog.
package enum OtherProgram {
  /// Runs the statements on the file, each in its own transaction.
  package static func run(_ path: String, _ statements: String...) throws {
    try run(path, statements)
  }

  package static func run(_ path: String, _ statements: [String]) throws {
    let connection = try Connection(.file(path))
    for sql in statements { try connection.execute(SQL(raw: sql)) }
  }

  /// Creates a database with the statements.
  package static func make(_ name: String, _ statements: [String]) throws -> String {
    let path = TemporaryDirectory.path(name)
    try Files.touch(path)
    try run(path, statements)
    return path
  }

  /// The rows of a query, with numbers as text and NULL as "NULL".
  package static func rows(_ path: String, columns: Int = 1, _ sql: String) throws -> [[String]] {
    let connection = try Connection(.file(path))
    return try connection.read { transaction throws in
      try transaction.rows(columns: columns, sql)
    }
  }

  /// The first column of the rows of a query.
  package static func texts(_ path: String, _ sql: String) throws -> [String] {
    try rows(path, sql).map { $0[0] }
  }
}

extension Transaction {
  package borrowing func rows(columns: Int = 1, _ sql: String) throws(SQLiteError) -> [[String]] {
    try fetchAll(SQL(raw: sql)) { row throws(SQLiteError) in
      var values: [String] = []
      for column in 0..<columns { values.append(try row.displayText(at: column)) }
      return values
    }
  }
}

extension Row {
  fileprivate borrowing func displayText(at column: Int) throws(SQLiteError) -> String {
    do throws(SQLiteError) { return try text(at: column) } catch {}
    do throws(SQLiteError) {
      return try optionalInt(at: column).map(String.init) ?? "NULL"
    } catch {}
    return "\(try real(at: column))"
  }
}
