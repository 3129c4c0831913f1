package import MovieSQLite

/// The tables of the history.
///
/// `movieHistory` has a row for each entry. `movieHistoryChange` has a row for each movie that an entry
/// changed, with its values before and after as JSON. An import stores the ranges of the ids that it added
/// and a checksum instead, as JSON. `priorMovies` and `priorBytes` are the totals of all earlier changes, also of
/// deleted ones, so that no entry has to be counted again.
package enum HistoryTables {
  package static let entries = SchemaObject(
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

  package static let changes = SchemaObject(
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

  package static let all = [entries, changes]

  package static func exist(in transaction: borrowing Transaction) -> Bool {
    all.allSatisfy { transaction.hasTable($0.name) }
  }

  /// Drops those of the tables that exist. The ids of their entries are not used again.
  package static func drop(in transaction: borrowing Transaction) throws(SQLiteError) {
    for (table, id) in [(entries.name, "id"), (changes.name, "entryID")]
    where transaction.hasTable(table) {
      let last = try transaction.fetchInt("SELECT coalesce(max(\(raw: id)), 0) FROM \(raw: table)")
      try storeID(max(last, storedID(in: transaction)), in: transaction)
      try transaction.execute("DROP TABLE \(raw: table)")
    }
  }

  /// Returns the highest id of entries that were deleted, as far as it is known, or 0.
  static func storedID(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    // Another program can have stored a value of another type, or one after which no id follows.
    try transaction.fetchInt(
      """
      SELECT coalesce(max(seq), 0) FROM sqlite_sequence
      WHERE name = \(entries.name) AND typeof(seq) = 'integer' AND seq > 0 AND seq < \(Int64.max)
      """)
  }

  /// Stores the highest id of entries that are deleted.
  static func storeID(
    _ id: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.execute("DELETE FROM sqlite_sequence WHERE name = \(entries.name)")
    // Only another program can have used the highest possible id.
    if id > 0, id < .max {
      try transaction.execute(
        "INSERT INTO sqlite_sequence(name, seq) VALUES (\(entries.name), \(id))")
    }
  }
}
