/// One row of the log that a file keeps of its migrations.
public struct MigrationLogEntry: Hashable, Sendable, Codable {
  /// What happened.
  public enum Event: String, Sendable, Codable {
    /// A step to the next version.
    case up
    /// A step back.
    case down
    /// A file without a log was found at the version.
    case adopted
  }

  /// The version that was reached.
  public let version: SchemaVersion
  /// What happened.
  public let event: Event
  /// SHA-256 (FIPS 180-4) of the SQL of the step, 64 hexadecimal digits; empty where there was none.
  public let checksum: String
  /// The schema's fingerprint before, 64 hexadecimal digits; empty before the first write.
  public let fingerprintBefore: String
  /// The schema's fingerprint after, likewise.
  public let fingerprintAfter: String
  /// Rows after the step.
  public let rows: CatalogCounts
  /// When, in UTC as in RFC 3339, such as `2026-11-21T10:15:02Z`.
  public let time: String
  /// How long the step took, in seconds.
  public let seconds: Double
  /// The program that did it, with its version.
  public let program: String
  /// The version of SQLite that did it.
  public let sqlite: String
}
