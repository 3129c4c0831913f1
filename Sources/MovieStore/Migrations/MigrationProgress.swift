/// The progress of a migration.
public struct MigrationProgress: Hashable, Sendable {
  /// The version after the current step.
  public let version: SchemaVersion
  /// The number of rows processed so far, in all steps together.
  public let done: Int64
  /// The total number of rows to process.
  public let total: Int64
}
