internal import MovieSQLite

/// A rule about the rows of a catalog that its schema does not enforce: a query that finds the rows
/// that violate it, and how to repair them.
struct Check {
  /// The checks of rows that a report names, in order.
  enum Group: String, CaseIterable {
    case references, log, actors, titles, search, data
  }

  let code: Finding.Code
  var group = Group.data
  var severity = Finding.Severity.error
  /// The rows that violate the rule, in the plural: "actors without movies".
  let message: String
  let table: String
  /// Selects the key of each row that violates the rule.
  let query: String
  var hint: String?
  /// The effect of a repair as a clause that follows "would", if the rows can be repaired.
  var repair: String?
  var repairs: [String] = []
  /// The completed repair: "deleted actors without movies".
  var outcome = ""
  /// Whether `Migrator.verify` also checks it.
  var concernsMigrations = false

  func finding(in transaction: borrowing Transaction) throws -> Finding? {
    var rows: [Int64] = []
    var count = 0
    try transaction.forEachRow(SQL(raw: query)) { row throws(SQLiteError) in
      if count < Finding.maximumRows { rows.append(try row.int(at: 0)) }
      count += 1
    }
    if count == 0 { return nil }
    return Finding(
      .data, "\(message): \(count)", code: code, severity: severity, object: table, rows: rows,
      hint: hint, repair: repair)
  }

  func repairRows(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    var count: Int64 = 0
    for sql in repairs {
      try transaction.execute(SQL(raw: sql))
      count += transaction.changes
    }
    return count
  }
}
