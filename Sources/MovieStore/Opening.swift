package import MovieSQLite

/// How a connection to a catalog is opened: what a stranger's file may not do, and how changes are
/// kept.
package enum Opening {
  /// How long an attempt waits for a lock, in milliseconds.
  package static let patience: Int32 = 5_000

  /// How much memory a connection has for pages, in KiB.
  static let pageCache = 8_192

  package static func connection(
    to location: Connection.Location, patience: Int32 = patience
  ) throws(SQLiteError) -> Connection {
    var connection = try Connection(location)
    try connection.waitForLocks(milliseconds: patience)
    try harden(&connection)
    limit(&connection)
    for function in CatalogFunctions.all { try connection.add(function) }
    try connection.addMostFrequent()
    try connection.pragma("PRAGMA cache_size = -\(pageCache)")
    return connection
  }

  /// The same where many rows are added: pages of indexes are written in no order.
  static let pageCacheForManyRows = 32_768

  /// What a migration needs: it must be set before the transaction begins.
  package static func prepareForMigration(_ connection: inout Connection) throws(SQLiteError) {
    // Enforced, they would delete credits while tables change; the file is checked as a whole.
    try connection.set(.foreignKeys, to: false)
    // Dropped columns are not worth overwriting with zeros: the backup beside the file has them.
    try connection.pragma("PRAGMA secure_delete = OFF")
    // Names and credits are looked up in no order. An index may sort in as much again.
    try connection.pragma("PRAGMA cache_size = -16384")
  }

  /// Makes every attempt to change the file an error.
  static func refuseChanges(on connection: inout Connection) throws(SQLiteError) {
    try connection.pragma("PRAGMA query_only = ON")
  }

  /// The file may be a stranger's: nothing in its schema runs code, reads files or damages pages.
  private static func harden(_ connection: inout Connection) throws(SQLiteError) {
    try connection.set(.defensive, to: true)
    try connection.set(.trustedSchema, to: false)
    try connection.set(.views, to: false)
    try connection.set(.extensions, to: false)
    try connection.set(.tokenizerFunction, to: false)
    try connection.set(.quotedStringsInQueries, to: false)
    try connection.set(.quotedStringsInSchema, to: false)
    try connection.set(.foreignKeys, to: true)
    try connection.pragma("PRAGMA cell_size_check = ON")
    try connection.pragma("PRAGMA mmap_size = 0")
  }

  /// Far above what a catalog needs, far below what hurts.
  private static func limit(_ connection: inout Connection) {
    connection.limit(.valueLength, to: 16 << 20)
    connection.limit(.statementLength, to: 1 << 20)
    connection.limit(.expressionDepth, to: 100)
    connection.limit(.attachedDatabases, to: 1)
    connection.limit(.parameters, to: 1_000)
  }

  /// What is committed from here on survives a power cut. A reader needs no such promise: what it
  /// may have to do is to take back a change that was interrupted, and that can be done twice.
  ///
  /// With a rollback journal only EXTRA promises that, because it syncs the folder after the journal
  /// is removed. A file whose owner chose a write-ahead log keeps it, and there FULL does.
  package static func keepChanges(on connection: inout Connection) throws(SQLiteError) {
    let mode = try connection.pragma("PRAGMA journal_mode")
    if mode != "wal", mode != "delete" { try connection.pragma("PRAGMA journal_mode = DELETE") }
    try connection.pragma("PRAGMA synchronous = \(mode == "wal" ? "FULL" : "EXTRA")")
  }
}
