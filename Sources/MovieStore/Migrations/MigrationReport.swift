/// What a migration did.
public struct MigrationReport: Hashable, Sendable, Codable {
  /// The version that the file had; `nil` before its first write.
  public let from: SchemaVersion?
  /// The version that it has now.
  public let to: SchemaVersion
  /// What was done, in order, with rows, losses and time; nothing where the version was there already.
  public let steps: [MigrationStep]
  /// The absolute path at which the file as it was is kept; `nil` where nothing had to be done, or none was wanted.
  public let backup: String?
  /// How long it took, in seconds, waiting for the lock and the backup included.
  public let seconds: Double
}

/// A migration tried on a private copy.
public struct MigrationRehearsal: Hashable, Sendable, Codable {
  /// The version that the file has; `nil` before its first write.
  public let from: SchemaVersion?
  /// The version that the copy was brought to.
  public let to: SchemaVersion
  /// What was done, in order, with rows, losses and time.
  public let steps: [MigrationStep]
  /// Rows before.
  public let before: CatalogCounts
  /// Rows after.
  public let after: CatalogCounts
  /// What was found: where there is an error, the file itself cannot be migrated so.
  public let findings: [Finding]
  /// The most bytes that the copy took on the disk, with its journal.
  public let peakBytes: Int64
  /// How long the migration of the copy took, in seconds.
  public let seconds: Double
}

/// How far a migration has come.
public struct MigrationProgress: Hashable, Sendable {
  /// The version that the step at work leads to.
  public let version: SchemaVersion
  /// Rows done, of all steps together.
  public let done: Int64
  /// Rows to do.
  public let total: Int64
}
