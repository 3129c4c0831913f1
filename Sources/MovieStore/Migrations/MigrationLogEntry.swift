/// A row of a file's migration log.
public struct MigrationLogEntry: Hashable, Sendable, Codable {
  /// A kind of event in the migration log.
  public enum Event: String, Sendable, Codable {
    /// An upgrade to the next version.
    case up
    /// A downgrade to the previous version.
    case down
    /// A file without a log was found at the version.
    case adopted
  }

  /// The version after the event.
  public let version: SchemaVersion
  /// The kind of event.
  public let event: Event
  /// The SHA-256 checksum (FIPS 180-4) of the SQL of the step, 64 hexadecimal digits; empty if
  /// there was no step.
  public let checksum: String
  /// The fingerprint of the schema before the event, 64 hexadecimal digits; empty before the first
  /// write.
  public let fingerprintBefore: String
  /// The fingerprint of the schema after the event, 64 hexadecimal digits.
  public let fingerprintAfter: String
  /// The numbers of rows after the event.
  public let rows: CatalogCounts
  /// The time of the event, in UTC and in the format of RFC 3339, such as `2026-11-21T10:15:02Z`.
  public let time: String
  /// The duration of the step in seconds.
  public let seconds: Double
  /// The program that ran the step, with its version.
  public let program: String
  /// The version of SQLite that ran the step.
  public let sqlite: String
}
