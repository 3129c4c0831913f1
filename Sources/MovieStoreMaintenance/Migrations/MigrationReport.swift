public import MovieStore

/// The schema version of a file, and its pending versions.
public struct MigrationStatus: Hashable, Sendable, Codable {
  /// The absolute path of the file.
  public let path: String
  /// The version of the file, or `nil` before its first write.
  public let version: SchemaVersion?
  /// The versions newer than that of the file, oldest first; empty if the file has the newest
  /// version.
  public let pending: [SchemaVersion]
  /// The fingerprint of the file's schema, 64 hexadecimal digits, or `nil` before its first write.
  public let fingerprint: String?
  /// The fingerprint that a schema of this version has, 64 hexadecimal digits, or `nil` before the
  /// first write of the file.
  public let expectedFingerprint: String?
  /// The differences between the schema and that of its version; empty if there are none.
  public let findings: [Finding]
}

/// A step from one schema version to the next or the previous one, planned or completed.
public struct MigrationStep: Hashable, Sendable, Codable {
  /// The version after the step.
  public let version: SchemaVersion
  package let direction: DirectedMigration.Direction
  /// A short description of what the upgrade changes.
  public let summary: String
  package let kind: Migration.Cost
  /// The number of catalog rows that the step reads or writes, each counted once; 0 if it changes
  /// only the schema.
  ///
  /// A plan counts actors and credits only if the file already has such rows.
  public let rows: Int
  /// The data that the step loses; empty for an upgrade.
  public let losses: [MigrationLoss]
  /// The duration, or `nil` in a plan.
  public let duration: Duration?
  /// The highest resident memory of the process during the step, in bytes; `nil` unless the step
  /// was rehearsed, and on a system without `/proc`.
  public internal(set) var peakMemory: Int?
  /// The maximum disk space that the file and its journal used during the step, in bytes; `nil`
  /// unless the step was rehearsed.
  public internal(set) var peakBytes: Int?

  /// Whether the step leads to a newer version.
  public var isUpgrade: Bool { direction == .up }

  init(_ step: MigratedStep) {
    version = step.migration.end
    direction = step.migration.direction
    summary = step.migration.migration.summary
    kind = step.migration.cost
    rows = Int(step.rows)
    losses = step.losses
    duration = step.seconds.map { .seconds($0) }
  }
}

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
  public let bytesNeeded: Int
  /// The disk space that is available at the location of the file, in bytes.
  public let bytesFree: Int
  /// The number of entries in the history of the file, which the migration deletes.
  public let historyEntries: Int

  /// The losses of all steps.
  public var losses: [MigrationLoss] { steps.flatMap(\.losses) }
}

/// The report of a migration.
public struct MigrationReport: Hashable, Sendable, Codable {
  /// The version before the migration, or `nil` before the first write of the file.
  public let from: SchemaVersion?
  /// The version after the migration.
  public let to: SchemaVersion
  /// The steps in order, with row counts, losses and durations; empty if the file already had the
  /// version.
  public let steps: [MigrationStep]
  /// The absolute path of the backup, or `nil` if nothing was migrated or no backup was requested.
  public let backup: String?
  /// The duration, including the wait for the lock and the backup.
  public let duration: Duration
  /// The number of entries in the history of the file, which the migration deleted. Only the backup
  /// has them.
  public let historyEntries: Int
}

/// The report of a migration that was tried on a private copy.
public struct MigrationRehearsal: Hashable, Sendable, Codable {
  /// The version of the file, or `nil` before its first write.
  public let from: SchemaVersion?
  /// The version that the copy was migrated to.
  public let to: SchemaVersion
  /// The steps in order, with row counts, losses and durations.
  public let steps: [MigrationStep]
  /// The numbers of rows before the migration.
  package let before: CatalogCounts
  /// The numbers of rows after the migration.
  package let after: CatalogCounts
  /// The findings. If one is an error, the file cannot be migrated to the version.
  public let findings: [Finding]
  /// The maximum disk space that the copy and its journal used, in bytes, sampled before each
  /// statement and before the commit; without SQLite's temporary files for sorting.
  public let peakBytes: Int
  /// The highest resident memory of the process, in bytes; `nil` on a system without `/proc`.
  ///
  /// To measure it, a rehearsal resets the peak that the system counts for the process (`clear_refs`
  /// in proc(5)).
  public let peakMemory: Int?
  /// The size of the copy before the migration, in bytes.
  public let bytesBefore: Int
  /// The duration of the migration of the copy.
  public let duration: Duration
  /// The number of entries in the history of the file, which the migration would delete.
  public let historyEntries: Int
}

// MARK: - Findings

extension Finding {
  /// Rows that a migration to the version cannot convert.
  package static func cannotMigrate(
    to version: SchemaVersion, _ problem: String, _ rows: [Int64]
  ) -> Finding {
    Finding(.data, "cannot migrate to v\(version.rawValue): \(problem)", rows: rows)
  }
}

extension FileMigration {
  func findings() throws(StoreError) -> [Finding] {
    var findings: [Finding] = []
    for obstacle in obstacles {
      switch obstacle {
      case .insufficientDiskSpace(let path, let needed, let free):
        findings.append(.insufficientDiskSpace(path: path, needed: needed, free: free))
      default: findings += try StoreError(obstacle).migrationFindings()
      }
    }
    // These references stay as they are.
    return findings + references.findings.map(\.asWarning)
  }
}

extension StoreError {
  /// Returns the findings of an error that prevents a migration. Any other error is thrown.
  func migrationFindings() throws(StoreError) -> [Finding] {
    switch problem {
    case .changedSchema(_, let findings): findings
    case .unmigratableData(let version, let description, let keys):
      [.cannotMigrate(to: version, description, keys)]
    case .migrationFailed(let version, let detail):
      [Finding(.migration, "the migration to v\(version.rawValue) failed: \(detail)")]
    default: throw self
    }
  }
}
