package import MovieSQLite
internal import MovieSystem

/// The indexes in which titles and names are searched, and the pending changes that keep them
/// correct.
///
/// For each, an FTS5 table has the letters and digits of every text and, for each trigram, the
/// texts that have it, without positions; a search then compares the texts. Triggers record the id
/// of every movie or actor that any program inserts, changes or deletes in an ordinary table of
/// pending changes, because triggers cannot write to an FTS5 table if the schema is not trusted. A
/// search reads texts with a pending change in any case. Each write of this library starts with
/// `updateSortableTitles` and ends with `applyPending`, which updates the indexes and clears the
/// pending changes.
package struct SearchIndex: Sendable {
  /// The index of titles.
  static let titles = SearchIndex(
    name: "movieSearch", table: "MovieModel", column: "title", key: "movieID", trigger: "movie")
  /// The index of names.
  static let names = SearchIndex(
    name: "actorSearch", table: "ActorModel", column: "name", key: "actorID", trigger: "actor")
  package static let all = [titles, names]

  /// The FTS5 table.
  package let name: String
  /// The table and the column of the texts.
  package let table, column: String
  /// The column of pending ids.
  package let key: String
  private let trigger: String

  /// The table of pending changes.
  package var pending: String { name + "Note" }

  /// The tables in which FTS5 stores the index.
  package var shadowTables: [String] {
    ["data", "idx", "content", "config"].map { "\(name)_\($0)" }
  }

  package var virtualTable: SchemaObject {
    SchemaObject(
      type: "table", name: name,
      sql: """
        CREATE VIRTUAL TABLE \(name) USING fts5(
          letters, tokenize = 'trigram case_sensitive 1', columnsize = 0, detail = none)
        """)
  }

  package var objects: [SchemaObject] {
    [
      virtualTable,
      SchemaObject(
        type: "table", name: pending,
        sql: "CREATE TABLE \(pending)(\(key) INTEGER PRIMARY KEY) STRICT"),
      noting("INSERT", ids: "(new.id)"),
      // WHEN instead of a list of columns: `SET rowid = …` does not fire a trigger of a column list.
      noting(
        "UPDATE", ids: "(old.id), (new.id)",
        when: "WHEN old.id <> new.id OR old.\(column) <> new.\(column)"),
      noting("DELETE", ids: "(old.id)"),
    ]
  }

  // ON CONFLICT instead of OR IGNORE, which a conflict clause of the outer statement overrides.
  private func noting(_ event: String, ids: String, when condition: String = "") -> SchemaObject {
    let name = "\(trigger)_noted_after_\(event.lowercased())"
    return SchemaObject(
      type: "trigger", name: name,
      sql: """
        CREATE TRIGGER \(name) AFTER \(event) ON \(table) \(condition) BEGIN
          INSERT INTO \(pending)(\(key)) VALUES \(ids) ON CONFLICT DO NOTHING;
        END
        """)
  }
}

// MARK: - The objects of both indexes

extension SearchIndex {
  private static let versionTable = SchemaObject(
    type: "table", name: "movieSearchVersion",
    sql: "CREATE TABLE movieSearchVersion(version INTEGER NOT NULL) STRICT")

  /// Derived objects: they can be rebuilt from the titles and names at any time, and are compared
  /// by exact text.
  package static let objects = all.flatMap(\.objects) + [versionTable]

  /// Objects of earlier versions.
  package static let legacyObjects = ["", ", detail = none"].map { detail in
    SchemaObject(
      type: "table", name: titles.name,
      sql: """
        CREATE VIRTUAL TABLE movieSearch USING fts5(
          foldedTitle, tokenize = 'trigram case_sensitive 1', columnsize = 0\(detail))
        """)
  }

  /// The tables in which FTS5 stores the indexes.
  package static let shadowTables = all.flatMap(\.shadowTables)

  /// All tables of the indexes.
  package static let tables = objects.filter { $0.type == "table" }.map(\.name) + shadowTables

  package static let triggers = objects.filter { $0.type == "trigger" }

  /// Identifies the definition of the indexes and the folding of texts, which depends on the
  /// Unicode tables of the Swift runtime. Indexes with another version are not searched, and the
  /// next write replaces them.
  package static let version: Int64 = {
    // Letters that recent versions of Unicode added, and code points next to them that are still
    // free.
    let ranges: [ClosedRange<UInt32>] = [0x1C80...0x1C8F, 0xA7C0...0xA7F1, 0x16EA0...0x16EA7]
    let letters = ranges.joined().compactMap(Unicode.Scalar.init).map(Character.init)
    let folded = Folding.fold(String(letters))
    return Int64(bitPattern: folded.utf8.span.fnv1a) & 0xFFFF_FFFF | 4 << 32
  }()

  /// Whether a search can use the indexes: all their objects exist as this version creates them,
  /// and they have this version.
  package static func isUsable(
    _ existing: [SchemaObject], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    guard objects.allSatisfy(existing.contains),
      shadowTables.allSatisfy({ name in existing.contains { $0.name == name } })
    else { return false }
    return try transaction.fetchInts("SELECT version FROM movieSearchVersion") == [version]
  }
}

// MARK: - Writing

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

// MARK: - Searching

extension SearchIndex {
  /// Returns `SELECT …` of the ids of all rows whose text can have the letters, a
  /// superset of those that have them. An id can be repeated.
  ///
  /// - Parameters:
  ///   - rank: At most this rank is looked for.
  /// - Returns: `nil` if all rows must be read: without letters, and without a usable index.
  func candidates(
    for pattern: LoosePattern, atMost rank: LoosePattern.Rank = .inside,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL? {
    let (start, end) = (rank == .whole || rank == .start ? " " : "", rank == .whole ? " " : "")
    let text = start + String(decoding: pattern.letters, as: UTF8.self) + end
    if pattern.letters.isEmpty || !catalog.hasSearchIndex { return nil }
    let indexed = try indexedRows(
      with: Array(text.unicodeScalars.prefix(Self.indexedLimit)), in: catalog)
    guard try hasPending(in: catalog.database) else { return indexed }
    return """
      SELECT id FROM (\(indexed)) WHERE id NOT IN (SELECT \(raw: key) FROM \(raw: pending))
      UNION ALL SELECT \(raw: key) FROM \(raw: pending)
      """
  }

  /// Returns the ids of all rows whose text can be the name, as ``candidates(for:atMost:in:)``.
  /// Case, accents and a leading article are ignored.
  func candidates(
    named name: String, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL? {
    // Folding can leave nothing of a name.
    guard let pattern = LoosePattern(FoldedTitle.of(name)) else { return nil }
    return try candidates(for: pattern, atMost: .whole, in: catalog)
  }

  /// The number of characters to look for in the index. Longer matches are rare enough.
  static let indexedLimit = 32
  /// The number of texts from which on a trigram is common.
  private static let rareLimit = 1_000

  func indexedRows(
    with scalars: [Unicode.Scalar], in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL {
    let last = scalars.count - 3
    if last < 0 {
      let vocabulary = try vocabulary(in: catalog)
      let text = String(String.UnicodeScalarView(scalars))
      return """
        SELECT doc AS id FROM \(raw: vocabulary)
        WHERE term >= \(text) AND term < \(StoredTexts.end(of: text))
        """
    }
    // Every third trigram, and the last one.
    let starts = Array(stride(from: 0, to: last, by: 3)) + [last]
    // Letters, digits and spaces need no escapes in FTS5's strings.
    var trigrams = starts.map {
      "\"\(String(String.UnicodeScalarView(scalars[$0..<($0 + 3)])))\""
    }
    // FTS5 reads all rows of each trigram. Rare ones are enough.
    if trigrams.count > 2 {
      var rare: [String] = []
      for trigram in trigrams {
        let rows: SQL = "SELECT 1 FROM \(raw: name) WHERE \(raw: name) MATCH \(trigram)"
        let count = try catalog.database.fetchInt(
          "SELECT count(*) FROM (\(rows) LIMIT \(Self.rareLimit))")
        if count < Self.rareLimit { rare.append(trigram) }
      }
      if !rare.isEmpty { trigrams = rare }
    }
    return """
      SELECT rowid AS id FROM \(raw: name) WHERE \(raw: name) MATCH \(trigrams.joined(separator: " "))
      """
  }

  /// Returns the name of a temporary table of all trigrams, which finds texts of one or two
  /// letters.
  ///
  /// Source: https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
  private func vocabulary(in catalog: borrowing CatalogTransaction) throws(SQLiteError) -> String {
    let vocabulary = "temp.\(name)Vocabulary"
    if catalog.database.hasTable("\(name)Vocabulary", in: "temp") { return vocabulary }
    // It is not in the file.
    let isQueryOnly = try catalog.database.fetchInt("PRAGMA query_only")
    try catalog.database.execute("PRAGMA query_only = OFF")
    try catalog.database.execute(
      "CREATE VIRTUAL TABLE \(raw: vocabulary) USING fts5vocab('main', '\(raw: name)', 'instance')")
    try catalog.database.execute("PRAGMA query_only = \(raw: isQueryOnly)")
    return vocabulary
  }
}
