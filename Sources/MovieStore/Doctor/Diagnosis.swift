/// What an examination of a file found.
public struct Diagnosis: Hashable, Sendable, Codable {
  /// One thing that was looked at.
  public struct Check: Hashable, Sendable, Codable {
    /// What it is about: `file`, `schema`, `integrity`, `references`, `log`, `actors`, `titles`,
    /// `search` or `data`.
    public let name: String
    /// What was found, in order; empty where all is well.
    public internal(set) var symptoms: [Symptom]
    /// How long it took, in seconds.
    public let seconds: Double

    /// Whether nothing but notes was found.
    public var isHealthy: Bool { symptoms.allSatisfy { $0.finding.severity == .note } }
  }

  /// The absolute path of the file.
  public let path: String
  /// The version of the file; `nil` before its first write.
  public let version: SchemaVersion?
  /// What was looked at, in order. Where pages are damaged, or tables are not what they should be, the
  /// rows are not.
  public let checks: [Check]

  /// All that was found, in order.
  public var symptoms: [Symptom] { checks.flatMap(\.symptoms) }
  /// Whether nothing but notes was found.
  public var isHealthy: Bool { checks.allSatisfy(\.isHealthy) }
  /// What mending would deal with, in order.
  public var mendable: [Symptom] { symptoms.filter { $0.fix != nil } }
}

/// What mending a file did.
public struct Treatment: Hashable, Sendable, Codable {
  /// What was found beforehand.
  public let before: Diagnosis
  /// What is found now; the same where nothing was done.
  public let after: Diagnosis
  /// What was done, a clause each, in order; nothing where nothing could be.
  public let mends: [String]
  /// The absolute path at which the file as it was is kept; `nil` where nothing was done.
  public let backup: String?
}

/// How far an examination has come.
public struct ExaminationProgress: Hashable, Sendable {
  /// The name of the check that is about to begin, as in ``Diagnosis/Check/name``.
  public let check: String
  /// Checks done.
  public let done: Int64
  /// Checks to do.
  public let total: Int64
}
