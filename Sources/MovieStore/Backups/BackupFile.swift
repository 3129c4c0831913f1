internal import MovieSQLite

/// A copy of a database in a file of its own, which appears under its name only when it is whole and
/// durable.
enum BackupFile {
  /// Copies all that is committed in the database, as of one moment, for the owner alone.
  ///
  /// - Returns: the path of the copy and its length in bytes.
  /// - Throws: `StoreError.cannotCreate`, `fileExists`, `diskFull`, `inputOutput`; `SQLiteError`; what `progress`
  ///   throws.
  @discardableResult
  static func make(
    of source: String, at target: NewDatabase.Target, timeout: LockTimeout,
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> (path: String, bytes: Int64) {
    try NewDatabase.make(at: target, copyOf: source, timeout: timeout) { file in
      // By a connection of its own, which may read while another one holds the lock.
      var database = try Opening.connection(
        to: .file(source), timeout: timeout, ignoresSchemaErrors: true)
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
    try DatabaseFile.requireCreatable(path)
    var copy = try Connection(.file(path))
    // Nobody sees the copy before it is whole and synced.
    try copy.pragma("PRAGMA journal_mode = OFF")
    try copy.pragma("PRAGMA synchronous = OFF")
    try database.backUp(to: &copy, progress: progress)
  }

  /// Copies the bytes of a database that is too damaged to be read.
  ///
  /// - Returns: the path of the copy.
  static func makeOfBytes(
    of source: String, at target: NewDatabase.Target, timeout: LockTimeout
  ) throws -> String {
    try NewDatabase.make(at: target, copyOf: source, timeout: timeout) { file in
      try HeldDatabase(path: source, timeout: timeout).copyDatabase(to: file.sink)
    }.path
  }
}
