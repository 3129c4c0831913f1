internal import MovieSQLite
public import MovieStore

/// A row of a file's migration log.
public struct MigrationLogEntry: Hashable, Sendable {
  /// A kind of event in the migration log.
  public enum Event: String, CaseIterable, Sendable {
    /// An upgrade to the next version.
    case up
    /// A downgrade to the previous version.
    case down
    /// The log started at the version: the file was created, or found without a log.
    case adopted
  }

  /// The version after the event.
  public let version: SchemaVersion
  /// The kind of event.
  public let event: Event
  /// The SHA-256 checksum (FIPS 180-4) of the SQL of the step, 64 hexadecimal digits; empty if
  /// there was no step.
  package let checksum: String
  /// The fingerprint of the schema before the event, 64 hexadecimal digits; empty for the upgrade
  /// of an empty file to v1.
  package let fingerprintBefore: String
  /// The fingerprint of the schema after the event, 64 hexadecimal digits.
  package let fingerprintAfter: String
  /// The numbers of rows after the event.
  package let rows: CatalogCounts
  /// The time of the event, in UTC and in the format of RFC 3339, such as `2026-11-21T10:15:02Z`.
  public let time: Timestamp
  /// The duration of the step.
  public let duration: Duration
  /// The program that ran the step, with its version.
  public let program: String
  /// The version of SQLite that ran the step.
  public let sqlite: String

  package init(
    version: SchemaVersion, event: Event, checksum: String, fingerprintBefore: String,
    fingerprintAfter: String, rows: CatalogCounts, time: Timestamp, duration: Duration,
    program: String, sqlite: String
  ) {
    (self.version, self.event, self.checksum) = (version, event, checksum)
    (self.fingerprintBefore, self.fingerprintAfter) = (fingerprintBefore, fingerprintAfter)
    (self.rows, self.time, self.duration) = (rows, time, duration)
    (self.program, self.sqlite) = (program, sqlite)
  }
}

extension MigrationLog {
  /// Returns the entries of the log, oldest first; none if there is no log. Entries of another
  /// program, with a version or an event that is not known here, are left out.
  static func entries(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [MigrationLogEntry] {
    guard transaction.hasTable(table) else { return [] }
    return try transaction.fetchAll(
      """
      SELECT version, direction, checksum, fingerprintBefore, fingerprintAfter, time, seconds,
        program, sqlite, \(count("movies")), \(count("favorites")), \(count("actors")),
        \(count("credits")), \(count("attributes"))
      FROM (SELECT *, CASE WHEN json_valid(rows) THEN rows END AS counts FROM migrationLog)
      ORDER BY id
      """, entry
    ).compactMap(\.self)
  }

  /// Another program can have changed the JSON.
  private static func count(_ key: String) -> SQL {
    "coalesce(CAST(counts ->> '\(raw: key)' AS INTEGER), 0)"
  }

  /// Returns `nil` for an entry whose version or event is not known here.
  private static func entry(_ row: borrowing Row) throws(SQLiteError) -> MigrationLogEntry? {
    guard let version = SchemaVersion(rawValue: Int(truncatingIfNeeded: try row.int(at: 0))),
      let event = MigrationLogEntry.Event(rawValue: try row.text(at: 1))
    else { return nil }
    var rows = CatalogCounts()
    (rows.movies, rows.favorites) = (try row.int(at: 9), try row.int(at: 10))
    (rows.actors, rows.credits) = (try row.int(at: 11), try row.int(at: 12))
    rows.attributes = try row.int(at: 13)
    return MigrationLogEntry(
      version: version, event: event, checksum: try row.text(at: 2),
      fingerprintBefore: try row.text(at: 3), fingerprintAfter: try row.text(at: 4), rows: rows,
      time: Timestamp(stored: try row.text(at: 5)), duration: Duration(stored: try row.real(at: 6)),
      program: try row.text(at: 7),
      sqlite: try row.text(at: 8))
  }
}

extension Duration {
  /// Creates a duration from stored seconds: 0 if they are not finite or negative, and at most a
  /// billion. The conversion of other numbers ends the process.
  fileprivate init(stored seconds: Double) {
    self = .seconds(seconds.isFinite ? min(max(seconds, 0), 1e9) : 0)
  }
}
