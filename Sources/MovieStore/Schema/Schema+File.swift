package import MovieSQLite

extension Schema {
  package static func isEmpty(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    let identity = try transaction.fetchInt("PRAGMA application_id")
    let version = try transaction.fetchInt("PRAGMA user_version")
    let objects = try transaction.fetchInt("SELECT count(*) FROM sqlite_schema")
    return identity == 0 && version == 0 && objects == 0
  }

  /// Returns the version of a catalog, and throws an error for any other database.
  package static func version(
    in transaction: borrowing Transaction, path: String
  ) throws -> SchemaVersion {
    guard try transaction.fetchInt("PRAGMA application_id") == Schema.applicationID else {
      throw StoreError(.notAMovieDatabase(path: path, reason: "it was not created by movies"))
    }
    let number = Int(try transaction.fetchInt("PRAGMA user_version"))
    if let version = SchemaVersion(rawValue: number) { return version }
    if number > SchemaVersion.newest.rawValue {
      throw StoreError(.newerSchema(path: path, version: number))
    }
    throw StoreError(
      .notAMovieDatabase(
        path: path, reason: "its schema version (\(number)) is invalid"))
  }

  /// Creates the tables of the log, the history and the attributes that are missing.
  package static func createAuxiliaryTables(in transaction: borrowing Transaction)
    throws(SQLiteError)
  {
    // If another program dropped one table of the history, the rows of the other one are useless.
    if !HistoryTables.exist(in: transaction) { try HistoryTables.drop(in: transaction) }
    let existing = try SchemaObject.all(in: transaction)
    for object in auxiliaryTables where !existing.contains(where: object.hasSameName) {
      try transaction.execute(SQL(raw: object.sql))
    }
  }
}
