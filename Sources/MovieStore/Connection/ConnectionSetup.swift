package import MovieSQLite

/// How a catalog is opened: the complete recipe in order, each step with its reason.
///
/// The file can come from an untrusted source. Until step 6 has verified its schema, it can only be
/// rejected or read.
package enum ConnectionSetup {
  // MARK: Settings

  /// The page cache of a connection in KiB.
  package static let pageCache = 8_192

  /// The page cache in KiB while many rows are added: pages of indexes are written in no order.
  package static let bulkPageCache = 32_768

  /// The memory of SQLite in a process of `movies`, in bytes: enough for the largest sort of a
  /// catalog, too little for a schema that computes gigabytes. A program that uses the library sets
  /// its own limit.
  package static let heapLimit = 256 << 20

  // MARK: The recipe

  /// Steps 1 and 2: finds or creates the file.
  static func resolveLocation(
    of path: String, for access: Catalog.Access
  ) throws(StoreError) -> (path: String, location: Connection.Location) {
    // 1. Make the path absolute. SQLite would interpret `file:x?mode=memory` as a URI, and store
    //    the data in memory. The path is valid UTF-8: other bytes are rejected before this, never
    //    repaired.
    let file = try CatalogFile(path)
    let path = file.path

    // 2. Check the file before SQLite opens it: opening a FIFO would block. Create a missing file
    //    for its owner only, with a call that neither replaces a file nor follows a dangling link;
    //    SQLite gives the journal the same mode. The mode of an existing file does not change.
    var content = try file.content()
    if content == .nothing, access == .reading { throw StoreError(.fileNotFound(path: path)) }
    if content == .empty { try file.requireNoSideFileName() }
    if content == .nothing, access.createsFile {
      try file.create()
      content = .empty
    } else if content == .nothing {
      try file.requireCreatable()
    }
    // Before its first write, an empty file is an empty catalog.
    let hasFile = content == .nonEmpty || access.createsFile
    return (path, hasFile ? .file(path) : .memory)
  }

  /// Steps 3 to 8: opens a connection and verifies that the database is a catalog.
  static func openCatalog(
    at location: Connection.Location, path: String, for access: Catalog.Access,
    timeout: LockTimeout, schema: inout SchemaVerifier
  ) throws(StoreError) -> Connection {
    do {
      // 3 to 5. Nothing is read yet.
      let connection = try connection(to: location, timeout: timeout)

      // 6. Verify identity, version and schema in one transaction. Third-party triggers and views,
      //    and changed tables or triggers of the schema are rejected; other tables and indexes are
      //    not.
      let isEmpty = try connection.read { transaction throws in
        if try Schema.isEmpty(in: transaction) { return true }
        try schema.verify(in: transaction, path: path)
        return false
      }

      // 7. Make commits survive a power failure. A reader writes at most the rollback of an
      //    interrupted change, which can be repeated. These settings need the schema, so that the
      //    file would be read once more before step 6.
      if access != .reading { try configureDurability(on: connection) }
      try connection.execute("PRAGMA cache_size = -\(raw: pageCache)")
      if isEmpty {
        // 8. Before its first write, a database is an empty catalog for readers. A writer creates
        //    the schema; if several processes try this, the first one does it.
        if location != .memory, !access.createsFile {
          return try openCatalog(
            at: .memory, path: path, for: access, timeout: timeout, schema: &schema)
        }
        let reportsCommits = connection.reportsCommits
        connection.reportsCommits = false
        try connection.write { transaction throws in
          if try Schema.isEmpty(in: transaction) {
            try MigrationExecutor.create(.newest, in: transaction)
          }
          try schema.verify(in: transaction, path: path)
        }
        connection.reportsCommits = reportsCommits
      }
      if access == .reading { try connection.execute("PRAGMA query_only = ON") }
      return connection
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Steps 3 to 5: opens a connection to any database, without reading it. An untrusted file can do
  /// no harm.
  ///
  /// A symbolic link is followed; the journal is next to its target. SQLite does not create the
  /// file: step 2 does.
  ///
  /// - Parameter ignoresSchemaErrors: Whether to leave out tables and indexes that SQLite cannot
  ///   load; otherwise it loads none.
  package static func connection(
    to location: Connection.Location, timeout: LockTimeout = LockTimeout(),
    ignoresSchemaErrors: Bool = false
  ) throws(SQLiteError) -> Connection {
    let connection = try Connection(location, timeout: timeout)
    // Must precede DEFENSIVE, which turns this pragma off.
    if ignoresSchemaErrors { try connection.execute("PRAGMA writable_schema = ON") }
    try harden(connection)
    setLimits(on: connection)
    for function in SQLFunctions.all { try connection.add(function) }
    return connection
  }

  // MARK: 3. The schema of a file cannot run code, read files or damage pages

  private static func harden(_ connection: borrowing Connection) throws(SQLiteError) {
    // Statements cannot write to the schema table or to the tables inside the search index.
    try connection.set(.defensive, to: true)
    // Triggers, defaults, checks and indexes can call only innocuous functions, and none of ours.
    try connection.set(.trustedSchema, to: false)
    // The catalog has no views, and the query of a third-party view may never end.
    try connection.set(.views, to: false)
    // Both would run the code of a library.
    try connection.set(.extensions, to: false)
    try connection.set(.tokenizerFunction, to: false)
    // A misspelled "name" is an error instead of a string.
    try connection.set(.doubleQuotedStringsDML, to: false)
    try connection.set(.doubleQuotedStringsDDL, to: false)
    // The movie and the actor of a credit exist.
    try connection.set(.foreignKeys, to: true)
    // A damaged page is reported instead of misread.
    try connection.execute("PRAGMA cell_size_check = ON")
    // If another process truncates the file, reading fails with an error instead of a signal.
    try connection.execute("PRAGMA mmap_size = 0")
  }

  // MARK: 4. Limits: more than any catalog needs, less than does harm

  private static func setLimits(on connection: borrowing Connection) {
    // Titles and names have at most 16 KiB, but schema v1 stores a cast in one value.
    connection.setLimit(.valueLength, to: 16 << 20)
    connection.setLimit(.statementLength, to: 1 << 20)
    connection.setLimit(.expressionDepth, to: 200)
    connection.setLimit(.attachedDatabases, to: 1)
    connection.setLimit(.parameters, to: 4_000)
  }

  // MARK: 7. Commits survive a power failure

  /// Sets `PRAGMA synchronous`.
  ///
  /// With a rollback journal, only `EXTRA` is durable, because it syncs the directory after the
  /// journal is deleted. This is the default: one file at rest, the fastest mode for bulk loads,
  /// and not affected by the WAL-reset bug of SQLite 3.7.0 to 3.51.2. A file that its owner put
  /// into WAL mode, for example for replication, stays in this mode, where `EXTRA` equals `FULL`.
  package static func configureDurability(on connection: borrowing Connection) throws(SQLiteError) {
    try connection.execute("PRAGMA synchronous = EXTRA")
  }

  // MARK: Migrations

  /// Applies the settings of a migration, which must precede its transaction.
  package static func prepareForMigration(_ connection: borrowing Connection) throws(SQLiteError) {
    // Enforced foreign keys would delete credits while tables change. The migration checks them
    // itself.
    try connection.set(.foreignKeys, to: false)
    // Do not overwrite dropped columns with zeros: the backup next to the file contains them
    // anyway.
    try connection.execute("PRAGMA secure_delete = OFF")
    // Names and credits are looked up in no order. Sorting for an index can take the same amount
    // again.
    try connection.execute("PRAGMA cache_size = -16384")
  }
}
