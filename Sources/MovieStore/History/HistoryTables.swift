internal import MovieSQLite

/// The tables of the history. The first change creates them; a catalog without them is complete.
///
/// `movieHistory` has a row for each entry. `movieHistoryChange` has a row for each movie that an entry
/// changed, with its values before and after as JSON. An import stores the ranges of the ids that it added
/// and a checksum instead, as JSON. `priorMovies` and `priorBytes` are the totals of all earlier changes, also of
/// deleted ones, so that no entry has to be counted again.
enum HistoryTables {
  static let entries = SchemaObject(
    type: "table", name: "movieHistory",
    sql: """
      CREATE TABLE movieHistory(
        id INTEGER PRIMARY KEY,
        time TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('change', 'undo', 'redo')),
        state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'superseded')),
        target INTEGER,
        description TEXT,
        summary TEXT NOT NULL,
        movies INTEGER NOT NULL,
        changes INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        imported TEXT,
        priorMovies INTEGER NOT NULL,
        priorBytes INTEGER NOT NULL
      ) STRICT
      """)

  static let changes = SchemaObject(
    type: "table", name: "movieHistoryChange",
    sql: """
      CREATE TABLE movieHistoryChange(
        entryID INTEGER NOT NULL,
        movieID INTEGER NOT NULL,
        before TEXT,
        after TEXT,
        PRIMARY KEY (entryID, movieID)
      ) STRICT, WITHOUT ROWID
      """)

  static let all = [entries, changes]

  static func exist(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    try transaction.fetchInt(
      """
      SELECT count(*) FROM sqlite_schema
      WHERE type = 'table' AND name IN (\(entries.name), \(changes.name))
      """) == Int64(all.count)
  }

  /// Creates the tables unless both exist. If another program dropped one, the rows of the other one are
  /// useless, and could have the ids of new entries.
  static func create(in transaction: borrowing Transaction) throws(SQLiteError) {
    if try exist(in: transaction) { return }
    for table in all { try transaction.execute("DROP TABLE IF EXISTS \(raw: table.name)") }
    for table in all { try transaction.execute(SQL(raw: table.sql)) }
  }

  static func drop(in transaction: borrowing Transaction) throws(SQLiteError) {
    try HistoryLog.clear(in: transaction)
    for table in all { try transaction.execute("DROP TABLE IF EXISTS \(raw: table.name)") }
  }
}
