internal import MovieSQLite
internal import MovieSystem

/// The one way in which a database with content comes into being at a path: whole, durable, and without
/// the journal or log of another file.
///
/// A database is its file together with the `-journal`, `-wal` and `-shm` next to it. SQLite takes
/// whatever has these names for a part of the file: a leftover one would be rolled into the new content.
/// Where a file is replaced, SQLite first recovers the old one, which removes its side files, and holds
/// the write lock on it until the new file has its name. Any other side file is refused.
enum NewDatabase {
  /// The name that the file gets.
  enum Target {
    /// A path that the caller chose; whether a regular file there may be replaced.
    case named(String, replacing: Bool)
    /// A free name next to the database that is copied: `<database>.<reason>-<time in UTC>.backup`.
    case automatic(reason: String)
  }

  /// - Parameters:
  ///   - source: the database that is copied.
  ///   - fill: writes the content.
  /// - Returns: the path and the length in bytes.
  /// - Throws: what `fill` throws; `StoreError.cannotCreate`, `fileExists`, `busy`, `diskFull`, `inputOutput`.
  static func make(
    at target: Target, copyOf source: String, timeout: LockTimeout,
    _ fill: (borrowing AtomicFile) throws -> Void
  ) throws -> (path: String, bytes: Int64) {
    switch target {
    case .named(let path, let replacing):
      return try make(path, replacing: replacing, [], copyOf: source, timeout, fill)
    case .automatic(let reason):
      let name = automaticName(nextTo: source, reason: reason)
      // Several backups may be made in one second.
      let names = ["\(name).backup"] + (2...1_000).map { "\(name)-\($0).backup" }
      let free = names.filter { !DatabaseFile.hasSideFiles($0) }
      return try make(
        free.first ?? names[0], replacing: false, Array(free.dropFirst()), copyOf: source, timeout,
        fill)
    }
  }

  /// The name of an automatic backup of this second, without its extension.
  static func automaticName(nextTo database: String, reason: String) -> String {
    "\(database).\(reason)-\(Clock.timestamp("%Y%m%dT%H%M%SZ"))"
  }

  private static func make(
    _ path: String, replacing: Bool, _ otherNames: [String], copyOf source: String,
    _ timeout: LockTimeout, _ fill: (borrowing AtomicFile) throws -> Void
  ) throws -> (path: String, bytes: Int64) {
    try DatabaseFile.requireCreatable(path)
    if FileMetadata.refersToSameFile(path, source) {
      throw StoreError.cannotCreate(path: path, reason: "it is the database itself")
    }
    try DatabaseFile.requireNoSideFileName(path)
    do {
      // Those of a file that is replaced are removed by its recovery.
      if !replacing || FileMetadata(path) == nil { try DatabaseFile.requireNoSideFiles(of: path) }
      let file = try AtomicFile(target: path, replacing: replacing, otherNames: otherNames)
      try fill(file)
      try file.sink.flush()
      let size = FileMetadata(file.temporaryPath)?.size ?? 0
      var whole = Optional(file)
      let name = try withPlace(path, replacing, timeout) {
        try whole.take()?.commit() ?? path
      }
      return (name, size)
    } catch let error as SystemError {
      throw StoreError(creating: path, error)
    } catch let error as SQLiteError where error.code.primary == .full {
      throw StoreError.diskFull(path: path)
    }
  }

  /// Runs the body while a new file can take the path.
  ///
  /// - Throws: what the body throws; `StoreError.cannotCreate`, `busy`.
  private static func withPlace<Result>(
    _ path: String, _ replacing: Bool, _ timeout: LockTimeout, _ body: () throws -> Result
  ) throws -> Result {
    guard replacing, FileMetadata(path)?.isRegular == true else {
      try DatabaseFile.requireNoSideFiles(of: path)
      return try body()
    }
    var result: Swift.Result<Result, any Error>?
    do {
      var former = try ConnectionSetup.connection(
        to: .file(path), timeout: timeout, ignoresSchemaErrors: true)
      try former.removeLog()
      try former.withWriteLock {
        try DatabaseFile.requireNoSideFiles(of: path)
        result = Swift.Result { try body() }
      }
    } catch let error as SQLiteError {
      // In a file that is no database, or cannot be written, no other process can be writing.
      let harmless: [ResultCode] = [.notADatabase, .corrupt, .readOnly, .cannotOpen, .error]
      if !harmless.contains(error.code.primary) { throw StoreError(error, path: path) }
    }
    if let result { return try result.get() }
    try DatabaseFile.requireNoSideFiles(of: path)
    return try body()
  }
}

extension StoreError {
  /// A file that could not be made at the path.
  init(creating path: String, _ error: SystemError) {
    self =
      error.isInterruption
      ? .interrupted
      : error.isFullDisk
        ? .diskFull(path: path)
        : error.isExistingFile
          ? .fileExists(path: path)
          : error.operation == "create" && !error.isIOError
            ? .cannotCreate(path: path, reason: error.reason)
            : .inputOutput(path: path, detail: "\(error)")
  }
}
