package import MovieSQLite

/// The index for substring search, and the pending changes that keep its results correct.
///
/// An FTS5 table of trigrams stores the folded titles, and for each trigram the titles that contain it,
/// without positions, which the titles contain: this reduces the index to a third of its size. Triggers
/// record the id of every movie whose title is inserted, changed or deleted, by any program, in an
/// ordinary table of pending changes, because triggers cannot write to an FTS5 table if the schema is not
/// trusted. A search uses the index for movies without a pending change, and reads the titles of the
/// others. Each write of this library starts with `updateSortableTitles` and ends with `applyPending`,
/// which updates the index and clears the pending changes.
package enum SearchIndex {
  /// Derived objects: they can be rebuilt from the titles at any time, and are compared by exact text.
  package static let objects = [
    SchemaObject(
      type: "table", name: "movieSearch",
      sql: """
        CREATE VIRTUAL TABLE movieSearch USING fts5(
          foldedTitle, tokenize = 'trigram case_sensitive 1', columnsize = 0, detail = none)
        """),
    SchemaObject(
      type: "table", name: "movieSearchNote",
      sql: "CREATE TABLE movieSearchNote(movieID INTEGER PRIMARY KEY) STRICT"),
    trigger("movie_noted_after_insert", on: "INSERT", ids: "(new.id)"),
    // WHEN instead of a list of columns: `SET rowid = …` does not fire a trigger of a column list.
    trigger(
      "movie_noted_after_update", on: "UPDATE", ids: "(old.id), (new.id)",
      when: "WHEN old.id <> new.id OR old.title <> new.title"),
    trigger("movie_noted_after_delete", on: "DELETE", ids: "(old.id)"),
  ]

  /// Objects of earlier versions: they are not searched, and the next write replaces them.
  package static let legacyObjects = [
    SchemaObject(
      type: "table", name: "movieSearch",
      sql: """
        CREATE VIRTUAL TABLE movieSearch USING fts5(
          foldedTitle, tokenize = 'trigram case_sensitive 1', columnsize = 0)
        """)
  ]

  /// The tables in which FTS5 stores `movieSearch`.
  package static let shadowTables = [
    "movieSearch_data", "movieSearch_idx", "movieSearch_content", "movieSearch_config",
  ]

  // ON CONFLICT instead of OR IGNORE, which a conflict clause of the outer statement overrides.
  private static func trigger(
    _ name: String, on event: String, ids: String, when condition: String = ""
  ) -> SchemaObject {
    SchemaObject(
      type: "trigger", name: name,
      sql: """
        CREATE TRIGGER \(name) AFTER \(event) ON MovieModel \(condition) BEGIN
          INSERT INTO movieSearchNote(movieID) VALUES \(ids) ON CONFLICT DO NOTHING;
        END
        """)
  }

  /// Drops the derived objects that exist. FTS5 cannot drop an index that it cannot open; therefore its
  /// tables are dropped one by one. The transaction must not have written to the index.
  package static func drop(in transaction: borrowing Transaction) throws(SQLiteError) {
    let name = objects[0].name
    // Another program can have created an ordinary table with the name.
    let isVirtual =
      try transaction.fetchInt(
        "SELECT count(*) FROM sqlite_schema WHERE name = \(name) AND rootpage = 0") > 0
    if isVirtual {
      try transaction.removeFromSchema([name])
    } else {
      try transaction.execute("DROP TABLE IF EXISTS \(raw: name)")
    }
    for object in objects.dropFirst().reversed() {
      try transaction.execute("DROP \(raw: object.type) IF EXISTS \(raw: object.name)")
    }
    for name in shadowTables { try transaction.execute("DROP TABLE IF EXISTS \(raw: name)") }
  }

  /// Whether the content of the index caused the error, and not damaged pages of the file.
  static func isCause(of error: SQLiteError) -> Bool {
    error.code == .corruptVirtualTable
      || error.code.primary == .error && error.sql?.contains(objects[0].name) == true
  }

  /// Whether FTS5 can open the index and find the first and the last movie by the beginning and the end
  /// of their titles. An index that lost its inner nodes finds only the entries of its first page.
  static func isUsable(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      return try transaction.fetchInt(
        """
        SELECT count(*) FROM (
          SELECT * FROM (SELECT id, fold(title) AS text FROM MovieModel ORDER BY id LIMIT 1)
          UNION ALL
          SELECT * FROM (SELECT id, fold(title) FROM MovieModel ORDER BY id DESC LIMIT 1)) AS movie
        JOIN (SELECT 1 AS start UNION ALL SELECT -3)
        WHERE substr(text, start, 3) GLOB '[a-z0-9][a-z0-9][a-z0-9]'
          AND id NOT IN (SELECT movieID FROM movieSearchNote)
          AND NOT EXISTS (
            SELECT 1 FROM movieSearch WHERE movieSearch MATCH substr(movie.text, start, 3)
              AND rowid = movie.id AND foldedTitle = movie.text)
        """) == 0
    } catch  where isCause(of: error) {
      return false
    }
  }

  /// Drops and creates the derived objects, and fills the index from the titles.
  package static func rebuild(in transaction: borrowing Transaction) throws(SQLiteError) {
    try drop(in: transaction)
    for object in objects { try transaction.execute(SQL(raw: object.sql)) }
    try add(moviesAfter: .min, in: transaction)
  }

  static func add(
    moviesAfter id: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    // One statement: FTS5 writes its pending terms at the end of each statement.
    try transaction.execute(
      """
      INSERT INTO movieSearch(rowid, foldedTitle)
      SELECT id, fold(title) FROM MovieModel WHERE id > \(id)
      """)
  }

  /// Updates the sortable titles of movies with pending changes: the program that changed their titles
  /// could not compute them. Each write does this first, so that it finds movies by their titles.
  static func updateSortableTitles(in transaction: borrowing Transaction) throws(SQLiteError) {
    // OR IGNORE: a third-party unique index does not stop the write. The triggers do not fire.
    try transaction.execute(
      """
      UPDATE OR IGNORE MovieModel SET sortableTitle = sortable_title(title)
      WHERE id IN (SELECT movieID FROM movieSearchNote)
        AND sortableTitle <> sortable_title(title)
      """)
  }

  package static func applyPending(in transaction: borrowing Transaction) throws(SQLiteError) {
    if try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM movieSearchNote)") == 0 { return }
    try transaction.execute(
      "DELETE FROM movieSearch WHERE rowid IN (SELECT movieID FROM movieSearchNote)")
    try transaction.execute(
      """
      INSERT INTO movieSearch(rowid, foldedTitle)
      SELECT id, fold(title) FROM movieSearchNote JOIN MovieModel ON id = movieID
      """)
    try transaction.execute("DELETE FROM movieSearchNote")
  }
}
