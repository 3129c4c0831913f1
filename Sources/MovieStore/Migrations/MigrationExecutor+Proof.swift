package import MovieSQLite

extension MigrationExecutor {
  /// Takes all steps and proves, before the transaction is committed, that the catalog is the same.
  ///
  /// - Throws: `StoreError.migrationFailed` where it is not.
  package static func proved(
    from start: SchemaVersion?, to target: SchemaVersion,
    program: String = Migrator.Options().program, chunk: Int64 = 10_000,
    migrations: [Migration] = Migration.all, in transaction: borrowing Transaction,
    observe: Observer = { _ in }
  ) throws -> [MigrationStep] {
    var run = try MigrationExecutor(
      from: start, to: target, program: program, chunk: chunk, migrations: migrations,
      in: transaction)
    guard let start else { return try run.run(in: transaction, observe: observe) }
    let hasCredits = start >= .v4 && target >= .v4
    let before = try CatalogEvidence(in: transaction, of: start, hasCredits: hasCredits)
    let steps = try run.run(in: transaction, observe: observe)
    let after = try CatalogEvidence(in: transaction, of: target, hasCredits: hasCredits)
    if let difference = before.difference(from: after) {
      throw StoreError.migrationFailed(version: target, detail: difference)
    }
    return steps
  }
}
