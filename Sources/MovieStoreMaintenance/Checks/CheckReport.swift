public import MovieStore

/// The result of checking a database file, and for a ``Migrator`` its migrations.
public struct CheckReport: Hashable, Sendable, Codable {
  /// The result of one check.
  public struct Check: Hashable, Sendable, Codable {
    /// The subject of the check: of a ``Doctor``, `file`, `schema`, `integrity`, `references`,
    /// `log`, `history`, `actors`, `titles`, `attributes`, `search` or `data`; of a ``Migrator``,
    /// also a rehearsal such as "up to v6", and "again to v6".
    public let name: String
    /// The findings of this check, in order; empty if nothing was found.
    public package(set) var findings: [Finding]
    /// The duration.
    public let duration: Duration

    /// Whether the check found nothing, or only notes.
    public var isHealthy: Bool { findings.allSatisfy { $0.severity == .note } }
  }

  /// The absolute path of the file, or `nil` if the built-in migrations were checked.
  public let path: String?
  /// The schema version of the file, or `nil` before its first write or if there is no file.
  public let version: SchemaVersion?
  /// The checks, in order.
  ///
  /// Checks that are not possible are left out. For example, rows are not checked if pages are
  /// damaged or a table is missing.
  public package(set) var checks: [Check]
  /// The rehearsals of a ``Migrator``, in order: up to the newest version and back. Empty if the
  /// file has the newest version, or has problems that prevent its migration.
  public internal(set) var rehearsals: [MigrationRehearsal] = []

  /// The migrations of sample catalogs between all versions; empty unless the built-in migrations
  /// were checked.
  package internal(set) var pairs: [MigrationPair] = []

  /// The steps of the rehearsals, in order, with row counts, losses and durations.
  public var steps: [MigrationStep] { rehearsals.flatMap(\.steps) }
  /// All findings, in order.
  public var findings: [Finding] { checks.flatMap(\.findings) }
  /// Whether no errors were found. Warnings and notes are allowed.
  public var isSound: Bool { !findings.hasErrors }
  /// Whether the checks found nothing, or only notes.
  public var isHealthy: Bool { checks.allSatisfy(\.isHealthy) }
  /// The findings that can be repaired, in order.
  public var repairable: [Finding] { findings.filter { $0.repair != nil } }
}

/// The report of a repair.
public struct RepairReport: Hashable, Sendable, Codable {
  /// The findings before the repair.
  public let before: CheckReport
  /// The findings after the repair; the same as before if nothing was repaired.
  public internal(set) var after: CheckReport
  /// The completed repairs in order, one clause each; empty if nothing was repaired.
  public let repairs: [String]
  /// The absolute path of the backup written before the repair, or `nil` if nothing was repaired.
  public let backup: String?

  /// The report where nothing was repaired.
  static func unrepaired(_ report: CheckReport) -> Self {
    Self(before: report, after: report, repairs: [], backup: nil)
  }
}
