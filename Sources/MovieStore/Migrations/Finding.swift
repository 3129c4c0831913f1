/// A finding about a file or a migration.
public struct Finding: Hashable, Sendable, Codable {
  /// A kind of finding.
  public enum Code: String, Sendable, Codable {
    /// The file is missing, unreadable, busy, damaged, or not a catalog; as a warning or note, a
    /// property of the file.
    case file
    /// The file was written by a newer program.
    case newer
    /// A table, index or trigger of the schema is missing or was changed, or the file contains an
    /// object of another program.
    case drift
    /// A table or index of another program has a name that a migration step needs.
    case collision
    /// Pages of the file are inconsistent (`PRAGMA integrity_check`).
    case integrity
    /// A row refers to a row that does not exist.
    case foreignKey = "foreign-key"
    /// Rows violate a rule of the catalog, or cannot be migrated.
    case data
    /// A migration lost or changed data, or could not be run.
    case migration
    /// A downgrade step would lose data.
    case loss
    /// The log of the file does not match the migrations of this program.
    case log
    /// There is not enough disk space.
    case disk
  }

  /// The severity of a finding.
  public enum Severity: String, Sendable, Codable {
    /// A problem that must be fixed.
    case error
    /// A problem that does not prevent the use of the file.
    case warning
    /// Information only.
    case note
  }

  /// The kind of finding.
  public let code: Code
  /// The severity of the finding.
  public let severity: Severity
  /// A sentence without a full stop.
  public let message: String
  /// The name of the table, index, trigger or view concerned, or `nil` if there is none.
  public let object: String?
  /// The keys of the first rows concerned, at most ten; empty if the finding does not concern rows.
  public let rows: [Int64]
  /// A clause that explains the finding or states what to do, or `nil`.
  public let hint: String?

  package init(
    _ code: Code, _ message: String, severity: Severity = .error, object: String? = nil,
    rows: [Int64] = [], hint: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.object = object
    self.rows = rows
    self.hint = hint
  }

  /// The same for a file that is worth keeping as it is.
  package var asWarning: Finding {
    Finding(code, message, severity: .warning, object: object, rows: rows, hint: hint)
  }
}
