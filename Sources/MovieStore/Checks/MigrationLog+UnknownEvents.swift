internal import MovieSQLite

extension MigrationLog {
  /// Entries of no kind, which the table's own check forbids: where a file is open for reading alone,
  /// SQLite does not look at such checks.
  static func unknownEventFindings(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Finding] {
    guard try isThere(in: transaction) else { return [] }
    let rule = DataRule(
      severity: .warning, says: "migration log entries of an unknown kind", table: table,
      query: "SELECT id FROM migrationLog WHERE direction NOT IN ('up', 'down', 'adopted')",
      hint: "another program wrote them, or they are damaged; nothing depends on them")
    return try [rule.finding(in: transaction)].compactMap { $0 }
  }
}
