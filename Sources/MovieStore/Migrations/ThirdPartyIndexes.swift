internal import MovieSQLite

/// Third-party indexes, which a step that rebuilds their table drops.
struct ThirdPartyIndexes: Sendable {
  private var indexes: [SchemaObject]

  init(
    in transaction: borrowing Transaction, of version: SchemaVersion?
  ) throws(SQLiteError) {
    let names = version.map(VersionedSchema.init)
    indexes = try SchemaObject.all(in: transaction).filter {
      $0.type == "index" && names?.includes($0) == false
    }
  }

  /// Reads their SQL again, which SQLite changes when a column or table is renamed.
  mutating func read(in transaction: borrowing Transaction) throws(SQLiteError) {
    if indexes.isEmpty { return }
    let objects = try SchemaObject.all(in: transaction)
    indexes = indexes.map { index in objects.first { $0.hasSameName(as: index) } ?? index }
  }

  func rebuild(in transaction: borrowing Transaction, version: SchemaVersion) throws {
    if indexes.isEmpty { return }
    let existing = try SchemaObject.all(in: transaction)
    for index in indexes where !existing.contains(where: { $0.hasSameName(as: index) }) {
      do throws(SQLiteError) {
        try transaction.execute(SQL(raw: index.sql))
      } catch {
        throw StoreError.migrationFailed(
          version: version,
          detail: "the index '\(index.name)', which is not part of the movies schema, cannot be "
            + "rebuilt: \(error.message)")
      }
    }
  }
}
