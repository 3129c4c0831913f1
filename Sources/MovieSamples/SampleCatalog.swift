package import MovieSQLite
package import MovieStore

/// A small catalog for the check of the built-in migrations. It is a v1 catalog with the
/// favorites that it gets in v2.
package struct SampleCatalog: Sendable {
  package struct Row: Sendable {
    package let title: String
    package let cast: String
    package let isFavorite: Bool
    /// Whether v4 can store the cast. Later versions of the catalog do not have the other rows.
    package let isMigratable: Bool

    package init(
      title: String, cast: String, isFavorite: Bool = false, isMigratable: Bool = true
    ) {
      self.title = title
      self.cast = cast
      self.isFavorite = isFavorite
      self.isMigratable = isMigratable
    }
  }

  package let name: String
  package let rows: any Sequence<Row> & Sendable
  /// The attributes of the first movie, in all versions.
  package let attributes: [(key: String, value: AttributeValue)]

  package init(
    name: String, rows: any Sequence<Row> & Sendable,
    attributes: [(key: String, value: AttributeValue)] = []
  ) {
    self.name = name
    self.rows = rows
    self.attributes = attributes
  }

  package func create(
    _ version: SchemaVersion, in connection: borrowing Connection
  ) throws {
    try ConnectionSetup.prepareForMigration(connection)
    try connection.write { transaction throws in
      try MigrationExecutor.create(.v1, in: transaction)
      try insert(version, in: transaction)
      if version == .v1 { return try insertAttributes(version, in: transaction) }
      try MigrationExecutor.migrate(from: .v1, to: .v2, in: transaction)
      try markFavorites(version, in: transaction)
      if version > .v2 {
        try MigrationExecutor.migrate(from: .v2, to: version, in: transaction)
      }
      try insertAttributes(version, in: transaction)
    }
  }

  private func insertAttributes(
    _ version: SchemaVersion, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if attributes.isEmpty { return }
    // Only a catalog of the newest version has the table already.
    for object in AttributeTable.objects(of: version) where version < .newest {
      try transaction.execute(SQL(raw: object.sql))
    }
    for (ordinal, (key, value)) in attributes.enumerated() {
      try transaction.execute(
        "INSERT INTO MovieAttribute VALUES (1, \(key), \(ordinal), \(value))")
    }
  }

  private func insert(
    _ version: SchemaVersion, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    var count = 0
    func insert(_ title: String, _ cast: String) throws(SQLiteError) {
      try transaction.execute(
        "INSERT INTO Movie(id, title, \"cast\") VALUES (\(Self.uuid(count)), \(title), \(cast))")
      count += 1
    }
    for row in rows where row.isMigratable || version < .v4 { try insert(row.title, row.cast) }
    // The last movie is deleted: its id must never be reused.
    try insert("Gone", "[]")
    try transaction.execute("DELETE FROM Movie WHERE pk = \(count)")
  }

  private func markFavorites(
    _ version: SchemaVersion, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    var count = 0
    for row in rows where row.isMigratable || version < .v4 {
      count += 1
      if row.isFavorite {
        try transaction.execute("UPDATE Movie SET favorite = 1 WHERE pk = \(count)")
      }
    }
  }

  /// Returns a UUID with the form of a random one (version 4), as apps generate them.
  private static func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "8C6B3D52-0F1A-4E7B-9D24-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}
