internal import MovieSQLite

package struct DirectedMigration: Sendable {
  package let migration: Migration
  package let direction: MigrationStep.Direction

  /// Returns the migrations from one version to another, in order; none if both are the same.
  package static func sequence(
    from start: SchemaVersion?, to target: SchemaVersion,
    using migrations: [Migration] = Migration.all
  ) -> [DirectedMigration] {
    let (first, last) = (start?.rawValue ?? 0, target.rawValue)
    if first <= last {
      return migrations.filter { first < $0.version.rawValue && $0.version <= target }
        .map { DirectedMigration(migration: $0, direction: .up) }
    }
    return migrations.filter { target < $0.version && $0.version.rawValue <= first }.reversed()
      .map { DirectedMigration(migration: $0, direction: .down) }
  }

  package var start: SchemaVersion? { direction == .up ? previous : migration.version }

  package var end: SchemaVersion { direction == .up ? migration.version : previous ?? .v1 }

  private var previous: SchemaVersion? { SchemaVersion(rawValue: migration.version.rawValue - 1) }

  package var actions: [Migration.Action] { direction == .up ? migration.up : migration.down }

  var kind: MigrationStep.Kind { actions.map(\.kind).max() ?? .instant }

  package var losses: [Migration.Loss] { direction == .up ? [] : migration.losses }

  package var checksum: String {
    var hash = SHA256()
    for action in actions { hash.add(action.sql.utf8.span) }
    return hash.finish().hexadecimal
  }

  func planned(_ counts: CatalogCounts) -> MigrationStep {
    MigrationStep(
      version: end, direction: direction, summary: migration.summary, kind: kind,
      rows: kind == .instant ? 0 : rows(counts))
  }

  /// The rows of the tables that the step processes: all tables for v4, all but credits for v5.
  private func rows(_ counts: CatalogCounts) -> Int64 {
    switch migration.version {
    case .v4: counts.movies + counts.actors + counts.credits
    case .v5: counts.movies + counts.actors
    default: counts.movies
    }
  }
}

extension Migration.Invariant {
  /// - Throws: `StoreError.unmigratableData` with the first keys that violate the invariant.
  func verify(for version: SchemaVersion, in transaction: borrowing Transaction) throws {
    let violations = try firstViolations(in: transaction)
    if violations.isEmpty { return }
    throw StoreError.unmigratableData(
      version: version, description: description, movies: violations)
  }

  func firstViolations(in transaction: borrowing Transaction) throws(SQLiteError) -> [Int64] {
    try transaction.fetchInts("\(raw: violations) LIMIT 10")
  }
}
