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

/// Verifies that a database is a catalog of the newest version, again only after its schema changed.
struct SchemaVerifier: Sendable {
  /// SQLite's counter of schema changes at the last verification; `nil` before the first one.
  private var changeCount: Int64?
  private(set) var hasSearchIndex = false

  static func isEmpty(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    let identity = try transaction.fetchInt("PRAGMA application_id")
    let version = try transaction.fetchInt("PRAGMA user_version")
    let objects = try transaction.fetchInt("SELECT count(*) FROM sqlite_schema")
    return identity == 0 && version == 0 && objects == 0
  }

  /// Verifies that the database is a catalog of the newest version with an unchanged schema.
  mutating func verify(in transaction: borrowing Transaction, path: String) throws {
    let current = try transaction.fetchInt("PRAGMA schema_version")
    if current == changeCount { return }
    let version = try Self.version(in: transaction, path: path)
    if version < .newest { throw StoreError.olderSchema(path: path, version: version) }
    let objects = try SchemaObject.all(in: transaction)
    let findings = SchemaDifference.all(inNewest: objects).map(\.finding.withoutRepair)
    if !findings.isEmpty { throw StoreError.changedSchema(path: path, findings: findings) }
    hasSearchIndex =
      SearchIndex.objects.allSatisfy(objects.contains)
      && SearchIndex.shadowTables.allSatisfy { name in objects.contains { $0.name == name } }
    changeCount = current
  }

  /// Returns the version of a catalog, and throws an error for any other database.
  static func version(
    in transaction: borrowing Transaction, path: String
  ) throws -> SchemaVersion {
    guard try transaction.fetchInt("PRAGMA application_id") == CurrentSchema.applicationID else {
      throw StoreError.notAMovieDatabase(path: path, reason: "it was not created by movies")
    }
    let number = Int(try transaction.fetchInt("PRAGMA user_version"))
    if let version = SchemaVersion(rawValue: number) { return version }
    if number > SchemaVersion.newest.rawValue {
      throw StoreError.newerSchema(path: path, version: number)
    }
    throw StoreError.notAMovieDatabase(
      path: path, reason: "its schema version (\(number)) is invalid")
  }
}
