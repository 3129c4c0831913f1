internal import MovieSQLite

/// Verifies that a database is a catalog of the newest version, again only after its schema
/// changed.
package struct SchemaVerifier: Sendable {
  /// SQLite's counter of schema changes at the last verification; `nil` before the first one.
  private var changeCount: Int64?
  private(set) var hasSearchIndex = false
  private(set) var hasHistory = false
  private(set) var hasAttributes = false
  /// Whether the tables of the log, the history and the attributes exist.
  private var hasAuxiliaryTables = false

  /// Verifies that the database is a catalog of the newest version with an unchanged schema.
  mutating func verify(in transaction: borrowing Transaction, path: String) throws {
    let current = try transaction.fetchInt("PRAGMA schema_version")
    if current == changeCount { return }
    let version = try Schema.version(in: transaction, path: path)
    if version < .newest { throw StoreError(.olderSchema(path: path, version: version)) }
    let objects = try SchemaObject.all(in: transaction)
    let findings = SchemaDifference.all(in: objects, of: .newest).withPossibleRepairs
    if !findings.isEmpty { throw StoreError(.changedSchema(path: path, findings: findings)) }
    hasSearchIndex = try SearchIndex.isUsable(objects, in: transaction)
    func has(_ tables: [SchemaObject]) -> Bool {
      tables.allSatisfy { table in objects.contains(where: table.hasSameName) }
    }
    hasHistory = has(HistoryTables.all)
    // A table without its index is a finding.
    hasAttributes = has(Array(AttributeTable.objects.prefix(1)))
    hasAuxiliaryTables = hasHistory && hasAttributes && has([MigrationLog.object])
    changeCount = current
  }

  /// Verifies the database before a write, and creates the auxiliary objects that it lacks.
  mutating func prepareWrite(in transaction: borrowing Transaction, path: String) throws {
    try verify(in: transaction, path: path)
    if hasSearchIndex, hasAuxiliaryTables { return }
    if !hasAuxiliaryTables { try Schema.createAuxiliaryTables(in: transaction) }
    if !hasSearchIndex { try SearchIndex.rebuild(in: transaction) }
    try verify(in: transaction, path: path)
  }
}
