internal import MovieSQLite
internal import MovieSystem

/// Creates a database file with content: atomically, durably, and without the journal or log of
/// another file.
///
/// A database is its file together with the `-journal`, `-wal` and `-shm` next to it. SQLite treats
/// every file of such a name as a part of the database, and would roll a leftover journal into the
/// new content. Before a file is replaced, SQLite therefore recovers it, which removes its side
/// files, and holds its write lock until the new file is in place. Any other side file is rejected.
enum NewDatabase {
  enum Target {
    /// A path that the caller chose, and whether a regular file there may be replaced.
    case named(String, replacing: Bool)
    /// A free name next to the database that is copied: `<database>.<reason>-<time in UTC>.backup`.
    case automatic(reason: String)
  }

  /// Creates the file, which appears under its name only when it is complete and synced to disk.
  static func create(
    at target: Target, copyOf source: String, timeout: LockTimeout,
    _ write: (borrowing AtomicFile) throws -> Void
  ) throws -> (path: String, bytes: Int64) {
    let (path, otherPaths, replacing) = paths(for: target, nextTo: source)
    try DatabaseFile.requireCreatable(path)
    if FileMetadata.refersToSameFile(path, source) {
      throw StoreError.cannotCreate(path: path, reason: "it is the database itself")
    }
    try DatabaseFile.requireNoSideFileName(path)
    do {
      // The side files of a file that is replaced are removed by its recovery.
      if !replacing || FileMetadata(path) == nil { try DatabaseFile.requireNoSideFiles(of: path) }
      let file = try AtomicFile(target: path, replacing: replacing, otherNames: otherPaths)
      try write(file)
      try file.sink.flush()
      let size = FileMetadata(file.temporaryPath)?.size ?? 0
      return (try commit(file, at: path, replacing: replacing, timeout), size)
    } catch let error as SystemError {
      throw StoreError(error, path: path)
    } catch let error as SQLiteError where error.code.primary == .full {
      throw StoreError.diskFull(path: path)
    }
  }

  private static func paths(
    for target: Target, nextTo source: String
  ) -> (first: String, others: [String], replacing: Bool) {
    switch target {
    case .named(let path, let replacing): return (path, [], replacing)
    case .automatic(let reason):
      let name = automaticName(nextTo: source, reason: reason)
      // Several backups can be created in one second. Any other file, such as a link, is left
      // alone.
      let paths = ["\(name).backup"] + (2...1_000).map { "\(name)-\($0).backup" }
      let free = paths.lazy.filter {
        FileMetadata($0) == nil && DatabaseFile.leftoverSideFile(of: $0) == nil
      }
      // Other processes can take the first ones meanwhile.
      let names = Array(free.prefix(20))
      return (names.first ?? paths[0], Array(names.dropFirst()), false)
    }
  }

  /// The path of an automatic backup, without its extension.
  static func automaticName(nextTo database: String, reason: String) -> String {
    "\(database).\(reason)-\(Clock.timestamp("%Y%m%dT%H%M%SZ"))"
  }

  /// Commits the new file while no side file of its path exists. A file that it replaces is recovered
  /// and locked meanwhile.
  private static func commit(
    _ file: consuming AtomicFile, at path: String, replacing: Bool, _ timeout: LockTimeout
  ) throws -> String {
    var file = Optional(file)
    var result: Result<String, any Error>?
    if replacing, FileMetadata(path)?.isRegular == true {
      do {
        let existing = try ConnectionSetup.connection(
          to: .file(path), timeout: timeout, ignoresSchemaErrors: true)
        try existing.removeLog()
        try existing.withWriteLock {
          try DatabaseFile.requireNoSideFiles(of: path)
          result = Result { try file.take()?.commit() ?? path }
        }
      } catch let error as SQLiteError {
        // No process can be writing to a file that is not a database or not writable.
        let harmless: [ResultCode] = [.notADatabase, .corrupt, .readOnly, .cannotOpen, .error]
        if !harmless.contains(error.code.primary) { throw StoreError(error, path: path) }
      }
    }
    if let result { return try result.get() }
    try DatabaseFile.requireNoSideFiles(of: path)
    return try file.take()?.commit() ?? path
  }
}

/// A copy of a database in a new file.
enum BackupFile {
  /// Copies everything that is committed in the database, as of one moment. The file is accessible
  /// only to its owner.
  ///
  /// - Parameters:
  ///   - ignoresSchemaErrors: See `ConnectionSetup.connection`.
  ///   - inspect: Reads from the database in the transaction of the copy. It is called again if the
  ///     copy needs another transaction.
  @discardableResult
  static func make(
    of source: String, at target: NewDatabase.Target, timeout: LockTimeout,
    ignoresSchemaErrors: Bool = true,
    inspecting inspect: (borrowing Transaction) throws -> Void = { _ in },
    progress: (CopyProgress) throws -> Void = { _ in }
  ) throws -> (path: String, bytes: Int64) {
    try NewDatabase.create(at: target, copyOf: source, timeout: timeout) { file in
      // A connection of its own can read while another one holds the write lock.
      let database = try ConnectionSetup.connection(
        to: .file(source), timeout: timeout, ignoresSchemaErrors: ignoresSchemaErrors)
      let isCopied = try database.read { transaction throws in
        try inspect(transaction)
        return try transaction.withBytes { bytes, end, total in
          try file.sink.append(bytes)
          try progress(CopyProgress(bytes: end, totalBytes: total))
        }
      }
      if !isCopied {
        // Only SQLite can apply a write-ahead log.
        let copy = try emptyDatabase(at: file.temporaryPath)
        try database.backUp(
          to: copy, inspecting: inspect,
          progress: { try progress(CopyProgress(bytes: $0, totalBytes: $1)) })
      }
    }
  }

  /// Opens a file that no other process uses, and that is synced to disk before it gets its name:
  /// it needs no journal.
  static func emptyDatabase(at path: String) throws -> Connection {
    try DatabaseFile.requireCreatable(path)
    let database = try Connection(.file(path))
    try database.execute("PRAGMA journal_mode = OFF")
    try database.execute("PRAGMA synchronous = OFF")
    return database
  }
}
