internal import MovieSQLite

/// A row of a file's migration log.
public struct MigrationLogEntry: Hashable, Sendable, Codable {
  /// A kind of event in the migration log.
  public enum Event: String, Sendable, Codable {
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
  public let checksum: String
  /// The fingerprint of the schema before the event, 64 hexadecimal digits; empty for the upgrade of
  /// an empty file to v1.
  public let fingerprintBefore: String
  /// The fingerprint of the schema after the event, 64 hexadecimal digits.
  public let fingerprintAfter: String
  /// The numbers of rows after the event.
  public let rows: CatalogCounts
  /// The time of the event, in UTC and in the format of RFC 3339, such as `2026-11-21T10:15:02Z`.
  public let time: String
  /// The duration of the step in seconds.
  public let seconds: Double
  /// The program that ran the step, with its version.
  public let program: String
  /// The version of SQLite that ran the step.
  public let sqlite: String
}

/// The table that records the migrations of a file, written in the transaction of each migration.
package enum MigrationLog {
  package static let table = object.name

  /// The table of the log. A file of any version can have it.
  static let object = SchemaObject.table(
    "migrationLog",
    """

      id INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      direction TEXT NOT NULL CHECK (direction IN ('up', 'down', 'adopted')),
      checksum TEXT NOT NULL,
      fingerprintBefore TEXT NOT NULL,
      fingerprintAfter TEXT NOT NULL,
      rows TEXT NOT NULL,
      time TEXT NOT NULL,
      seconds REAL NOT NULL,
      program TEXT NOT NULL,
      sqlite TEXT NOT NULL

    """)

  static func append(
    _ entry: MigrationLogEntry, _ lostUUIDs: [(String, Int64)],
    in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.execute(
      """
      INSERT INTO migrationLog(
        version, direction, checksum, fingerprintBefore, fingerprintAfter, rows, time, seconds,
        program, sqlite)
      VALUES (
        \(entry.version.rawValue), \(entry.event.rawValue), \(entry.checksum),
        \(entry.fingerprintBefore), \(entry.fingerprintAfter), \(json(entry.rows, lostUUIDs)),
        \(entry.time), round(\(entry.seconds), 6), \(entry.program), \(entry.sqlite))
      """)
  }

  /// Returns the entries of the log, oldest first; none if there is no log. Entries of another program,
  /// with a version or an event that is not known here, are left out.
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
    let rows = CatalogCounts(
      movies: try row.int(at: 9), favorites: try row.int(at: 10), actors: try row.int(at: 11),
      credits: try row.int(at: 12), attributes: try row.int(at: 13))
    return MigrationLogEntry(
      version: version, event: event, checksum: try row.text(at: 2),
      fingerprintBefore: try row.text(at: 3), fingerprintAfter: try row.text(at: 4), rows: rows,
      time: try row.text(at: 5), seconds: try row.real(at: 6), program: try row.text(at: 7),
      sqlite: try row.text(at: 8))
  }

  private static func json(_ counts: CatalogCounts, _ lostUUIDs: [(String, Int64)]) -> String {
    let members =
      [
        ("movies", counts.movies), ("favorites", counts.favorites), ("actors", counts.actors),
        ("credits", counts.credits), ("attributes", counts.attributes),
      ] + lostUUIDs
    return "{" + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }
}
