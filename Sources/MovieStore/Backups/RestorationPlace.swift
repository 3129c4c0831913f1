internal import MovieSQLite

/// The database that a backup is to take the place of, whatever is there.
struct RestorationPlace: ~Copyable {
  var connection: Connection
  /// The files that others write to, as they were before anything was kept.
  let contentFiles: [FileState]

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

  /// - Throws: `notAMovieDatabase` and `newerSchema` for what is not to be replaced.
  init(_ path: String, pageSize: String) throws {
    if try DatabaseFile.content(at: path) == .nothing { try DatabaseFile.create(at: path) }
    let isNew = try DatabaseFile.content(at: path) == .empty
    do {
      var connection = try Opening.connection(to: .file(path))
      try connection.read { transaction throws in
        if try SchemaState.isEmpty(in: transaction) { return }
        _ = try SchemaState.version(in: transaction, path: path)
      }
      let mustLog = try Self.takeLogAway(from: &connection, forPageSize: pageSize)
      try Opening.keepChanges(on: &connection)
      self.connection = connection
      self.mustLog = mustLog
      content = isNew ? .nothing : .catalog
    } catch let error as SQLiteError where [.corrupt, .notADatabase].contains(error.code.primary) {
      connection = try Self.connection(toDamaged: path)
      content = .damage
      mustLog = false
    }
    self.path = path
    contentFiles = Self.contentFiles(of: path)
  }

  /// The files that others write to, as they are now.
  static func contentFiles(of path: String) -> [FileState] {
    DatabaseParts(DatabaseFile.realPath(path)).contentFiles
  }

  /// A write-ahead log has only pages of its database's size.
  ///
  /// - Returns: whether there was one in the way.
  private static func takeLogAway(
    from connection: inout Connection, forPageSize size: String
  ) throws(SQLiteError) -> Bool {
    let mode = try connection.pragma("PRAGMA journal_mode")
    if mode != "wal" { return false }
    if try connection.pragma("PRAGMA page_size") == size { return false }
    try connection.pragma("PRAGMA journal_mode = DELETE")
    return true
  }

  /// What is there is taken for nothing, and put back if the work is not done.
  ///
  /// - Throws: `notAMovieDatabase` where it never was a database.
  private static func connection(toDamaged path: String) throws -> Connection {
    let parts = DatabaseParts(DatabaseFile.realPath(path))
    if try !wasDatabase(path, length: parts.database?.size ?? 0) {
      throw StoreError.notAMovieDatabase(path: path, reason: "it is not an SQLite database")
    }
    // A log would be read into whatever takes the place.
    if let name = parts.sideNames.first {
      throw StoreError.damaged(
        path: path, detail: "beside it is '\(path)\(name)': move both away first")
    }
    var connection = try Connection(.file(path))
    try connection.waitForLocks(milliseconds: Opening.patience)
    try connection.set(.replacement, to: true)
    try connection.pragma("PRAGMA synchronous = EXTRA")
    return connection
  }

  /// Whether it begins like a database, or is made of whole pages as all of them are.
  private static func wasDatabase(_ path: String, length: Int64) throws -> Bool {
    if length % 512 == 0 { return true }
    var patience = Patience(milliseconds: Opening.patience)
    var start = [UInt8](repeating: 0, count: 16)
    try HeldDatabase(path: path, patience: &patience).file.read(into: &start, at: 0)
    return start == Array("SQLite format 3\0".utf8)
  }

  /// Keeps what is there beside it.
  ///
  /// - Returns: the path; `nil` where nothing is there.
  func keep() throws -> String? {
    if content == .nothing { return nil }
    let name = BackupFile.freeName(beside: path, "replaced")
    do {
      if content == .catalog {
        try BackupFile.make(of: path, at: name, replacing: false)
        return name
      }
    } catch let error as SQLiteError where error.code.primary == .corrupt {}
    try BackupFile.makeOfBytes(of: path, at: name)
    return name
  }

  /// Ends the work.
  mutating func finish() throws(SQLiteError) {
    if content == .damage { try connection.set(.replacement, to: false) }
    if mustLog { try connection.pragma("PRAGMA journal_mode = WAL") }
  }
}
