import MovieSQLite
import TestSupport

/// Another SQLite program, in this process: it knows nothing of catalogs, has none of our functions and
/// none of our caution.
enum OtherProgram {
  /// Runs statements on the file, each in a transaction of its own.
  static func run(_ path: String, _ statements: String...) throws {
    try run(path, statements)
  }

  static func run(_ path: String, _ statements: [String]) throws {
    var connection = try Connection(.file(path))
    for sql in statements { try connection.execute(SQL(raw: sql)) }
  }

  /// Makes a database of the statements.
  static func make(_ name: String, _ statements: [String]) throws -> String {
    let path = TemporaryDirectory.path(name)
    try Files.touch(path)
    try run(path, statements)
    return path
  }

  /// The rows of a query, columns as text; NULL is nil-like "NULL".
  static func rows(_ path: String, columns: Int = 1, _ sql: String) throws -> [[String]] {
    var connection = try Connection(.file(path))
    return try connection.read { transaction throws in
      try transaction.rows(columns: columns, sql)
    }
  }

  /// The first column of the rows of a query.
  static func texts(_ path: String, _ sql: String) throws -> [String] {
    try rows(path, sql).map { $0[0] }
  }
}

extension Transaction {
  borrowing func rows(columns: Int = 1, _ sql: String) throws(SQLiteError) -> [[String]] {
    var statement = try prepare(SQL(raw: sql))
    var rows: [[String]] = []
    while try statement.step() {
      var row: [String] = []
      for column in 0..<columns {
        row.append(statement.isNull(at: column) ? "NULL" : statement.text(at: column))
      }
      rows.append(row)
    }
    return rows
  }
}
