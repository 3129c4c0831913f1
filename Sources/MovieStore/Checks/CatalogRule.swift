internal import MovieSQLite

/// A rule of the catalog's rows, with what to do where they break it.
struct CatalogRule {
  /// The check that a rule belongs to, in order.
  enum Check: String {
    case references, actors, titles, data
  }

  let check: Check
  let code: Symptom.Code
  let rule: DataRule
  /// What a repair would do, as in "would …".
  var fix: String?
  /// Statements that repair it, in order.
  var mends: [String] = []
  /// What they did: "deleted actors without movies".
  var done = ""

  /// What breaks the rule, if anything does.
  func symptom(in transaction: borrowing Transaction) throws(SQLiteError) -> Symptom? {
    guard let finding = try rule.finding(in: transaction) else { return nil }
    return Symptom(code, finding, fix: fix)
  }

  /// Mends what breaks it.
  ///
  /// - Returns: how many rows were changed.
  func mend(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    var count: Int64 = 0
    for sql in mends {
      try transaction.execute(SQL(raw: sql))
      count += transaction.changes
    }
    return count
  }
}
