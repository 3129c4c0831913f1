internal import MovieSQLite

/// Indexes that other programs put on tables of the catalog: a table that is rebuilt would lose them.
struct ThirdPartyIndexes: Sendable {
  private var indexes: [SchemaObject]

  init(
    in transaction: borrowing Transaction, of version: SchemaVersion?
  ) throws(SQLiteError) {
    guard let version else {
      indexes = []
      return
    }
    let names = VersionedSchema(version)
    indexes = try SchemaObject.all(in: transaction).filter {
      $0.type == "index" && !names.includes($0)
    }
  }

  /// Learns what has become of their SQL, since columns and tables are called otherwise by now.
  mutating func read(in transaction: borrowing Transaction) throws(SQLiteError) {
    if indexes.isEmpty { return }
    let objects = try SchemaObject.all(in: transaction)
    indexes = indexes.map { index in objects.first { $0.hasSameName(as: index) } ?? index }
  }

  /// Makes those anew that went with a table.
  func restore(in transaction: borrowing Transaction, version: SchemaVersion) throws {
    if indexes.isEmpty { return }
    let left = try SchemaObject.all(in: transaction)
    for index in indexes where !left.contains(where: { $0.hasSameName(as: index) }) {
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
