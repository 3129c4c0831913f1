package import MovieSQLite

/// A catalog of movies and actors in one SQLite file.
///
/// A store has one owner and is closed with it. To use one from several threads, put it into a
/// `Mutex` or an actor, or open the file once in each: SQLite keeps them apart.
public struct MovieStore: ~Copyable {
  /// What the store is opened for.
  public enum Access: Sendable {
    /// Reading. The file must be there.
    case reading
    /// Reading and changing. A missing file is made.
    case writing
    /// Reading and changing. A missing file is made, and one of an older schema is migrated first, as
    /// by `Migrator.apply` with a backup beside it.
    case migrating
    /// Changing for a look at the outcome: every change is taken back at its end. A missing file
    /// stays missing.
    case rehearsing

    var makesFile: Bool { self == .writing || self == .migrating }
  }

  /// The absolute path of the database file; ":memory:" for one that has none.
  public let path: String
  let access: Access
  static let memoryPath = ":memory:"
  package var connection: Connection
  /// What the latest look at the schema found.
  var schema: SchemaState

  /// Opens the catalog in a file.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Throws: `missing`, `unreadable`, `cannotCreate`; `notAMovieDatabase`, `olderSchema`,
  ///   `newerSchema`, `changedSchema`; `busy`, `readOnly`, `needsRecovery`, `damaged`,
  ///   `inputOutput`.
  public init(path: String, access: Access) throws(StoreError) {
    let path = try DatabaseFile.absolute(path)
    var content = try DatabaseFile.content(at: path)
    if content == .nothing, access == .reading { throw .missing(path: path) }
    if content == .something, access == .migrating {
      do { try Migrator(path: path).apply() } catch { throw StoreError(error, path: path) }
    }
    if content == .nothing, access.makesFile {
      try DatabaseFile.create(at: path)
      content = .empty
    }
    // Before its first write, a file of no bytes is an empty catalog.
    let isBegun = content == .something || access.makesFile
    try self.init(isBegun ? .file(path) : .memory, path: path, access: access)
  }

  /// Opens an empty catalog that goes with the store.
  public init() throws(StoreError) {
    try self.init(.memory, path: Self.memoryPath, access: .writing)
  }

  /// Bounds the memory that SQLite takes in this process, for all stores together.
  public static func limitMemory(bytes: Int64) { Connection.limitHeap(bytes: bytes) }

  private init(_ location: Connection.Location, path: String, access: Access) throws(StoreError) {
    var schema = SchemaState.unknown
    connection = try Self.connection(to: location, path: path, access: access, schema: &schema)
    self.path = path
    self.access = access
    self.schema = schema
  }

  private static func connection(
    to location: Connection.Location, path: String, access: Access, schema: inout SchemaState
  ) throws(StoreError) -> Connection {
    do {
      var connection = try Opening.connection(to: location)
      if access != .reading { try Opening.keepChanges(on: &connection) }
      if try !isVerified(&connection, path: path, schema: &schema) {
        // Before its first write, a database is an empty catalog.
        if location != .memory, !access.makesFile {
          return try Self.connection(to: .memory, path: path, access: access, schema: &schema)
        }
        try begin(&connection)
        _ = try isVerified(&connection, path: path, schema: &schema)
      }
      if access == .reading { try Opening.refuseChanges(on: &connection) }
      return connection
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Makes sure that the database is a catalog, in one look; `false` where nothing is in it yet.
  private static func isVerified(
    _ connection: inout Connection, path: String, schema: inout SchemaState
  ) throws -> Bool {
    try connection.read { transaction throws in
      if try SchemaState.isEmpty(in: transaction) { return false }
      try schema.verify(in: transaction, path: path)
      return true
    }
  }

  /// Makes the schema where there is none yet; of several programs that try, the first does it.
  private static func begin(_ connection: inout Connection) throws {
    try connection.write { transaction throws in
      if try SchemaState.isEmpty(in: transaction) { try Migrator.create(in: transaction) }
    }
  }

  /// Runs the body in a transaction that sees one state of the catalog.
  mutating func reading<Result>(
    _ body: (borrowing Transaction, SchemaState) throws -> Result
  ) throws(StoreError) -> Result {
    do { return try streaming(body) } catch { throw StoreError(error, path: path) }
  }

  /// As `reading`, for work that hands rows to a body of the caller's: what that throws ends the
  /// work and climbs as it is.
  mutating func streaming<Result>(
    _ body: (borrowing Transaction, SchemaState) throws -> Result
  ) throws -> Result {
    do {
      return try connection.read { transaction throws in
        try schema.verify(in: transaction, path: path)
        return try body(transaction, schema)
      }
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// Runs the body in a transaction that changes the catalog, wholly or not at all, and leaves the
  /// search index right. What a caller's body throws climbs as it is.
  mutating func changing<Result>(
    _ body: (borrowing Transaction, SchemaState) throws -> Result
  ) throws -> Result {
    do {
      return try connection.write(isKept: access != .rehearsing) { transaction throws in
        try schema.verify(in: transaction, path: path)
        if !schema.hasSearchIndex { try SearchIndex.rebuild(in: transaction) }
        let result = try body(transaction, schema)
        try SearchIndex.settle(in: transaction)
        return result
      }
    } catch {
      schema = .unknown
      if let error = error as? SQLiteError { throw StoreError(error, path: path) }
      throw error
    }
  }

  /// Runs the body in a transaction that adds many movies, wholly or not at all.
  ///
  /// Foreign keys are not enforced meanwhile: the body may not take anything away.
  mutating func loading<Result>(
    _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    do {
      try connection.pragma("PRAGMA cache_size = -\(Opening.pageCacheForManyRows)")
      try connection.set(.foreignKeys, to: false)
    } catch {
      throw StoreError(error, path: path)
    }
    let result = Swift.Result { try changing { transaction, _ in try body(transaction) } }
    do {
      try connection.set(.foreignKeys, to: true)
      try connection.pragma("PRAGMA cache_size = -\(Opening.pageCache)")
    } catch {
      throw StoreError(error, path: path)
    }
    return try result.get()
  }

  /// Runs the body, in which no caller's code runs, with its errors worded as the store's.
  mutating func typed<Result>(
    _ body: (inout MovieStore) throws -> Result
  ) throws(StoreError) -> Result {
    do { return try body(&self) } catch { throw StoreError(error, path: path) }
  }
}
