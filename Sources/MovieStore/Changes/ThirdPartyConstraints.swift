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
    ).filter { !names.tables.contains($0) }
  }

  var ofUniqueIndexes: [Finding] { uniqueIndexes.map { Self.uniqueIndex($0) } }

  /// Returns findings for the constraints that can have caused the error of a change; empty if there are
  /// none.
  func findings(
    refusing error: SQLiteError, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Finding] {
    switch error.code.primary {
    case .constraint where error.code == .uniqueConstraint && !uniqueIndexes.isEmpty:
      return ofUniqueIndexes
    case .constraint: return tables.map { Self.table($0) }
    case .error:
      var mismatches: [String] = []
      for table in tables where try Self.hasMismatch(table, in: transaction) {
        mismatches.append(table)
      }
      return mismatches.isEmpty
        ? (uniqueIndexes + computedIndexes).map { Self.computedIndex($0) }
        : mismatches.map { Self.table($0) }
    default: return []
    }
  }

  /// Whether a foreign key refers to columns that are not a key, which SQLite reports when it checks it.
  private static func hasMismatch(
    _ table: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      // One row is enough: SQLite reports a mismatch before the first one.
      _ = try transaction.fetchOne("SELECT 1 FROM pragma_foreign_key_check(\(table))") {
        _ throws(SQLiteError) in true
      }
      return false
    } catch  where error.code.primary == .error {
      return true
    }
  }

  /// Returns a note if the object can reject changes; otherwise `nil`.
  func note(on object: SchemaObject) -> Finding? {
    if object.type == "table" {
      return tables.contains(object.name) ? Self.table(object.name, .note) : nil
    }
    return uniqueIndexes.contains(object.name) ? Self.uniqueIndex(object.name, .note) : nil
  }

  private static func table(_ name: String, _ severity: Finding.Severity = .error) -> Finding {
    finding("table", name, ", and its foreign keys can reject changes", severity)
  }

  private static func uniqueIndex(
    _ name: String, _ severity: Finding.Severity = .error
  ) -> Finding {
    finding("unique index", name, " and can reject changes", severity)
  }

  private static func computedIndex(_ name: String) -> Finding {
    finding("index", name, ", and its expressions can fail", .error)
  }

  private static func finding(
    _ type: String, _ name: String, _ effect: String, _ severity: Finding.Severity
  ) -> Finding {
    let hint =
      type == "table" ? SchemaDifference.tableHint : SchemaDifference.dropHint("index", name)
    let condition = severity == .note ? "if this is not intended, " : ""
    return Finding(
      .drift, "the \(type) '\(name)' is not part of the movies schema\(effect)",
      severity: severity, object: name, hint: condition + hint)
  }
}
