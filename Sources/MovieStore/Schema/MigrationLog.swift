internal import MovieSQLite
internal import MovieSystem

/// The table that records the migrations of a file, written in the transaction of each migration.
package enum MigrationLog {
  package static let table = object.name

  /// The program that is recorded, unless a program names itself.
  package static let defaultProgram = "MovieStore \(Release.version)"

  /// The table of the log. A file of any version can have it.
  package static let object = SchemaObject.table(
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

  /// - Parameters:
  ///   - event: `up`, `down`, or `adopted` if the log starts at the version.
  ///   - checksum: Empty if there was no step.
  ///   - lostUUIDs: See `Migration.rowsOfLostUUIDs`.
  static func append(
    _ event: String, from start: SchemaVersion?, to version: SchemaVersion, checksum: String = "",
    seconds: Double = 0, _ counts: CatalogCounts, _ lostUUIDs: [(String, Int64)] = [],
    by program: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.execute(
      """
      INSERT INTO migrationLog(
        version, direction, checksum, fingerprintBefore, fingerprintAfter, rows, time, seconds,
        program, sqlite)
      VALUES (
        \(version.rawValue), \(event), \(checksum),
        \(start.map { Schema($0).fingerprint } ?? ""), \(Schema(version).fingerprint),
        \(json(counts, lostUUIDs)), \(Clock.timestamp()), round(\(seconds), 6), \(program),
        \(Connection.libraryVersion))
      """)
  }

  private static func json(_ counts: CatalogCounts, _ lostUUIDs: [(String, Int64)]) -> String {
    var json = JSONBuilder()
    json.object { json in
      json.add("movies", counts.movies)
      json.add("favorites", counts.favorites)
      json.add("actors", counts.actors)
      json.add("credits", counts.credits)
      json.add("attributes", counts.attributes)
      for (name, count) in lostUUIDs { json.add(name, count) }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
