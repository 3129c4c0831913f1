internal import MovieSQLite

extension Migration.Proof {
  /// - Throws: `StoreError.unmigratableData` with the first keys that break the claim.
  func require(for version: SchemaVersion, in transaction: borrowing Transaction) throws {
    let violations = try firstViolations(in: transaction)
    if violations.isEmpty { return }
    throw StoreError.unmigratableData(version: version, claim: claim, movies: violations)
  }

  /// The first ten keys, in order, that break the claim.
  func firstViolations(in transaction: borrowing Transaction) throws(SQLiteError) -> [Int64] {
    var statement = try transaction.prepare(SQL(raw: violations + " LIMIT 10"))
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.integer(at: 0)) }
    return keys
  }
}
