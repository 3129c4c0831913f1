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
}
