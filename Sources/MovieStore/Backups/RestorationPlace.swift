internal import MovieSQLite
internal import MovieSystem

/// The database that a backup is to take the place of, whatever is there.
struct RestorationPlace: ~Copyable {
  var connection: Connection
  /// The files that others write to, as they were before anything was kept.
  private(set) var contentFiles: [FileMetadata] = []

  private let path: String
  private let content: Content
  /// Whether the write-ahead log is to come back.
  private let mustLog: Bool

  private enum Content {
    case nothing
    case catalog
    /// SQLite cannot read it.
    case damage
  }

  /// - Parameter pageSize: of the backup; `nil` where it is only asked whether it may come here.
  /// - Throws: `notAMovieDatabase` and `newerSchema` for what is not to be replaced.
  init(_ path: String, pageSize: String?, timeout: LockTimeout) throws {
    try DatabaseFile.requireNoSideFileName(path)
    if try DatabaseFile.content(at: path) == .nonEmpty {
      try DatabaseFile.requireCreatable(
        NewDatabase.automaticName(nextTo: path, reason: "replaced") + ".backup")
    }
    do {
      var connection = try ConnectionSetup.connection(
        to: .file(path), timeout: timeout, ignoresSchemaErrors: true)
      try connection.read { transaction throws in
        if try SchemaVerifier.isEmpty(in: transaction) { return }
        _ = try SchemaVerifier.version(in: transaction, path: path)
      }
      let mustLog = try Self.takeLogAway(from: &connection, forPageSize: pageSize)
      try ConnectionSetup.configureDurability(on: &connection)
      contentFiles = Self.contentFiles(of: path)
      // After the files were noted, so that another process that creates the catalog now is noticed.
      let isEmpty = try connection.read { transaction throws in
        try SchemaVerifier.isEmpty(in: transaction)
      }
      self.connection = connection
      self.mustLog = mustLog
      content = isEmpty ? .nothing : .catalog
    } catch let error as SQLiteError where [.corrupt, .notADatabase].contains(error.code.primary) {
      connection = try Self.connection(toDamaged: path, timeout)
      contentFiles = Self.contentFiles(of: path)
      content = .damage
      mustLog = false
    }
    self.path = path
  }

  /// The files that others write to, as they are now.
  static func contentFiles(of path: String) -> [FileMetadata] {
    DatabaseFileSet(FilePath.resolved(path)).contentFiles
  }

  /// A write-ahead log has only pages of its database's size.
  ///
  /// - Returns: whether there was one in the way.
  private static func takeLogAway(
    from connection: inout Connection, forPageSize size: String?
  ) throws(SQLiteError) -> Bool {
    let mode = try connection.queryText("PRAGMA journal_mode")
    guard mode == "wal", let size else { return false }
    if try "\(connection.queryInt("PRAGMA page_size"))" == size { return false }
    try connection.removeLog()
    return true
  }

  /// What is there is taken for nothing, and put back if the work is not done.
  ///
  /// - Throws: `notAMovieDatabase` where it never was a database.
  private static func connection(
    toDamaged path: String, _ timeout: LockTimeout
  ) throws -> Connection {
    let parts = DatabaseFileSet(FilePath.resolved(path))
    if try !wasDatabase(path, length: parts.database?.size ?? 0, timeout) {
      throw StoreError.notAMovieDatabase(path: path, reason: "it is not an SQLite database")
    }
    // A log would be read into whatever takes the place.
    let hasJournal = DatabaseFile.isHotJournal(FilePath.resolved(path) + "-journal")
    if let name = parts.sideNames.first(where: { $0 != "-journal" || hasJournal }) {
      throw StoreError.cannotCreate(
        path: path,
        reason: "the database is damaged, and '\(path)\(name)' exists next to it; move both files "
          + "away first")
    }
    var connection = try Connection(.file(path), timeout: timeout)
    try connection.set(.resetDatabase, to: true)
    try connection.execute("PRAGMA synchronous = EXTRA")
    return connection
  }

  /// Whether it begins like a database, or most of its next pages begin like a table's or an index's.
  private static func wasDatabase(
    _ path: String, length: Int64, _ timeout: LockTimeout
  ) throws -> Bool {
    let held = try LockedDatabase(path: path, timeout: timeout)
    var start = [UInt8](repeating: 0, count: 16)
    try held.file.read(into: &start, at: 0)
    if start == Array("SQLite format 3\0".utf8) { return true }
    let pages = (1..<max(1, min(64, length / pageSize))).map { $0 }
    let alike = try pages.count { page in
      try held.file.read(into: &start, at: page * pageSize)
      return [2, 5, 10, 13].contains(start[0])
    }
    return alike * 2 > pages.count
  }

  /// Of a catalog, unless its owner chose another.
  private static let pageSize: Int64 = 4_096

  /// Keeps what is there beside it.
  ///
  /// - Returns: the path; `nil` where nothing is there.
  mutating func keep() throws -> String? {
    if content == .nothing { return nil }
    let target = NewDatabase.Target.automatic(reason: "replaced")
    do {
      if content == .catalog {
        let (path, timeout) = (path, connection.timeout)
        var kept: (path: String, files: [FileMetadata])?
        // While the copy is made, no other process changes what is kept.
        try connection.withWriteLock {
          let copy = try BackupFile.make(of: path, at: target, timeout: timeout).path
          kept = (copy, Self.contentFiles(of: path))
        }
        contentFiles = kept?.files ?? contentFiles
        return kept?.path
      }
    } catch let error as SQLiteError where error.code.primary == .corrupt {}
    return try BackupFile.makeOfBytes(of: path, at: target, timeout: connection.timeout)
  }

  /// Ends the work. What is done stays done where this fails: as when somebody reads, and the log
  /// cannot come back.
  mutating func finish() {
    do throws(SQLiteError) {
      if content == .damage { try connection.set(.resetDatabase, to: false) }
      if mustLog { try connection.execute("PRAGMA journal_mode = WAL") }
    } catch {}
  }
}
