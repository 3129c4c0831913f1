package import MovieSQLite
package import MovieStore

/// A small catalog for the check of the built-in migrations. It is a v1 catalog with the
/// favorites that it gets in v2.
package struct SampleCatalog: Sendable {
  package struct Row: Sendable {
    package let title: String
    package let cast: String
    package let isFavorite: Bool

    package init(title: String, cast: String, isFavorite: Bool = false) {
      self.title = title
      self.cast = cast
      self.isFavorite = isFavorite
    }
  }

  package let name: String
  package let rows: [Row]
  /// The attributes of the first movie, in all versions.
  package let attributes: [(key: String, value: AttributeValue)]

  package init(
    name: String, rows: [Row], attributes: [(key: String, value: AttributeValue)] = []
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
      let start = min(version, .v2)
      try MigrationExecutor.create(start, in: transaction)
      try insert(in: transaction)
      if start == .v2 {
        for (index, row) in rows.enumerated() where row.isFavorite {
          try transaction.execute("UPDATE Movie SET favorite = 1 WHERE pk = \(index + 1)")
        }
      }
      try MigrationExecutor.migrate(from: start, to: version, in: transaction)
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

  private func insert(in transaction: borrowing Transaction) throws(SQLiteError) {
    // The last movie is deleted: its id must never be reused.
    for (index, row) in (rows + [Row(title: "Gone", cast: "[]")]).enumerated() {
      try transaction.execute(
        """
        INSERT INTO Movie(id, title, "cast") VALUES (\(Self.uuid(index)), \(row.title), \(row.cast))
        """)
    }
    try transaction.execute("DELETE FROM Movie WHERE title = 'Gone'")
  }

  /// Returns a UUID with the form of a random one (version 4), as apps generate them.
  private static func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "8C6B3D52-0F1A-4E7B-9D24-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}
