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
