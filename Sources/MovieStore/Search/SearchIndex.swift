package import MovieSQLite

extension SearchIndex {
  /// Drops the derived objects that exist. FTS5 cannot drop an index that it cannot open; therefore its
  /// tables are dropped one by one. The transaction must not have written to the indexes.
  ///
  /// - Parameter version: The version of the file. An older one has an index only if an older
  ///   program left it; without it, tables with the other names are those of another program.
  package static func drop(
    of version: SchemaVersion? = .newest, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if version != .newest, !transaction.hasTable(titles.name) { return }
    for index in all {
      // Another program can have created an ordinary table with the name.
      let isVirtual =
        try transaction.fetchInt(
          "SELECT count(*) FROM sqlite_schema WHERE name = \(index.name) AND rootpage = 0") > 0
      if isVirtual {
        try transaction.removeFromSchema([index.name])
      } else {
        try transaction.execute("DROP TABLE IF EXISTS \(raw: index.name)")
      }
    }
    let names = all.map(\.name)
    for object in objects.reversed() where !names.contains(object.name) {
      try transaction.execute("DROP \(raw: object.type) IF EXISTS \(raw: object.name)")
    }
    for name in shadowTables { try transaction.execute("DROP TABLE IF EXISTS \(raw: name)") }
  }

  /// Drops and creates the derived objects, and fills the indexes from the titles and names.
  package static func rebuild(in transaction: borrowing Transaction) throws(SQLiteError) {
    try drop(in: transaction)
    for object in objects { try transaction.execute(SQL(raw: object.sql)) }
    try transaction.execute("INSERT INTO movieSearchVersion VALUES (\(version))")
    for index in all { try index.add(where: "TRUE", in: transaction) }
  }

  /// Adds the texts of the rows that meet a condition.
  func add(where condition: SQL, in transaction: borrowing Transaction) throws(SQLiteError) {
    // One statement: FTS5 writes its pending terms at the end of each statement.
    try transaction.execute(
      """
      INSERT INTO \(raw: name)(rowid, letters)
      SELECT id, indexed_text(\(raw: column)) FROM \(raw: table) WHERE \(condition)
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
    for index in all where try index.hasPending(in: transaction) {
      let changed: SQL = "IN (SELECT \(raw: index.key) FROM \(raw: index.pending))"
      try transaction.execute("DELETE FROM \(raw: index.name) WHERE rowid \(changed)")
      try index.add(where: "id \(changed)", in: transaction)
      try transaction.execute("DELETE FROM \(raw: index.pending)")
    }
  }

  func hasPending(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM \(raw: pending))") == 1
  }
}
