package import MovieSQLite

/// How a catalog is opened: the whole recipe in its order, each step with its reason.
///
/// The file may be anybody's. Until the last step has looked at it, it is taken for a stranger's, and
/// can do nothing but be refused or read.
package enum ConnectionSetup {
  // MARK: The recipe

  /// Steps 1 and 2: where the database is.
  ///
  /// - Returns: the absolute path, and where to connect to.
  /// - Throws: `fileNotFound`, `unreadable`, `notAMovieDatabase`, `cannotCreate`.
  static func resolveLocation(
    of path: String, for access: MovieStore.Access
  ) throws(StoreError) -> (path: String, location: Connection.Location) {
    // 1. The path from the root. SQLite takes `file:x?mode=memory` for a URI, and what is stored there
    //    would be gone. Bytes that are no UTF-8 never come here: nobody repairs them into another name.
    let path = try DatabaseFile.absolute(path)

    // 2. The file itself, before SQLite sees it: a FIFO would wait for ever, and a new file is made for
    //    its owner alone, by a call that neither replaces a file nor follows a dangling link. Journals
    //    get its mode from SQLite. The mode of a file that is there stays as its owner set it.
    var content = try DatabaseFile.content(at: path)
    if content == .nothing, access == .reading { throw .fileNotFound(path: path) }
    if content == .empty { try DatabaseFile.requireNoSideFileName(path) }
    if content == .nothing, access.createsFile {
      try DatabaseFile.create(at: path)
      content = .empty
    } else if content == .nothing {
      try DatabaseFile.requireCreatable(path)
    }
    // Before its first write, a file of no bytes is an empty catalog.
    let isBegun = content == .nonEmpty || access.createsFile
    return (path, isBegun ? .file(path) : .memory)
  }

  /// Steps 3 to 8: a connection to a catalog that was found to be one.
  ///
  /// - Parameter schema: learns what was found.
  /// - Throws: `notAMovieDatabase`, `olderSchema`, `newerSchema`, `changedSchema`, `busy`, `readOnly`,
  ///   `needsRecovery`, `damaged`, `inputOutput`.
  static func catalog(
    at location: Connection.Location, path: String, for access: MovieStore.Access,
    timeout: LockTimeout, schema: inout SchemaVerifier
  ) throws(StoreError) -> Connection {
    do {
      // 3 to 5. Nothing has been read so far.
      var connection = try connection(to: location, timeout: timeout)

      // 6. What is committed survives a power cut. Readers need not: what they may have to do is to
      //    take back a change that was interrupted, and that can be done twice.
      if access != .reading { try configureDurability(on: &connection) }

      // 7. Identity, version and schema, in one transaction with everything that is decided by them.
      if try !isVerified(&connection, path: path, schema: &schema) {
        // 8. Before its first write a database is an empty catalog to readers, and what is written
        //    begins it.
        if location != .memory, !access.createsFile {
          return try catalog(
            at: .memory, path: path, for: access, timeout: timeout, schema: &schema)
        }
        try createSchema(on: &connection)
        _ = try isVerified(&connection, path: path, schema: &schema)
      }
      if access == .reading { try setQueryOnly(on: &connection) }
      return connection
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Steps 3 to 5: a connection that a stranger's file can do nothing to.
  ///
  /// Symbolic links to a database are followed, and its journals lie beside the file itself. SQLite
  /// makes no file here: step 2 has.
  ///
  /// - Parameter ignoresSchemaErrors: whether to leave out tables and indexes that SQLite cannot load;
  ///   otherwise it loads none.
  package static func connection(
    to location: Connection.Location, timeout: LockTimeout = busyTimeout(),
    ignoresSchemaErrors: Bool = false
  ) throws(SQLiteError) -> Connection {
    var connection = try Connection(location, timeout: timeout)
    // DEFENSIVE comes later: it keeps statements from writing the schema table, and this from working.
    if ignoresSchemaErrors { try connection.execute("PRAGMA writable_schema = ON") }
    try harden(&connection)
    setLimits(on: &connection)
    for function in SQLFunctions.all { try connection.add(function) }
    try connection.execute("PRAGMA cache_size = -\(raw: pageCache)")
    return connection
  }

  // MARK: 3. Nothing in the schema of a file runs code, reads files or damages pages

  private static func harden(_ connection: inout Connection) throws(SQLiteError) {
    // No statement may write the schema table, or the tables of the search index, behind SQLite's back.
    try connection.set(.defensive, to: true)
    // Triggers, defaults, checks and indexes may call harmless functions alone, and none of ours.
    try connection.set(.trustedSchema, to: false)
    // The catalog has no views; another's may never come to an end.
    try connection.set(.views, to: false)
    // Both would run a library's code.
    try connection.set(.extensions, to: false)
    try connection.set(.tokenizerFunction, to: false)
    // "A name that is wrong" is an error, and not a text.
    try connection.set(.doubleQuotedStringsDML, to: false)
    try connection.set(.doubleQuotedStringsDDL, to: false)
    // A credit is of a movie and of an actor that are there.
    try connection.set(.foreignKeys, to: true)
    // A damaged page is told as damage, instead of being read for what it is not.
    try connection.execute("PRAGMA cell_size_check = ON")
    // Another program that cuts the file short must be an error of reading, and not a signal.
    try connection.execute("PRAGMA mmap_size = 0")
  }

  // MARK: 4. Limits far above what a catalog needs, far below what hurts

  private static func setLimits(on connection: inout Connection) {
    // Titles and names have 16 KiB at most; a cast of v1 holds many.
    connection.setLimit(.valueLength, to: 16 << 20)
    connection.setLimit(.statementLength, to: 1 << 20)
    connection.setLimit(.expressionDepth, to: 100)
    connection.setLimit(.attachedDatabases, to: 1)
    connection.setLimit(.parameters, to: 1_000)
  }

  /// How much memory SQLite takes in a process of this program's own, in bytes: the largest sort of a
  /// catalog fits in, the bombs that a schema can hold do not. A program that uses the library sets its
  /// own.
  package static let heapLimit: Int64 = 256 << 20

  /// How much memory a connection has for pages, in KiB.
  static let pageCache = 8_192

  /// The same where many rows are added: pages of indexes are written in no order.
  static let bulkPageCache = 32_768

  // MARK: 5. Waiting for locks

  /// How long an operation waits for the locks of other processes: 5 s in total. Every change takes the
  /// write lock from its start (`BEGIN IMMEDIATE`): one that read first and locked then would have to be
  /// refused, or lose what another process wrote in between.
  ///
  /// - Parameter isRenewed: whether each transaction may wait that long, for a store that stays open.
  package static func busyTimeout(isRenewed: Bool = false) -> LockTimeout {
    LockTimeout(milliseconds: busyTimeoutMilliseconds, isRenewed: isRenewed)
  }

  static let busyTimeoutMilliseconds: Int32 = 5_000

  // MARK: 6. What is committed survives a power cut

  /// With a rollback journal only `EXTRA` promises that, because it syncs the folder after the journal
  /// is removed. It is the default: one file with nothing beside it at rest, the fastest for bulk loads,
  /// and none of SQLite's damage by resetting a write-ahead log (3.7.0 to 3.51.2). A file whose owner
  /// chose such a log, for replication say, keeps it, and there `FULL` promises the same.
  package static func configureDurability(on connection: inout Connection) throws(SQLiteError) {
    let mode = try connection.queryText("PRAGMA journal_mode")
    if mode != "wal", mode != "delete" { try connection.execute("PRAGMA journal_mode = DELETE") }
    try connection.execute("PRAGMA synchronous = \(raw: mode == "wal" ? "FULL" : "EXTRA")")
  }

  /// Makes every attempt to change the file an error.
  static func setQueryOnly(on connection: inout Connection) throws(SQLiteError) {
    try connection.execute("PRAGMA query_only = ON")
  }

  // MARK: 7. The database is a catalog, as this program makes it

  /// Other programs' triggers and views are refused by name, as are changed tables or triggers of the
  /// catalog; other tables, and indexes, are left alone.
  ///
  /// - Returns: `false` where nothing is in it yet.
  private static func isVerified(
    _ connection: inout Connection, path: String, schema: inout SchemaVerifier
  ) throws -> Bool {
    try connection.read { transaction throws in
      if try SchemaVerifier.isEmpty(in: transaction) { return false }
      try schema.verify(in: transaction, path: path)
      return true
    }
  }

  // MARK: 8. The first write

  /// Makes the schema where there is none yet; of several programs that try, the first does it.
  private static func createSchema(on connection: inout Connection) throws {
    try connection.write(countsAsUserChange: false) { transaction throws in
      if try SchemaVerifier.isEmpty(in: transaction) { try Migrator.create(in: transaction) }
    }
  }

  // MARK: Migrations

  /// What a migration needs: it must be set before the transaction begins.
  package static func prepareForMigration(_ connection: inout Connection) throws(SQLiteError) {
    // Enforced, they would delete credits while tables change; the file is checked as a whole.
    try connection.set(.foreignKeys, to: false)
    // Dropped columns are not worth overwriting with zeros: the backup beside the file has them.
    try connection.execute("PRAGMA secure_delete = OFF")
    // Names and credits are looked up in no order. An index may sort in as much again.
    try connection.execute("PRAGMA cache_size = -16384")
  }
}
