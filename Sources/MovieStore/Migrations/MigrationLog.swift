internal import MovieSQLite

/// The table in which a file keeps what was done to its schema: written in the transaction of the
/// migration itself, and part of no version.
package enum MigrationLog {
  package static let table = "migrationLog"

  package static let object = SchemaObject(
    type: "table", name: table,
    sql: """
      CREATE TABLE migrationLog(
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
      ) STRICT
      """)

  static func isThere(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    try transaction.fetchInt(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '\(raw: table)'") > 0
  }

  /// Makes the table where there is none.
  ///
  /// - Returns: whether it was made.
  static func begin(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    if try isThere(in: transaction) { return false }
    try transaction.execute(SQL(raw: object.sql))
    return true
  }

  static func append(
    _ entry: MigrationLogEntry, _ identity: LostUUIDCounts, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    var insert = try transaction.prepare(
      """
      INSERT INTO migrationLog(
        version, direction, checksum, fingerprintBefore, fingerprintAfter, rows, time, seconds,
        program, sqlite)
      VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS REAL) / 1000000, ?, ?)
      """)
    try insert.bind([
      .integer(Int64(entry.version.rawValue)), .text(entry.event.rawValue), .text(entry.checksum),
      .text(entry.fingerprintBefore), .text(entry.fingerprintAfter),
      .text(Self.rows(entry.rows, identity)), .text(entry.time),
      .integer(Int64(entry.seconds * 1_000_000)), .text(entry.program), .text(entry.sqlite),
    ])
    try insert.run()
  }

  /// The rows of the log, the oldest first; none where there is no log.
  static func entries(in transaction: borrowing Transaction) throws(SQLiteError)
    -> [MigrationLogEntry]
  {
    guard try isThere(in: transaction) else { return [] }
    var statement = try transaction.prepare(
      """
      SELECT version, direction, checksum, fingerprintBefore, fingerprintAfter, time,
        CAST(seconds * 1000000 AS INTEGER), program, sqlite, counts ->> 'movies',
        counts ->> 'favorites', counts ->> 'actors', counts ->> 'credits'
      FROM (SELECT *, CASE WHEN json_valid(rows) THEN rows END AS counts FROM migrationLog)
      ORDER BY id
      """)
    var entries: [MigrationLogEntry] = []
    while try statement.step() {
      if let entry = entry(in: statement) { entries.append(entry) }
    }
    return entries
  }

  /// The row that the statement stands on; `nil` where this program knows no such version.
  private static func entry(in row: borrowing Statement) -> MigrationLogEntry? {
    guard let version = SchemaVersion(rawValue: Int(truncatingIfNeeded: row.integer(at: 0))),
      let event = MigrationLogEntry.Event(rawValue: row.text(at: 1))
    else { return nil }
    var rows = CatalogCounts()
    rows.movies = row.integer(at: 9)
    rows.favorites = row.integer(at: 10)
    rows.actors = row.integer(at: 11)
    rows.credits = row.integer(at: 12)
    return MigrationLogEntry(
      version: version, event: event, checksum: row.text(at: 2), fingerprintBefore: row.text(at: 3),
      fingerprintAfter: row.text(at: 4), rows: rows, time: row.text(at: 5),
      seconds: Double(row.integer(at: 6)) / 1_000_000, program: row.text(at: 7),
      sqlite: row.text(at: 8))
  }

  /// The counts as a JSON object.
  private static func rows(_ counts: CatalogCounts, _ identity: LostUUIDCounts) -> String {
    let members =
      [
        ("movies", counts.movies), ("favorites", counts.favorites), ("actors", counts.actors),
        ("credits", counts.credits),
      ] + identity.members
    return "{" + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }
}
