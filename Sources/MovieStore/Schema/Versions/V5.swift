internal import MovieSQLite

extension Migration {
  /// UUIDs are removed. The integer key, now named `id`, is the identity.
  package static let v5 = Migration(
    version: .v5, summary: "replace UUIDs with integer ids",
    rows: { $0.movies + $0.actors },
    up: [
      .instantly("DROP INDEX movie_by_uuid"),
      .dropping("ALTER TABLE Movie DROP COLUMN id", because: replacedByKey),
      .instantly("ALTER TABLE Movie RENAME COLUMN pk TO id"),
      .instantly("DROP INDEX actor_by_uuid"),
      .dropping("ALTER TABLE Actor DROP COLUMN id", because: replacedByKey),
      .instantly("ALTER TABLE Actor RENAME COLUMN pk TO id"),
    ],
    down: [
      .instantly("ALTER TABLE Movie RENAME COLUMN id TO pk"),
      .instantly("ALTER TABLE Actor RENAME COLUMN id TO pk"),
    ]
      + rebuilding(
        "Movie",
        columns: """
            pk INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL CHECK (length(id) = 36),
            title TEXT NOT NULL,
            favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1)),
            sortableTitle TEXT NOT NULL DEFAULT ''
          """,
        from: "pk, \(movieUUID), title, favorite, sortableTitle",
        preserving: "title, favorite, sortableTitle",
        indexes: [
          "CREATE UNIQUE INDEX movie_by_uuid ON Movie(id)",
          "CREATE INDEX movie_by_sortable_title ON Movie(sortableTitle)",
        ])
      + rebuilding(
        "Actor",
        columns: """
            pk INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL CHECK (length(id) = 36),
            name TEXT NOT NULL
          """,
        from: "pk, name_uuid(name), name", preserving: "name",
        indexes: [
          "CREATE UNIQUE INDEX actor_by_name ON Actor(name)",
          "CREATE UNIQUE INDEX actor_by_uuid ON Actor(id)",
        ]),
    losses: [
      Loss(singular: "movie UUID", plural: "movie UUIDs", readsLog: true) {
        lostUUIDs("movie", of: $0.movies)
      },
      Loss(singular: "actor UUID", plural: "actor UUIDs", readsLog: true) {
        lostUUIDs("actor", of: $0.actors)
      },
    ])

  private static let replacedByKey = "from v5 on, the integer key is the identity"

  /// The UUID of a movie that has none, derived from its key and title.
  static let movieUUID = "name_uuid(pk || ' ' || title)"

  /// Counts the existing rows that lost a UUID in the last upgrade to v5. UUIDs that were derived
  /// from names and titles do not count: the downgrade derives them again.
  private static func lostUUIDs(_ subject: String, of table: String) -> String {
    """
    SELECT min(
      (SELECT count(*) FROM \(table) WHERE id <= json_extract(latest.rows, '$.\(subject)Key')),
      json_extract(latest.rows, '$.\(subject)UUIDs'))
    FROM (
      SELECT CASE WHEN json_valid(rows) THEN rows ELSE '{}' END AS rows
      FROM migrationLog WHERE version = 5 AND direction = 'up' ORDER BY id DESC LIMIT 1
    ) AS latest
    """
  }

  /// Counts the UUIDs that the upgrade to v5 removes and that were not derived from names and
  /// titles, and reads the last keys. The log records them as `rows`, for a later downgrade.
  static func rowsOfLostUUIDs(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [(String, Int64)] {
    var members: [(String, Int64)] = []
    // Derived UUIDs have version 8; the names of others need not be hashed.
    for (subject, table, derived) in [
      ("movie", "Movie", Migration.movieUUID), ("actor", "Actor", "name_uuid(name)"),
    ] {
      let lost = try transaction.fetchInt(
        """
        SELECT count(*) FROM \(raw: table)
        WHERE CASE WHEN substr(id, 15, 1) = '8' THEN id IS NOT \(raw: derived) ELSE 1 END
        """)
      let key = try transaction.fetchInt("SELECT coalesce(max(pk), 0) FROM \(raw: table)")
      members += [("\(subject)UUIDs", lost), ("\(subject)Key", key)]
    }
    return members
  }
}
