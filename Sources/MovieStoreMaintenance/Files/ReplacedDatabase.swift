internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// The existing database that a restoration overwrites: a catalog, an empty file, or a database
/// that is too damaged to be read.
struct ReplacedDatabase: ~Copyable {
  private static let copyReason = "replaced"

  var connection: Connection
  /// The state of the files before a copy was saved, and then afterwards.
  private(set) var state: FileState
  /// The number of entries in its history; 0 if it cannot be read.
  let historyEntries: Int

  private let file: CatalogFile
  private let kind: Kind
  /// Whether WAL mode was left, and must be set again.
  private let restoresWAL: Bool

  private enum Kind {
    case empty
    case catalog
    /// SQLite cannot read the file.
    case damaged
  }

  /// Opens the database, and checks that it may be replaced.
  ///
  /// - Parameter pageSize: The page size of the backup; `nil` only checks the database.
  init(_ file: CatalogFile, pageSize: Int64?, timeout: LockTimeout) throws {
    try file.requireNoSideFileName()
    if try file.content() == .nonEmpty {
      try CatalogFile(file.automaticPath(Self.copyReason)).requireCreatable()
    }
    do {
      self = try ReplacedDatabase(readable: file, pageSize: pageSize, timeout)
    } catch let error as SQLiteError where [.corrupt, .notADatabase].contains(error.code.primary) {
      self = try ReplacedDatabase(damaged: file, timeout)
    }
  }

  private init(readable file: CatalogFile, pageSize: Int64?, _ timeout: LockTimeout) throws {
    let connection = try ConnectionSetup.connection(
      to: .file(file.path), timeout: timeout, ignoresSchemaErrors: true)
    try connection.read { transaction throws in
      if try Schema.isEmpty(in: transaction) { return }
      _ = try Schema.version(in: transaction, path: file.path)
    }
    let leavesWAL = try pageSize.map { try Self.leaveWAL(on: connection, forPageSize: $0) }
    try ConnectionSetup.configureDurability(on: connection)
    let state = try file.state()
    // Read after the state: if another process creates the catalog now, the state differs.
    let isEmpty = try connection.read { transaction throws in
      try Schema.isEmpty(in: transaction)
    }
    self.file = file
    self.state = state
    historyEntries = Self.historyEntries(on: connection)
    self.connection = connection
    restoresWAL = leavesWAL ?? false
    kind = isEmpty ? .empty : .catalog
  }

  /// Opens a damaged file as an empty database. SQLite restores its bytes if the transaction is
  /// rolled back. A file that is not a database is rejected, and so are side files that SQLite
  /// could apply to the new content.
  private init(damaged file: CatalogFile, _ timeout: LockTimeout) throws {
    let state = try file.state()
    if state.header?.isValid != true {
      throw StoreError(
        .notAMovieDatabase(
          path: file.path,
          reason: "it is not an SQLite database, or its header is damaged; to restore a backup "
            + "there, move the file away first"))
    }
    if let sideFile = try CatalogFile(state.path).leftoverSideFile() {
      throw StoreError(
        .cannotCreate(
          path: file.path,
          reason: "the database is damaged, and '\(sideFile)' exists next to it; move both "
            + "files away first"))
    }
    let connection = try Connection(.file(file.path), timeout: timeout)
    try connection.set(.resetDatabase, to: true)
    try ConnectionSetup.configureDurability(on: connection)
    self.file = file
    self.state = state
    self.connection = connection
    (restoresWAL, historyEntries, kind) = (false, 0, .damaged)
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

  /// Leaves WAL mode if the page size changes: all pages of a log have the same size. Returns
  /// whether it did.
  private static func leaveWAL(
    on connection: borrowing Connection, forPageSize pageSize: Int64
  ) throws(SQLiteError) -> Bool {
    if try connection.queryText("PRAGMA journal_mode") != "wal" { return false }
    if try connection.queryInt("PRAGMA page_size") == pageSize { return false }
    try connection.removeLog()
    return true
  }

  /// Saves a copy of the database next to it, unless the database is empty, and returns its path.
  mutating func saveCopy() throws -> String? {
    if kind == .empty { return nil }
    let target = CatalogFile.Target.automatic(reason: Self.copyReason)
    let (file, timeout) = (file, connection.timeout)
    if kind == .damaged { return try file.copyBytes(to: target, timeout: timeout) }
    var copy: String?
    var state = state
    // With the lock, no other process can change the database after it was copied.
    try connection.withWriteLock {
      copy = try file.copy(to: target, timeout: timeout, ignoresSchemaErrors: true).path
      state = try file.state()
    }
    self.state = state
    return copy
  }

  /// Restores the settings that were changed, after the restoration is committed.
  ///
  /// - Returns: Whether WAL mode was left for good: another process that reads prevents it.
  mutating func finish() -> Bool {
    do throws(SQLiteError) {
      if kind == .damaged { try connection.set(.resetDatabase, to: false) }
      if restoresWAL { try connection.setJournalMode("wal") }
      return false
    } catch {
      return restoresWAL
    }
  }
}
