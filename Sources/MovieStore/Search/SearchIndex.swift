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
    SchemaObject(
      type: "table", name: "movieSearchVersion",
      sql: "CREATE TABLE movieSearchVersion(version INTEGER NOT NULL) STRICT"),
    trigger("movie_noted_after_insert", on: "INSERT", ids: "(new.id)"),
    // WHEN instead of a list of columns: `SET rowid = …` does not fire a trigger of a column list.
    trigger(
      "movie_noted_after_update", on: "UPDATE", ids: "(old.id), (new.id)",
      when: "WHEN old.id <> new.id OR old.title <> new.title"),
    trigger("movie_noted_after_delete", on: "DELETE", ids: "(old.id)"),
  ]

  /// Identifies the definition of the index and the folding of titles, which depends on the Unicode
  /// tables of the Swift runtime. An index with another version is not searched, and the next write
  /// replaces it.
  package static let version: Int64 = {
    // Letters that recent versions of Unicode added, and code points next to them that are still
    // free.
    let ranges: [ClosedRange<UInt32>] = [0x1C80...0x1C8F, 0xA7C0...0xA7F1, 0x16EA0...0x16EA7]
    let letters = ranges.joined().compactMap(Unicode.Scalar.init).map(Character.init)
    let folded = Folding.fold(String(letters))
    return Int64(bitPattern: ImportChecksum.hash(folded.utf8.span)) & 0xFFFF_FFFF | 2 << 32
  }()

  /// Whether a search can use the index: all its objects exist as this version creates them, and it
  /// has this version.
  package static func isUsable(
    _ existing: [SchemaObject], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    guard objects.allSatisfy(existing.contains),
      shadowTables.allSatisfy({ name in existing.contains { $0.name == name } })
    else { return false }
    return try transaction.fetchInts("SELECT version FROM movieSearchVersion") == [version]
  }

  /// Objects of earlier versions.
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

  /// All tables of the index.
  package static let tables = objects.filter { $0.type == "table" }.map(\.name) + shadowTables

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
  ///
  /// - Parameter version: The version of the file. An older one has an index only if an older
  ///   program left it; without it, tables with the other names are those of another program.
  package static func drop(
    of version: SchemaVersion? = .newest, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let name = objects[0].name
    if version != .newest, !transaction.hasTable(name) { return }
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

  /// Drops and creates the derived objects, and fills the index from the titles.
  package static func rebuild(in transaction: borrowing Transaction) throws(SQLiteError) {
    try drop(in: transaction)
    for object in objects { try transaction.execute(SQL(raw: object.sql)) }
    try transaction.execute("INSERT INTO movieSearchVersion VALUES (\(version))")
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
