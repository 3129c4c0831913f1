internal import MovieSQLite
internal import MovieSystem

/// The existing database that a restoration overwrites: a catalog, an empty file, or a database
/// that is too damaged to be read.
struct ReplacedDatabase: ~Copyable {
  var connection: Connection
  /// The files that other processes change, before a copy was saved.
  private(set) var contentFiles: [FileMetadata] = []
  /// The number of entries in its history; 0 if it cannot be read.
  let historyEntries: Int

  private let path: String
  private let content: Content
  /// Whether WAL mode was left, and must be set again.
  private let restoresWAL: Bool

  private enum Content {
    case nothing
    case catalog
    /// SQLite cannot read the file.
    case damaged
  }

  /// Opens the database, and checks that it may be replaced.
  ///
  /// - Parameter pageSize: The page size of the backup; `nil` only checks the database.
  init(_ path: String, pageSize: Int64?, timeout: LockTimeout) throws {
    try DatabaseFile.requireNoSideFileName(path)
    if try DatabaseFile.content(at: path) == .nonEmpty {
      try DatabaseFile.requireCreatable(
        NewDatabase.automaticName(nextTo: path, reason: Self.copyReason) + ".backup")
    }
    do {
      let connection = try ConnectionSetup.connection(
        to: .file(path), timeout: timeout, ignoresSchemaErrors: true)
      try connection.read { transaction throws in
        if try SchemaVerifier.isEmpty(in: transaction) { return }
        _ = try SchemaVerifier.version(in: transaction, path: path)
      }
      let leavesWAL = try pageSize.map { try Self.leaveWAL(on: connection, forPageSize: $0) }
      try ConnectionSetup.configureDurability(on: connection)
      contentFiles = try DatabaseFileSet.contentFiles(of: path)
      // Read after the metadata: if another process creates the catalog now, the metadata differs.
      let isEmpty = try connection.read { transaction throws in
        try SchemaVerifier.isEmpty(in: transaction)
      }
      historyEntries = Self.historyEntries(on: connection)
      self.connection = connection
      restoresWAL = leavesWAL ?? false
      content = isEmpty ? .nothing : .catalog
    } catch let error as SQLiteError where [.corrupt, .notADatabase].contains(error.code.primary) {
      contentFiles = try DatabaseFileSet.contentFiles(of: path)
      connection = try Self.openDamaged(path, timeout)
      restoresWAL = false
      historyEntries = 0
      content = .damaged
    }
    self.path = path
  }

  private static func historyEntries(on connection: borrowing Connection) -> Int {
    do {
      return try connection.read { transaction throws in
        try HistoryLog.count(in: transaction)
      }
    } catch {
      return 0
    }
  }

  /// Leaves WAL mode if the page size changes: all pages of a log have the same size. Returns whether
  /// it did.
  private static func leaveWAL(
    on connection: borrowing Connection, forPageSize pageSize: Int64
  ) throws(SQLiteError) -> Bool {
    if try connection.queryText("PRAGMA journal_mode") != "wal" { return false }
    if try connection.queryInt("PRAGMA page_size") == pageSize { return false }
    try connection.removeLog()
    return true
  }

  // MARK: - The copy of the previous database

  private static let copyReason = "replaced"

  /// Saves a copy of the database next to it, unless the database is empty, and returns its path.
  mutating func saveCopy() throws -> String? {
    if content == .nothing { return nil }
    let target = NewDatabase.Target.automatic(reason: Self.copyReason)
    let (path, timeout) = (path, connection.timeout)
    if content == .catalog {
      do {
        var copy: String?
        var files: [FileMetadata] = []
        // With the lock, no other process can change the database after it was copied.
        try connection.withWriteLock {
          copy = try BackupFile.make(of: path, at: target, timeout: timeout).path
          files = try DatabaseFileSet.contentFiles(of: path)
        }
        contentFiles = files
        return copy
      } catch let error as SQLiteError where error.code.primary == .corrupt {
        // The bytes can still be copied.
      }
    }
    return try NewDatabase.create(at: target, copyOf: path, timeout: timeout) { file in
      try LockedDatabase(path: path, timeout: timeout).copyDatabase(to: file.sink)
    }.path
  }

  /// Restores the settings that were changed. The restoration is already committed, so a failure is
  /// ignored: for example, another process that reads prevents WAL mode.
  mutating func finish() {
    do throws(SQLiteError) {
      if content == .damaged { try connection.set(.resetDatabase, to: false) }
      if restoresWAL { try connection.execute("PRAGMA journal_mode = WAL") }
    } catch {}
  }

  // MARK: - A damaged database

  /// Opens a damaged file as an empty database. SQLite restores its bytes if the transaction is
  /// rolled back. A file that never was a database is rejected, and so are side files that SQLite
  /// could apply to the new content.
  private static func openDamaged(_ path: String, _ timeout: LockTimeout) throws -> Connection {
    let files = DatabaseFileSet(FilePath.resolved(path))
    if try !wasDatabase(path, size: files.database?.size ?? 0, timeout) {
      throw StoreError.notAMovieDatabase(path: path, reason: "it is not an SQLite database")
    }
    let isHot = DatabaseFile.isHotJournal(FilePath.resolved(path) + "-journal")
    if let suffix = files.sideSuffixes.first(where: { $0 != "-journal" || isHot }) {
      throw StoreError.cannotCreate(
        path: path,
        reason: "the database is damaged, and '\(path)\(suffix)' exists next to it; move both "
          + "files away first")
    }
    let connection = try Connection(.file(path), timeout: timeout)
    try connection.set(.resetDatabase, to: true)
    try connection.execute("PRAGMA synchronous = EXTRA")
    return connection
  }

  /// Whether the file begins like a database, or most of its first pages begin like pages of a
  /// table or an index.
  private static func wasDatabase(
    _ path: String, size: Int64, _ timeout: LockTimeout
  ) throws -> Bool {
    let database = try LockedDatabase(path: path, timeout: timeout)
    var start = [UInt8](repeating: 0, count: 16)
    try database.file.read(into: &start, at: 0)
    if start == Array("SQLite format 3\0".utf8) { return true }
    // The default page size. The first byte of a page is its type:
    // https://sqlite.org/fileformat2.html
    let pageSize: Int64 = 4_096
    let pages = Array(1..<max(1, min(64, size / pageSize)))
    let typedPages = try pages.count { page in
      try database.file.read(into: &start, at: page * pageSize)
      return [2, 5, 10, 13].contains(start[0])
    }
    return typedPages * 2 > pages.count
  }
}
