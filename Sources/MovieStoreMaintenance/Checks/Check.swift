internal import MovieSQLite
internal import MovieStore

/// A rule about the rows of a catalog that its schema does not enforce: a query that finds the rows
/// that violate it, and how to repair them.
struct Check {
  /// The checks of rows that a report names, in order.
  enum Group: String, CaseIterable {
    case references, log, history, actors, titles, attributes, search, data, duplicates
  }

  struct RowRepair {
    /// The effect as a clause that follows "would": "delete them".
    let effect: String
    /// None if `Repair` does more than to run statements.
    var statements: [String] = []
    /// The completed repair: "deleted actors without movies".
    var outcome = ""

    static func deleting(
      _ message: String, from table: String, where condition: String
    ) -> RowRepair {
      RowRepair(
        effect: "delete them", statements: ["DELETE FROM \(table) WHERE \(condition)"],
        outcome: "deleted \(message)")
    }
  }

  let code: Finding.Code
  var group = Group.data
  var severity = Finding.Severity.error
  /// The rows that violate the rule, in the plural: "actors without movies".
  let message: String
  let table: String
  /// Selects the key of each row that violates the rule.
  let query: String
  /// How the rows are repaired, if they can be.
  var repair: RowRepair?
  /// Whether `Migrator.verify` also checks it.
  var concernsMigrations = false

  func finding(in transaction: borrowing Transaction) throws -> Finding? {
    var rows: [Int64] = []
    var count = 0
    try transaction.forEachRow(SQL(raw: query)) { row throws(SQLiteError) in
      if count < Finding.rowLimit { rows.append(try row.int(at: 0)) }
      count += 1
    }
    if count == 0 { return nil }
    return Finding(
      group == .log ? .log : .data, "\(message): \(count)", code: code, severity: severity,
      object: table, rows: rows, repair: repair?.effect)
  }
}
