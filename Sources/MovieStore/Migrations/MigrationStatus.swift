/// Where a file stands among the schema versions.
public struct MigrationStatus: Hashable, Sendable, Codable {
  /// The absolute path of the file.
  public let path: String
  /// The version that it has; `nil` before its first write.
  public let version: SchemaVersion?
  /// The versions that are yet to come, the nearest first; empty at the newest.
  public let pending: [SchemaVersion]
  /// The fingerprint of its schema: 64 hexadecimal digits; `nil` before its first write.
  public let fingerprint: String?
  /// The fingerprint that a file of its version has, likewise.
  public let expectedFingerprint: String?
  /// How the schema differs from that of its version; empty where it does not.
  public let findings: [Finding]
}
