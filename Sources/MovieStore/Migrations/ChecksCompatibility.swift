internal import MovieSQLite

// Former names, for the files of Checks that still use them.

extension Migration {
  typealias Proof = Invariant
}

extension Migrator {
  static func objects(of version: SchemaVersion) throws -> [SchemaObject] {
    try SchemaObject.all(of: version)
  }

  func looking<Value>(
    _ body: (borrowing Transaction) throws -> Value
  ) throws(StoreError) -> Value {
    try readUnchanged(body)
  }
}

extension String {
  var doublingQuotes: String {
    split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
  }
}

extension MigrationBackup {
  func removeIfNeedless(after error: any Error) { removeIfUnneeded(after: error) }
}

extension MigrationLog {
  static var object: SchemaObject { CurrentSchema.migrationLog }

  static func isThere(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    try exists(in: transaction)
  }
}
