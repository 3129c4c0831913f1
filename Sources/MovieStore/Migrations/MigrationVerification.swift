/// What was checked of a file, or of the migrations themselves.
public struct MigrationVerification: Hashable, Sendable, Codable {
  /// One thing that was checked.
  public struct Check: Hashable, Sendable, Codable {
    /// What it is about: "integrity", "up to v6".
    public let name: String
    /// What was found; empty where all is well.
    public let findings: [Finding]
    /// How long it took, in seconds.
    public let seconds: Double
  }

  /// The absolute path of the file; `nil` where the program checked its own migrations.
  public let path: String?
  /// The version of the file; `nil` before its first write, and without a file.
  public let version: SchemaVersion?
  /// What was checked, in order.
  public let checks: [Check]
  /// The steps of the rehearsals, in order, with rows, losses and time.
  public let steps: [MigrationStep]

  /// All findings, in order.
  public var findings: [Finding] { checks.flatMap(\.findings) }
  /// Whether nothing is wrong; warnings and notes may be there.
  public var isSound: Bool { findings.allSatisfy { $0.severity != .error } }
}
