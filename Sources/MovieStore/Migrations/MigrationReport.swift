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
  /// The duration in seconds, including the wait for the lock and the backup.
  public let seconds: Double
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
  public let before: CatalogCounts
  /// The numbers of rows after the migration.
  public let after: CatalogCounts
  /// The findings. If one is an error, the file cannot be migrated to the version.
  public let findings: [Finding]
  /// The maximum disk space that the copy and its journal used, in bytes.
  public let peakBytes: Int64
  /// The duration of the migration of the copy, in seconds.
  public let seconds: Double
}

/// The progress of a migration.
public struct MigrationProgress: Hashable, Sendable {
  /// The version after the current step.
  public let version: SchemaVersion
  /// The number of rows processed so far, in all steps together.
  public let done: Int64
  /// The total number of rows to process.
  public let total: Int64
}
