package import MovieSQLite

/// Runs migrations inside a transaction that is already open.
package enum Migrator {
  /// Marks a file as this program's: "MOVI" in ASCII, kept in `PRAGMA application_id`.
  package static let applicationID: Int64 = 0x4D4F_5649

  /// Rows that one run of a chunked step covers.
  package static let chunk: Int64 = 10_000

  /// Makes the schema of the newest version in an empty database, by way of all the others.
  static func create(in transaction: borrowing Transaction) throws {
    try migrate(transaction, after: nil)
  }

  /// Takes the database from a version, or from nothing, to the newest, and writes the version.
  ///
  /// - Throws: `StoreError.migrationStopped` where a proof fails; the caller rolls back.
  package static func migrate(
    _ transaction: borrowing Transaction, after version: SchemaVersion?
  ) throws {
    let done = version?.rawValue ?? 0
    for migration in Migration.all where migration.version.rawValue > done {
      try apply(migration, in: transaction)
    }
    try SearchIndex.rebuild(in: transaction)
    try transaction.execute("PRAGMA application_id = \(applicationID)")
    try transaction.execute("PRAGMA user_version = \(SchemaVersion.newest.rawValue)")
  }

  /// The objects that a file of the version has, by making one in memory.
  package static func objects(of version: SchemaVersion) throws -> [SchemaObject] {
    var connection = try Opening.connection(to: .memory)
    return try connection.write { transaction throws in
      for migration in Migration.all where migration.version <= version {
        try apply(migration, in: transaction)
      }
      return try SchemaObject.all(in: transaction)
    }
  }

  /// Takes the tables from one version to the next; the version itself stays unwritten.
  ///
  /// - Parameter chunk: rows that one run of a chunked step covers.
  package static func apply(
    _ migration: Migration, chunk: Int64 = chunk, in transaction: borrowing Transaction
  ) throws {
    for step in migration.steps {
      try run(step, of: migration, chunk: chunk, in: transaction)
    }
  }

  private static func run(
    _ step: Migration.Step, of migration: Migration, chunk: Int64,
    in transaction: borrowing Transaction
  ) throws {
    switch step {
    case .run(let sql):
      try transaction.execute(sql)
    case .runInChunks(let table, let key, let sql):
      try runInChunks(sql, of: chunk, table: table, key: key, in: transaction)
    case .prove(let claim, let sql):
      let violations = try keys(sql, in: transaction)
      guard violations.isEmpty else {
        throw StoreError.migrationStopped(
          version: migration.version, claim: claim, movies: violations)
      }
    }
  }

  /// Chunks are counted in rows, because another program may have left keys of any distance.
  private static func runInChunks(
    _ sql: String, of chunk: Int64, table: String, key: String,
    in transaction: borrowing Transaction
  ) throws {
    var statement = try transaction.prepare(sql)
    var bounds = try transaction.prepare(
      """
      SELECT min(\(key)), max(\(key)) FROM (
        SELECT \(key) FROM \(table) WHERE \(key) >= ?1 ORDER BY \(key) LIMIT ?2)
      """)
    var next = Int64.min
    while true {
      try bounds.bind([.integer(next), .integer(chunk)])
      guard try bounds.step(), !bounds.isNull(at: 0) else { return }
      let (first, last) = (bounds.integer(at: 0), bounds.integer(at: 1))
      try bounds.reset()
      try statement.bind([.integer(first), .integer(last)])
      try statement.run()
      if last == .max { return }
      next = last + 1
    }
  }

  /// The first few keys that the query answers.
  private static func keys(
    _ sql: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Int64] {
    var statement = try transaction.prepare(sql + " LIMIT 10")
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.integer(at: 0)) }
    return keys
  }
}
