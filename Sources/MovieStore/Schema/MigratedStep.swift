internal import MovieSQLite

/// A step of a migration, planned or completed.
package struct MigratedStep: Sendable {
  package let migration: DirectedMigration
  /// The number of rows that the step processes; 0 for an instant step.
  package internal(set) var rows: Int64
  package internal(set) var losses: [MigrationLoss] = []
  /// The duration, or `nil` in a plan.
  package internal(set) var seconds: Double?

  package init(_ migration: DirectedMigration, _ counts: CatalogCounts = CatalogCounts()) {
    self.migration = migration
    rows = migration.rows(counts)
  }
}

extension Migration.Invariant {
  /// Returns an error with the first keys that violate the invariant, or `nil` if none does.
  func violation(
    before version: SchemaVersion, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> StoreError.Problem? {
    let keys = try transaction.fetchInts("\(raw: violations) LIMIT 10")
    return keys.isEmpty
      ? nil : .unmigratableData(version: version, description: description, movies: keys)
  }
}
