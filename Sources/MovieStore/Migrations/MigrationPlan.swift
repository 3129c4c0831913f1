internal import MovieSQLite
internal import MovieSystem

/// The plan of a migration: what it would do to a file.
public struct MigrationPlan: Hashable, Sendable, Codable {
  /// The version of the file, or `nil` before its first write.
  public let from: SchemaVersion?
  /// The version that the file would have.
  public let to: SchemaVersion
  /// The steps, in order; empty if both versions are the same.
  public let steps: [MigrationStep]
  /// The findings that prevent the migration, and warnings; usually empty.
  public let findings: [Finding]
  /// The temporary disk space that the migration needs in addition to the file, in bytes.
  ///
  /// The number includes the backup. It is an estimate based on catalogs with five names per movie;
  /// long casts whose names rarely repeat can need several times as much.
  public let bytesNeeded: Int64
  /// The disk space that is available at the location of the file, in bytes.
  public let bytesFree: Int64

  /// The losses of all steps.
  public var losses: [MigrationLoss] { steps.flatMap(\.losses) }

  static func make(
    from inspection: SchemaInspection, to target: SchemaVersion, path: String,
    _ options: Migrator.Options, in transaction: borrowing Transaction
  ) throws -> PreparedMigration {
    let migrations = DirectedMigration.sequence(from: inspection.version, to: target)
    let counts = try CatalogCounts(in: transaction, of: inspection.version)
    let references = try ForeignKeyViolations(in: transaction, of: inspection.version)
    let steps = try migrations.map { migration throws in
      var step = migration.planned(counts)
      step.losses = try losses(of: migration, in: inspection, transaction)
      return step
    }
    let collisions = inspection.collisions(with: migrations)
    let violations = try violations(by: migrations, in: inspection, transaction)
    let bytesFree = try availableBytes(at: path)
    let bytesNeeded = try bytesNeeded(for: migrations, at: path, options, in: transaction)
    let plan = MigrationPlan(
      from: inspection.version, to: target, steps: steps,
      findings: collisions + violations.map(Finding.init(unmigratable:))
        + diskFindings(path, needed: bytesNeeded, free: bytesFree)
        // These references stay as they are.
        + references.findings.map(\.asWarning),
      bytesNeeded: bytesNeeded, bytesFree: bytesFree)
    return PreparedMigration(
      plan: plan, migrations: migrations, counts: counts, references: references,
      obstacle: plan.obstacle(path, options, collisions, violations))
  }

  typealias Violation = (description: String, version: SchemaVersion, keys: [Int64])

  /// The first reason why the file cannot be migrated, or `nil`.
  private func obstacle(
    _ path: String, _ options: Migrator.Options, _ collisions: [Finding], _ violations: [Violation]
  ) -> StoreError? {
    if !collisions.isEmpty { return .changedSchema(path: path, findings: collisions) }
    if let violation = violations.first {
      return .unmigratableData(
        version: violation.version, description: violation.description, movies: violation.keys)
    }
    if !losses.isEmpty, !options.acceptsLosses {
      return .lossesNotAccepted(path: path, target: to, losses: losses)
    }
    return bytesNeeded > bytesFree
      ? .insufficientDiskSpace(path: path, needed: bytesNeeded, free: bytesFree) : nil
  }

  private static func losses(
    of migration: DirectedMigration, in inspection: SchemaInspection,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [MigrationLoss] {
    guard let version = inspection.version else { return [] }
    var losses: [MigrationLoss] = []
    for loss in migration.losses {
      if let only = loss.onlyAt, only != version { continue }
      if let table = loss.readingAlso, !inspection.hasTable(table) { continue }
      let query = loss.count(VersionedSchema(version))
      let count = try transaction.fetchInt("SELECT coalesce((\(raw: query)), 0)")
      if count > 0 { losses.append(MigrationLoss(what: loss.plural, count: count)) }
    }
    return losses
  }

  private static func violations(
    by migrations: [DirectedMigration], in inspection: SchemaInspection,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Violation] {
    var violations: [Violation] = []
    // Before the first write there are no tables.
    guard inspection.version != nil else { return violations }
    for migration in migrations where migration.direction == .up {
      for invariant in migration.migration.requirements {
        let keys = try invariant.firstViolations(in: transaction)
        if keys.isEmpty { continue }
        violations.append((invariant.description, migration.end, keys))
      }
    }
    return violations
  }

  // MARK: Disk space

  private static func bytesNeeded(
    for migrations: [DirectedMigration], at path: String, _ options: Migrator.Options,
    in transaction: borrowing Transaction
  ) throws -> Int64 {
    let pages = try transaction.fetchInt("PRAGMA page_count")
    let size = try pages * transaction.fetchInt("PRAGMA page_size")
    let isRewritten = migrations.contains { $0.kind == .rewrite }
    let isRebuilt = migrations.contains { $0.migration.version >= .v4 && $0.kind == .rewrite }
    // Measured with a million movies: 1 for the journal, 1.4 of growth and 1 of temporary files to v4.
    let journal = isRewritten ? size : 0
    let growth = isRebuilt ? size / 2 * 5 : isRewritten ? size : 0
    let isBackupOnSameDevice =
      switch options.backup {
      case .beside: true
      case .none: false
      case .file(let backup): DatabaseFile.isOnSameDevice(backup, path)
      }
    return journal + growth + (isBackupOnSameDevice ? size : 0)
  }

  static func availableBytes(at path: String) throws(StoreError) -> Int64 {
    do throws(SystemError) {
      return try Directory.availableBytes(at: path)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  private static func diskFindings(_ path: String, needed: Int64, free: Int64) -> [Finding] {
    guard needed > free else { return [] }
    return [
      Finding(
        .disk,
        "migrating '\(path)' needs about \(ByteSize.text(needed)) of disk space, but only "
          + "\(ByteSize.text(free)) is available",
        hint: "free some space, or write the backup to another disk")
    ]
  }
}

struct PreparedMigration {
  let plan: MigrationPlan
  let migrations: [DirectedMigration]
  let counts: CatalogCounts
  let references: ForeignKeyViolations
  /// The first reason why the file cannot be migrated, or `nil`.
  let obstacle: StoreError?
}

// MARK: - Findings

extension SchemaInspection {
  fileprivate func collisions(with migrations: [DirectedMigration]) -> [Finding] {
    guard let version else { return [] }
    let names = VersionedSchema(version)
    let needed = neededNames(by: migrations)
    let others = objects.filter { !names.includes($0) }
    return others.filter { object in needed.contains { object.name.hasSameName(as: $0) } }
      .map { object in
        Finding(
          .collision,
          "the \(object.type) '\(object.name)' is not part of the movies schema, but the migration "
            + "needs its name",
          object: object.name, hint: "rename or drop it with the program that created it")
      }
  }

  private func neededNames(by migrations: [DirectedMigration]) -> [String] {
    let ends = migrations.map { VersionedSchema($0.end) }
    let rebuilt = ["Movie", "Actor", "MovieModel", "ActorModel"].map(Migration.rebuilt).filter {
      name in
      migrations.flatMap(\.actions).contains { $0.sql.contains(name) }
    }
    let createsIndex = migrations.last?.end == .newest && !hasTable(SearchIndex.objects[0].name)
    let shadows = createsIndex ? SearchIndex.shadowTables : []
    return ends.flatMap { $0.tables + $0.indexes } + rebuilt + shadows
  }
}

extension Finding {
  init(unmigratable violation: MigrationPlan.Violation) {
    self.init(
      .data, "cannot migrate to v\(violation.version.rawValue): \(violation.description)",
      object: "Movie", rows: violation.keys,
      hint: "repair these rows with the program that wrote them")
  }
}

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
