internal import MovieSQLite

/// Third-party constraints on the catalog, each of which can reject a change.
struct ThirdPartyConstraints {
  private let uniqueIndexes: [String]
  /// Other indexes on tables of the catalog that compute an expression for each row.
  private let computedIndexes: [String]
  /// Tables with foreign keys that refer to tables of the catalog.
  private let tables: [String]

  init(
    in transaction: borrowing Transaction, of version: SchemaVersion = .newest
  ) throws(SQLiteError) {
    let names = VersionedSchema(version)
    let ours = names.tables.map { "('\($0)')" }.joined(separator: ", ")
    let indexes =
      "FROM (VALUES \(ours)) AS ours, pragma_index_list(ours.column1) AS list WHERE origin = 'c'"
    uniqueIndexes = try transaction.fetchTexts("SELECT list.name \(raw: indexes) AND \"unique\"")
      .filter { !names.indexes.contains($0) }
    // The column number of an expression is -2.
    computedIndexes = try transaction.fetchTexts(
      """
      SELECT list.name \(raw: indexes) AND NOT "unique" AND (
        partial OR EXISTS (SELECT 1 FROM pragma_index_xinfo(list.name) WHERE cid = -2))
      """)
    tables = try transaction.fetchTexts(
      """
      SELECT DISTINCT object.name
      FROM sqlite_schema AS object, pragma_foreign_key_list(object.name) AS key
      WHERE object.type = 'table' AND key."table" COLLATE NOCASE IN (VALUES \(raw: ours))
      """
    ).filter { !names.tables.contains($0) && $0 != AttributeTable.name }
  }

  var ofUniqueIndexes: [Finding] { uniqueIndexes.map { Kind.uniqueIndex.finding($0) } }

  /// Returns findings for the constraints that can have caused the error of a change; empty if there are
  /// none.
  func findings(refusing error: SQLiteError, in transaction: borrowing Transaction) throws
    -> [Finding]
  {
    switch error.code.primary {
    case .constraint where error.code == .uniqueConstraint && !uniqueIndexes.isEmpty:
      return ofUniqueIndexes
    case .constraint: return tables.map { Kind.table.finding($0) }
    case .error:
      let mismatches = try tables.filter { try Self.hasMismatch($0, in: transaction) }
      return mismatches.isEmpty
        ? (uniqueIndexes + computedIndexes).map { Kind.computedIndex.finding($0) }
        : mismatches.map { Kind.table.finding($0) }
    default: return []
    }
  }

  /// Whether a foreign key refers to columns that are not a key, which SQLite reports when it checks it.
  private static func hasMismatch(
    _ table: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      // One row is enough: SQLite reports a mismatch before the first one.
      _ = try transaction.fetchInts("SELECT 1 FROM pragma_foreign_key_check(\(table)) LIMIT 1")
      return false
    } catch  where error.code.primary == .error {
      return true
    }
  }

  /// Returns a note if the object can reject changes; otherwise `nil`.
  func note(on object: SchemaObject) -> Finding? {
    let (kind, names): (Kind, [String]) =
      object.type == "table" ? (.table, tables) : (.uniqueIndex, uniqueIndexes)
    return names.contains(object.name) ? kind.finding(object.name, .note) : nil
  }

  private enum Kind: String {
    case table
    case uniqueIndex = "unique index"
    case computedIndex = "index"

    func finding(_ name: String, _ severity: Finding.Severity = .error) -> Finding {
      let effect =
        switch self {
        case .table: ", and its foreign keys can reject changes"
        case .uniqueIndex: " and can reject changes"
        case .computedIndex: ", and its expressions can fail"
        }
      let hint =
        self == .table ? SchemaDifference.tableHint : SchemaDifference.dropHint("index", name)
      return Finding(
        .drift, "the \(rawValue) '\(name)' is not part of the movies schema\(effect)",
        severity: severity, object: name,
        hint: (severity == .note ? "if this is not intended, " : "") + hint)
    }
  }
}
