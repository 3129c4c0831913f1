internal import Glibc
internal import MovieSQLite

/// A database kept in a file of its own, which appears under its name only when it is whole and
/// durable.
enum BackupFile {
  /// Copies all that is committed in the database, as of one moment, for the owner alone.
  ///
  /// - Parameter replacing: whether a regular file of that name may be replaced.
  /// - Returns: the length of the copy in bytes.
  /// - Throws: `StoreError.cannotCreate`, `diskFull`, `inputOutput`; `SQLiteError`; what `progress`
  ///   throws.
  @discardableResult
  static func make(
    of source: String, at target: String, replacing: Bool,
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> Int64 {
    try write(to: target, of: source, replacing: replacing) { file in
      // By a connection of its own, which may read while another one holds the lock.
      var database = try Opening.connection(to: .file(source), ignoresSchemaErrors: true)
      let isWhole = try database.read { transaction throws in
        try transaction.withBytes { bytes, end, total in
          try file.sink.append(bytes)
          try progress(end, total)
        }
      }
      if !isWhole { try copyPages(of: &database, to: file.temporaryPath, progress) }
    }
  }

  /// What is in a write-ahead log only SQLite can put in its place.
  private static func copyPages(
    of database: inout Connection, to path: String,
    _ progress: (_ done: Int64, _ total: Int64) throws -> Void
  ) throws {
    var copy = try Connection(.file(path))
    // Nobody sees the copy before it is whole and synced.
    try copy.pragma("PRAGMA journal_mode = OFF")
    try copy.pragma("PRAGMA synchronous = OFF")
    try database.backUp(to: &copy, progress: progress)
  }

  /// Copies the bytes of a database that is too damaged to be read.
  static func makeOfBytes(of source: String, at target: String) throws {
    try write(to: target, of: source, replacing: false) { file in
      var patience = Patience(milliseconds: Opening.patience)
      try HeldDatabase(path: source, patience: &patience).copyDatabase(to: file.sink)
    }
  }

  /// A name beside the database that no file has, with the time in UTC: where one of this second is
  /// there already, the next second's.
  static func freeName(beside database: String, _ reason: String) -> String {
    var patience = Patience(milliseconds: 2_000)
    while true {
      let time = MigrationLog.timeStamp("%Y%m%dT%H%M%SZ")
      let name = "\(database).\(reason)-\(time).backup"
      if FileState(name) == nil || !patience.wait() { return name }
    }
  }

  @discardableResult
  private static func write(
    to target: String, of source: String, replacing: Bool,
    _ fill: (borrowing AtomicFile) throws -> Void
  ) throws -> Int64 {
    if DatabaseFile.isSideFile(target, of: source) {
      throw StoreError.cannotCreate(
        path: target, reason: "SQLite keeps a file of its own by that name")
    }
    if DatabaseFile.isSameFile(target, source) {
      throw StoreError.cannotCreate(path: target, reason: "it is the database itself")
    }
    do {
      let file = try AtomicFile(target: target, replacing: replacing)
      try fill(file)
      try file.sink.flush()
      let size = FileState(file.temporaryPath)?.size ?? 0
      try file.commit()
      return size
    } catch let error as SystemError {
      throw StoreError(creating: target, error)
    } catch let error as SQLiteError where error.code.primary == .full {
      throw StoreError.diskFull(path: target)
    }
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
        : error.operation == "create" && error.code != EIO
          ? .cannotCreate(path: path, reason: error.reason)
          : .inputOutput(path: path, detail: "\(error)")
  }
}
