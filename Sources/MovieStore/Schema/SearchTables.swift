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
  package static let titles = SearchIndex(
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
