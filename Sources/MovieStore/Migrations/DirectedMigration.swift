/// A migration in one direction.
package struct DirectedMigration: Sendable {
  package let migration: Migration
  package let direction: MigrationStep.Direction

  /// The legs from one version, or from nothing, to another; none where they are the same.
  package static func legs(
    from start: SchemaVersion?, to target: SchemaVersion, by migrations: [Migration] = Migration.all
  ) -> [DirectedMigration] {
    let (first, last) = (start?.rawValue ?? 0, target.rawValue)
    if first <= last {
      return migrations.filter { first < $0.version.rawValue && $0.version <= target }
        .map { DirectedMigration(migration: $0, direction: .up) }
    }
    return migrations.filter { target < $0.version && $0.version.rawValue <= first }.reversed()
      .map { DirectedMigration(migration: $0, direction: .down) }
  }

  /// The version before the leg; `nil` before the first.
  package var start: SchemaVersion? { direction == .up ? before : migration.version }

  /// The version after it. The first migration has no way back.
  package var end: SchemaVersion { direction == .up ? migration.version : before ?? .v1 }

  private var before: SchemaVersion? { SchemaVersion(rawValue: migration.version.rawValue - 1) }

  package var actions: [Migration.Action] { direction == .up ? migration.up : migration.down }

  /// The kind of its costliest action.
  var kind: MigrationStep.Kind { actions.map(\.kind).max() ?? .instant }

  package var losses: [Migration.Loss] { direction == .up ? [] : migration.losses }

  /// Changes with every word of the SQL and of the order that it runs in.
  package var checksum: String {
    var hash = SHA256()
    for action in actions { hash.add(action.sql.utf8.span) }
    return hash.finish().hexadecimal
  }

  /// The leg as a step of a plan, on a catalog of such a size.
  func planned(_ counts: CatalogCounts) -> MigrationStep {
    MigrationStep(
      version: end, direction: direction, summary: migration.summary, kind: kind,
      rows: kind == .instant ? 0 : rows(counts))
  }

  /// Rows of the tables that the leg goes through: v4 goes through all, v5 not through credits.
  private func rows(_ counts: CatalogCounts) -> Int64 {
    switch migration.version {
    case .v4: counts.movies + counts.actors + counts.credits
    case .v5: counts.movies + counts.actors
    default: counts.movies
    }
  }
}
