/// The result of checking a file, or the built-in migrations.
public struct MigrationVerification: Hashable, Sendable, Codable {
  /// A check of one aspect of the file or of the migrations.
  public struct Check: Hashable, Sendable, Codable {
    /// The subject of the check, such as "integrity" or "up to v6".
    public let name: String
    /// The findings of this check; empty if nothing was found.
    public let findings: [Finding]
    /// The duration in seconds.
    public let seconds: Double
  }

  /// The absolute path of the file, or `nil` if the built-in migrations were checked.
  public let path: String?
  /// The schema version of the file, or `nil` before its first write or if there is no file.
  public let version: SchemaVersion?
  /// The checks, in order.
  public let checks: [Check]
  /// The steps of the rehearsals, in order, with row counts, losses and durations.
  public let steps: [MigrationStep]

  /// All findings, in order.
  public var findings: [Finding] { checks.flatMap(\.findings) }
  /// Whether no errors were found. Warnings and notes are allowed.
  public var isSound: Bool { findings.allSatisfy { $0.severity != .error } }
}
