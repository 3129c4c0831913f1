internal import MovieSQLite

package enum CurrentSchema {
  /// Identifies a movies database in `PRAGMA application_id`: "MOVI" in ASCII.
  package static let applicationID: Int64 = 0x4D4F_5649

  /// The tables and indexes. They are compared each time a file is opened, so they are written out here
  /// exactly as SQLite stores them after the migrations: the texts are usually equal, and need no parsing.
  package static let objects = [
    SchemaObject(
      type: "table", name: "MovieModel",
      sql: """
        CREATE TABLE "MovieModel"(
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          title TEXT NOT NULL,
          favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1)), \
        sortableTitle TEXT NOT NULL DEFAULT '') STRICT
        """),
    SchemaObject(
      type: "index", name: "movie_by_sortable_title",
      sql: #"CREATE INDEX movie_by_sortable_title ON "MovieModel"(sortableTitle)"#),
    SchemaObject(
      type: "table", name: "ActorModel",
      sql: """
        CREATE TABLE "ActorModel"(
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL
        ) STRICT
        """),
    SchemaObject(
      type: "index", name: "actor_by_name",
      sql: #"CREATE UNIQUE INDEX actor_by_name ON "ActorModel"(name)"#),
    SchemaObject(
      type: "table", name: "MovieActor",
      sql: """
        CREATE TABLE MovieActor(
          movieID INTEGER NOT NULL REFERENCES "MovieModel" (id) ON DELETE CASCADE,
          actorID INTEGER NOT NULL REFERENCES "ActorModel" (id) ON DELETE CASCADE,
          position INTEGER NOT NULL CHECK (position >= 0),
          PRIMARY KEY (movieID, actorID)
        ) STRICT, WITHOUT ROWID
        """),
    SchemaObject(
      type: "index", name: "cast_by_actor",
      sql: "CREATE INDEX cast_by_actor ON MovieActor(actorID, movieID)"),
  ]

  /// The tables that record migrations and changes. They are not part of a version.
  static let logs = [migrationLog] + HistoryTables.all

  /// The objects of a file that are not part of its version: the logs, derived objects, and attributes.
  static let auxiliaryObjects = SearchIndex.objects + logs + AttributeTable.objects

  /// The table of the migration log. Files of all versions have it.
  package static let migrationLog = SchemaObject(
    type: "table", name: "migrationLog",
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
}
