/// What a migration would do to a file.
public struct MigrationPlan: Hashable, Sendable, Codable {
  /// The version that the file has; `nil` before its first write.
  public let from: SchemaVersion?
  /// The version that it would have.
  public let to: SchemaVersion
  /// What would be done, in order; nothing where the versions are the same.
  public let steps: [MigrationStep]
  /// What keeps the migration from being done, and warnings; empty as a rule.
  public let findings: [Finding]
  /// Bytes that it takes for a while beside the file as it is, backup included: an estimate, by what
  /// catalogs of five names a movie take; long casts of ever new names may take several times that.
  public let bytesNeeded: Int64
  /// Bytes that are free where the file is.
  public let bytesFree: Int64

  /// All losses of the steps.
  public var losses: [MigrationLoss] { steps.flatMap(\.losses) }
}
