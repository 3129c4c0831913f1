package import MovieSQLite

/// The index that makes substring search fast, and the notes that keep it right.
///
/// An FTS5 table of trigrams holds the folded titles, and for each trigram the titles that have it,
/// but not where: the text tells that, and the index is a third of the size. Triggers note the id of every
/// movie whose
/// title came, changed or went, whichever program did it; they write an ordinary table, because a
/// trigger may not write an FTS5 table where the schema is not trusted. A search takes the index for
/// ids that are not noted and reads the titles of those that are; `settle`, at the end of each write
/// of ours, brings the index up to date and clears the notes. At its start, `updateSortableTitles` updates
/// the sortable titles of noted movies.
package enum SearchIndex {
  /// Derived objects: made anew from the titles at any time, compared by exact text.
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
    // A WHEN and not a list of columns, which `SET rowid = …` would slip past.
    trigger(
      "movie_noted_after_update", on: "UPDATE", ids: "(old.id), (new.id)",
      when: "WHEN old.id <> new.id OR old.title <> new.title"),
    trigger("movie_noted_after_delete", on: "DELETE", ids: "(old.id)"),
  ]

  /// What earlier programs made: it is not searched, and the next write replaces it.
  package static let legacyObjects = [
    SchemaObject(
      type: "table", name: "movieSearch",
      sql: """
        CREATE VIRTUAL TABLE movieSearch USING fts5(
          foldedTitle, tokenize = 'trigram case_sensitive 1', columnsize = 0)
        """)
  ]

  /// Tables that FTS5 keeps for `movieSearch`.
  package static let shadowTables = [
    "movieSearch_data", "movieSearch_idx", "movieSearch_content", "movieSearch_config",
  ]

  // ON CONFLICT and not OR IGNORE, which the outer statement's own clause would override.
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

  /// Drops the derived objects that exist. FTS5 cannot drop an index that it cannot open, so its tables
  /// are dropped one by one. Nothing may have been written into the index in this transaction.
  package static func drop(in transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.removeFromSchema([objects[0].name])
    for object in objects.dropFirst().reversed() {
      try transaction.execute("DROP \(raw: object.type) IF EXISTS \(raw: object.name)")
    }
    for name in shadowTables { try transaction.execute("DROP TABLE IF EXISTS \(raw: name)") }
  }

  /// Whether the content of the index is the cause of the error, and not the pages of the file.
  static func isCause(of error: SQLiteError) -> Bool {
    error.code == .corruptVirtualTable
      || error.code.primary == .error && error.sql?.contains(objects[0].name) == true
  }

  /// Whether FTS5 can open the index, and finds the first and the last title in it by their beginnings and
  /// their ends: without its way to the pages, it finds only what is on the first one.
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

  /// Makes the derived objects and fills the index from the titles; whichever are there go first.
  package static func rebuild(in transaction: borrowing Transaction) throws(SQLiteError) {
    try drop(in: transaction)
    for object in objects { try transaction.execute(SQL(raw: object.sql)) }
    try add(moviesAfter: .min, in: transaction)
  }

  /// Adds the titles of all movies of higher ids.
  static func add(
    moviesAfter id: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    // One statement: FTS5 writes what it has gathered when one ends.
    var insert = try transaction.prepare(
      """
      INSERT INTO movieSearch(rowid, foldedTitle)
      SELECT id, fold(title) FROM MovieModel WHERE id > ?
      """)
    try insert.bind(id, at: 1)
    try insert.run()
  }

  /// Updates the sortable titles of movies whose titles another program changed: it cannot compute them.
  /// A write of ours does this first, so that it finds each movie by its title.
  static func updateSortableTitles(in transaction: borrowing Transaction) throws(SQLiteError) {
    guard try hasNotes(in: transaction) else { return }
    // OR IGNORE: a unique index of another program does not stop the write. No trigger of ours runs.
    try transaction.execute(
      """
      UPDATE OR IGNORE MovieModel SET sortableTitle = sortable_title(title)
      WHERE id IN (SELECT movieID FROM movieSearchNote)
        AND sortableTitle <> sortable_title(title)
      """)
  }

  private static func hasNotes(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM movieSearchNote)") != 0
  }

  /// Brings the index up to date with the noted titles, and clears the notes.
  package static func applyPending(in transaction: borrowing Transaction) throws(SQLiteError) {
    guard try hasNotes(in: transaction) else { return }
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
