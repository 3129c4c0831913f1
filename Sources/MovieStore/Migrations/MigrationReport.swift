internal import MovieSystem

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
  /// The direction of a step.
  public enum Direction: String, Sendable, Codable {
    /// An upgrade to the next version.
    case up
    /// A downgrade to the previous version.
    case down
  }

  /// The cost of a step.
  public enum Kind: String, Sendable, Codable, Comparable {
    /// The step changes only the schema; its cost does not depend on the number of rows.
    case instant
    /// The step reads all rows.
    case scan
    /// The step writes all rows.
    case rewrite

    /// Returns whether the left kind is less costly than the right one.
    public static func < (left: Self, right: Self) -> Bool {
      left != right && (left == .instant || right == .rewrite)
    }
  }

  /// The version after the step.
  public let version: SchemaVersion
  /// The direction of the step.
  public let direction: Direction
  /// A short description of what the upgrade changes.
  public let summary: String
  /// The cost of the step.
  public let kind: Kind
  /// The number of catalog rows that the step reads or writes, each counted once; 0 for an instant
  /// step.
  ///
  /// A plan counts actors and credits only if the file already has such rows.
  public internal(set) var rows: Int64 = 0
  /// The data that the step loses; empty for an upgrade.
  public internal(set) var losses: [MigrationLoss] = []
  /// The duration in seconds, or `nil` in a plan.
  public internal(set) var seconds: Double?
}

/// Data that a downgrade step loses.
public struct MigrationLoss: Hashable, Sendable, Codable {
  /// The kind of data in the plural, such as "favorites".
  public let what: String
  /// The number of values lost, always above 0.
  public let count: Int64

  /// The kind of data in the grammatical number of the count: "favorite" or "favorites".
  package var noun: String {
    if count != 1 { return what }
    return Migration.all.flatMap(\.losses).first { $0.plural == what }?.singular ?? what
  }
}

extension [MigrationLoss] {
  /// Such as `3 favorites, 1 actor without movies`.
  package var text: String {
    map { "\(Formatting.grouped($0.count)) \($0.noun)" }.joined(separator: ", ")
  }
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
  /// The duration in seconds, including the wait for the lock and the backup.
  public let seconds: Double
  /// The number of entries in the history of the file, which the migration deleted. Only the backup has
  /// them.
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
  public let before: CatalogCounts
  /// The numbers of rows after the migration.
  public let after: CatalogCounts
  /// The findings. If one is an error, the file cannot be migrated to the version.
  public let findings: [Finding]
  /// The maximum disk space that the copy and its journal used, in bytes.
  public let peakBytes: Int64
  /// The duration of the migration of the copy, in seconds.
  public let seconds: Double
  /// The number of entries in the history of the file, which the migration would delete.
  public let historyEntries: Int
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
