/// The result of checking a database file.
public struct CheckReport: Hashable, Sendable, Codable {
  /// A check of one aspect of the file.
  public struct Check: Hashable, Sendable, Codable {
    /// The subject of the check: `file`, `schema`, `integrity`, `references`, `log`, `actors`,
    /// `titles`, `search` or `data`.
    public let name: String
    /// The findings of this check, in order; empty if nothing was found.
    public internal(set) var symptoms: [Symptom]
    /// The duration in seconds.
    public let seconds: Double

    /// Whether the check found nothing, or only notes.
    public var isHealthy: Bool { symptoms.allSatisfy { $0.finding.severity == .note } }
  }

  /// The absolute path of the file.
  public let path: String
  /// The schema version of the file, or `nil` before its first write.
  public let version: SchemaVersion?
  /// The checks, in order.
  ///
  /// Checks that are not possible are left out. For example, rows are not checked if pages are
  /// damaged or a table is missing.
  public let checks: [Check]

  /// All findings, in order.
  public var symptoms: [Symptom] { checks.flatMap(\.symptoms) }
  /// Whether the checks found nothing, or only notes.
  public var isHealthy: Bool { checks.allSatisfy(\.isHealthy) }
  /// The findings that can be repaired, in order.
  public var mendable: [Symptom] { symptoms.filter { $0.fix != nil } }
}

/// The report of a repair.
public struct RepairReport: Hashable, Sendable, Codable {
  /// The findings before the repair.
  public let before: CheckReport
  /// The findings after the repair; the same as before if nothing was repaired.
  public let after: CheckReport
  /// The completed repairs in order, one clause each; empty if nothing was repaired.
  public let mends: [String]
  /// The absolute path of the backup written before the repair, or `nil` if nothing was repaired.
  public let backup: String?
}

/// The progress of a series of checks.
public struct CheckProgress: Hashable, Sendable {
  /// The name of the check that is about to start, as in ``CheckReport/Check/name``.
  public let check: String
  /// The number of completed checks.
  public let done: Int64
  /// The total number of checks.
  public let total: Int64
}
