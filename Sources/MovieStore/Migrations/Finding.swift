/// Something that a look at a file or a migration found.
public struct Finding: Hashable, Sendable, Codable {
  /// What kind of thing was found.
  public enum Code: String, Sendable, Codable {
    /// The file cannot be looked at: missing, unreadable, busy, damaged, or not a catalog.
    case file
    /// A newer program wrote the file.
    case newer
    /// A table, index or trigger of the schema is missing or was changed, or one was added that
    /// could do harm.
    case drift
    /// A table or index of another program has a name that a step needs.
    case collision
    /// The pages of the file contradict each other (`PRAGMA integrity_check`).
    case integrity
    /// A row refers to one that is not there.
    case foreignKey = "foreign-key"
    /// Rows break a rule of the catalog, or cannot be carried.
    case data
    /// A migration lost or changed something, or could not be run.
    case migration
    /// A step on the way back would lose something.
    case loss
    /// The migrations of this program were applied otherwise than they are now.
    case log
    /// There is not enough room on the disk.
    case disk
  }

  /// How much it matters.
  public enum Severity: String, Sendable, Codable {
    /// The file is not in order.
    case error
    /// Worth a look; the file works.
    case warning
    /// Good to know.
    case note
  }

  /// What kind of thing was found.
  public let code: Code
  /// How much it matters.
  public let severity: Severity
  /// One sentence without a full stop at its end.
  public let message: String
  /// The table, index, trigger or view that it is about; `nil` where it is about none.
  public let object: String?
  /// The keys of the first rows that it is about, at most ten; empty where it is about none.
  public let rows: [Int64]
  /// What it means or what to do: a clause; `nil` where there is nothing to say.
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
