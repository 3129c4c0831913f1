internal import MovieSQLite

/// Third-party constraints on the catalog, each of which can reject a change.
struct ThirdPartyConstraints {
  private let uniqueIndexes: [String]
  /// Whether other indexes on tables of the catalog compute an expression for each row, which can
  /// fail.
  private let hasComputedIndexes: Bool
  /// Tables with foreign keys that refer to tables of the catalog.
  private let tables: [String]

  /// Whether a constraint can be the cause of an error: of a constraint, of an expression of an
  /// index, or of a foreign key whose columns are not a key.
  func canCause(_ error: SQLiteError) -> Bool {
    switch error.code.primary {
    case .constraint: !uniqueIndexes.isEmpty || !tables.isEmpty || hasComputedIndexes
    case .error: !tables.isEmpty || hasComputedIndexes
    default: false
    }
  }

  init(
    in transaction: borrowing Transaction, of version: SchemaVersion = .newest
  ) throws(SQLiteError) {
    let schema = VersionedSchema(version)
    let catalog =
      schema.tables + [AttributeTable.name, MigrationLog.table, SearchIndex.objects[1].name]
      + HistoryTables.all.map(\.name)
    let ours = catalog.map { "('\($0)')" }.joined(separator: ", ")
    let indexes =
      "FROM (VALUES \(ours)) AS ours, pragma_index_list(ours.column1) AS list WHERE origin = 'c'"
    uniqueIndexes = try transaction.fetchTexts("SELECT list.name \(raw: indexes) AND \"unique\"")
      .filter { !schema.indexes.contains($0) }
    // The column number of an expression is -2.
    hasComputedIndexes =
      try transaction.fetchInt(
        """
        SELECT count(*) \(raw: indexes) AND NOT "unique" AND (
          partial OR EXISTS (SELECT 1 FROM pragma_index_xinfo(list.name) WHERE cid = -2))
        """) > 0
    tables = try transaction.fetchTexts(
      """
      SELECT DISTINCT object.name
      FROM sqlite_schema AS object, pragma_foreign_key_list(object.name) AS key
      WHERE object.type = 'table' AND key."table" COLLATE NOCASE IN (VALUES \(raw: ours))
      """
    ).filter { !catalog.contains($0) }
  }

  var hasUniqueIndex: Bool { !uniqueIndexes.isEmpty }

  /// Returns a note if the object can reject changes; otherwise `nil`.
  func note(on object: SchemaObject) -> Finding? {
    let isTable = object.type == "table"
    guard (isTable ? tables : uniqueIndexes).contains(object.name) else { return nil }
    let (kind, effect, hint) =
      isTable
      ? ("table", ", and its foreign keys can reject changes", SchemaDifference.tableHint)
      : ("unique index", " and can reject changes", SchemaDifference.dropHint("index", object.name))
    return Finding(
      .drift, "the \(kind) '\(object.name)' is not part of the movies schema\(effect)",
      severity: .note, object: object.name, hint: "if this is not intended, " + hint)
  }
}
