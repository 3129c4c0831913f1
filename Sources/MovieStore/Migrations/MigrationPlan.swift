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
  /// The number of entries in the history of the file, which the migration deletes.
  public let historyEntries: Int

  /// The losses of all steps.
  public var losses: [MigrationLoss] { steps.flatMap(\.losses) }

  static func make(
    from inspection: SchemaInspection, to target: SchemaVersion, path: String,
    _ options: Migrator.Options, in transaction: borrowing Transaction
  ) throws -> PreparedMigration {
    let migrations = DirectedMigration.sequence(from: inspection.version, to: target)
    let counts = try CatalogCounts(in: transaction, of: inspection.version)
    let references = try BrokenReferences(in: transaction, of: inspection.version)
    let steps = try migrations.map { migration throws in
      var step = migration.step(counts)
      step.losses = try Self.losses(of: migration, in: inspection, transaction)
      return step
    }
    let losses = steps.flatMap(\.losses)
    let bytesFree = try availableBytes(at: path)
    let bytesNeeded = try bytesNeeded(for: migrations, at: path, options, in: transaction)
    let collisions = inspection.collisions(with: migrations)
    var obstacles: [StoreError] =
      collisions.isEmpty ? [] : [.changedSchema(path: path, findings: collisions)]
    obstacles += try violations(of: migrations, from: inspection.version, in: transaction)
    let findings =
      try obstacles.flatMap { try $0.migrationFindings() }
      + (bytesNeeded > bytesFree
        ? [.insufficientDiskSpace(path: path, needed: bytesNeeded, free: bytesFree)] : [])
      // These references stay as they are.
      + references.findings.map(\.asWarning)
    if !losses.isEmpty, !options.acceptsLosses {
      obstacles.append(.lossesNotAccepted(path: path, target: target, losses: losses))
    }
    if bytesNeeded > bytesFree {
      obstacles.append(.insufficientDiskSpace(path: path, needed: bytesNeeded, free: bytesFree))
    }
    let plan = MigrationPlan(
      from: inspection.version, to: target, steps: steps, findings: findings,
      bytesNeeded: bytesNeeded, bytesFree: bytesFree,
      historyEntries: migrations.isEmpty ? 0 : try HistoryLog.count(in: transaction))
    return PreparedMigration(
      plan: plan, migrations: migrations, counts: counts, references: references,
      obstacle: obstacles.first)
  }

  private static func losses(
    of migration: DirectedMigration, in inspection: SchemaInspection,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [MigrationLoss] {
    guard let version = inspection.version else { return [] }
    var losses: [MigrationLoss] = []
    for loss in migration.losses {
      if loss.readsLog, !inspection.hasTable(MigrationLog.table) { continue }
      guard let query = loss.count(Schema(version)) else { continue }
      let count = try transaction.fetchInt("SELECT coalesce((\(raw: query)), 0)")
      if count > 0 { losses.append(MigrationLoss(what: loss.plural, count: count)) }
    }
    return losses
  }

  /// Returns the requirements of the upgrades that the data of the file violates.
  ///
  /// - Parameter start: `nil` before the first write: there are no tables.
  static func violations(
    of migrations: [DirectedMigration], from start: SchemaVersion?,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [StoreError] {
    guard let start else { return [] }
    var violations: [StoreError] = []
    for migration in migrations where migration.direction == .up {
      for invariant in migration.migration.requirements(Schema(start)) {
        if let violation = try invariant.violation(before: migration.end, in: transaction) {
          violations.append(violation)
        }
      }
    }
    return violations
  }

  // MARK: Disk space

  private static func bytesNeeded(
    for migrations: [DirectedMigration], at path: String, _ options: Migrator.Options,
    in transaction: borrowing Transaction
  ) throws -> Int64 {
    let size = try transaction.databaseSize
    let isRewritten = migrations.contains { $0.kind == .rewrite }
    let isRebuilt = migrations.contains {
      Schema($0.migration.version).hasActors && $0.kind == .rewrite
    }
    // Measured with a million movies: 1 for the journal, 1.4 of growth and 1 of temporary files to v4.
    let journal = isRewritten ? size : 0
    let growth = isRebuilt ? size / 2 * 5 : isRewritten ? size : 0
    let isBackupOnSameDevice =
      switch options.backup {
      case .automatic: true
      case .none: false
      case .file(let backup): try CatalogFile(path).isOnSameDevice(as: backup)
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
}

struct PreparedMigration {
  let plan: MigrationPlan
  let migrations: [DirectedMigration]
  let counts: CatalogCounts
  let references: BrokenReferences
  /// The first reason why the file cannot be migrated, or `nil`.
  let obstacle: StoreError?
}

// MARK: - Findings

extension Finding {
  /// Rows that a migration to the version cannot convert.
  package static func cannotMigrate(
    to version: SchemaVersion, _ problem: String, _ rows: [Int64]
  ) -> Finding {
    Finding(.data, "cannot migrate to v\(version.rawValue): \(problem)", rows: rows)
  }

  package static func insufficientDiskSpace(path: String, needed: Int64, free: Int64) -> Self {
    Finding(
      .disk,
      "migrating '\(path)' needs about \(Formatting.bytes(needed)) of disk space, but only "
        + "\(Formatting.bytes(free)) is available")
  }
}

extension SchemaInspection {
  fileprivate func collisions(with migrations: [DirectedMigration]) -> [Finding] {
    guard let version else { return [] }
    let (names, needed) = (Schema(version), neededNames(by: migrations))
    return objects.filter { object in
      !names.includes(object) && needed.contains { object.name.hasSameName(as: $0) }
    }.map { object in
      Finding(
        .collision,
        "the \(object.type) '\(object.name)' is not part of the movies schema, but the migration "
          + "needs its name",
        object: object.name)
    }
  }

  private func neededNames(by migrations: [DirectedMigration]) -> [String] {
    let ends = migrations.map { Schema($0.end) }
    let tables = Set(SchemaVersion.allCases.flatMap { Schema($0).tables })
    let rebuilt = tables.map(Migration.rebuilt).filter { name in
      migrations.flatMap(\.actions).contains { $0.sql.contains(name) }
    }
    let createsIndex = migrations.last?.end == .newest && !hasTable(SearchIndex.objects[0].name)
    let shadows = createsIndex ? SearchIndex.shadowTables : []
    return ends.flatMap { $0.tables + $0.indexes } + rebuilt + shadows
  }
}

extension StoreError {
  /// Returns the findings of an error that prevents a migration. Any other error is thrown.
  func migrationFindings() throws(StoreError) -> [Finding] {
    switch self {
    case .changedSchema(_, let findings): findings
    case .unmigratableData(let version, let description, let keys):
      [.cannotMigrate(to: version, description, keys)]
    case .migrationFailed(let version, let detail):
      [Finding(.migration, "the migration to v\(version.rawValue) failed: \(detail)")]
    default: throw self
    }
  }
}

extension Migration.Invariant {
  /// Returns an error with the first keys that violate the invariant, or `nil` if none does.
  func violation(
    before version: SchemaVersion, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> StoreError? {
    let keys = try transaction.fetchInts("\(raw: violations) LIMIT 10")
    return keys.isEmpty
      ? nil : .unmigratableData(version: version, description: description, movies: keys)
  }
}
