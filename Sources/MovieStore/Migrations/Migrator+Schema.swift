package import MovieSQLite

extension Migrator {
  /// Marks a file as this program's: "MOVI" in ASCII, kept in `PRAGMA application_id`.
  package static let applicationID: Int64 = 0x4D4F_5649

  /// Makes the schema of a version in an empty database, by way of all before it.
  package static func create(
    _ version: SchemaVersion = .newest, in transaction: borrowing Transaction
  ) throws {
    var run = try MigrationExecutor(from: nil, to: version, in: transaction)
    _ = try run.run(in: transaction)
  }

  /// The objects that a file of the version has, by making one in memory.
  package static func objects(of version: SchemaVersion) throws -> [SchemaObject] {
    var connection = try ConnectionSetup.connection(to: .memory)
    return try connection.write { transaction throws in
      for action in DirectedMigration.legs(from: nil, to: version).flatMap(\.actions) {
        if case .statement(let sql) = action.work { try transaction.execute(SQL(raw: sql)) }
      }
      return try SchemaObject.all(in: transaction)
    }
  }
}
