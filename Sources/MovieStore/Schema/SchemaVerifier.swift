internal import MovieSQLite

/// What a look at a file's identity and schema found, and at which state of the schema.
struct SchemaVerifier: Sendable {
  /// SQLite's count of schema changes when it was looked at; `nil` before the first look.
  private var changeCount: Int64?
  /// Whether the derived objects of the search are all there.
  private(set) var hasSearchIndex = false

  static let unknown = SchemaVerifier()

  /// Whether nothing was ever written into the database.
  static func isEmpty(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    let identity = try transaction.fetchInt("PRAGMA application_id")
    let version = try transaction.fetchInt("PRAGMA user_version")
    let objects = try transaction.fetchInt("SELECT count(*) FROM sqlite_schema")
    return identity == 0 && version == 0 && objects == 0
  }

  /// Makes sure that the database is a catalog of the newest version, as this program makes it.
  ///
  /// - Throws: `notAMovieDatabase`, `olderSchema`, `newerSchema`, `changedSchema`.
  mutating func verify(in transaction: borrowing Transaction, path: String) throws {
    let current = try transaction.fetchInt("PRAGMA schema_version")
    if current == changeCount { return }
    let version = try Self.version(in: transaction, path: path)
    if version < .newest { throw StoreError.olderSchema(path: path, version: version) }
    let objects = try SchemaObject.all(in: transaction)
    let findings = SchemaDrift.findings(inNewest: objects)
    if !findings.isEmpty { throw StoreError.changedSchema(path: path, findings: findings) }
    hasSearchIndex =
      SearchIndex.objects.allSatisfy(objects.contains)
      && SearchIndex.shadowTables.allSatisfy { name in objects.contains { $0.name == name } }
    changeCount = current
  }

  /// The version of a catalog.
  ///
  /// - Throws: `notAMovieDatabase`, `newerSchema`.
  static func version(
    in transaction: borrowing Transaction, path: String
  ) throws -> SchemaVersion {
    guard try transaction.fetchInt("PRAGMA application_id") == Migrator.applicationID else {
      throw StoreError.notAMovieDatabase(path: path, reason: "it was not created by movies")
    }
    let number = Int(try transaction.fetchInt("PRAGMA user_version"))
    if let version = SchemaVersion(rawValue: number) { return version }
    if number > SchemaVersion.newest.rawValue {
      throw StoreError.newerSchema(path: path, version: number)
    }
    throw StoreError.notAMovieDatabase(
      path: path, reason: "its schema version (\(number)) is invalid")
  }
}
