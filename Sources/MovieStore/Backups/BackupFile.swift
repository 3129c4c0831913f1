internal import MovieSQLite
internal import MovieSystem

/// A copy of a database in a file of its own, which appears under its name only when it is whole and
/// durable.
enum BackupFile {
  /// Copies all that is committed in the database, as of one moment, for the owner alone.
  ///
  /// - Parameters:
  ///   - ignoresSchemaErrors: as `ConnectionSetup.connection`.
  ///   - inspect: reads from the database in the transaction that the copy is made in. It is called again
  ///     if the copy takes another one.
  /// - Returns: the path of the copy and its length in bytes.
  /// - Throws: `StoreError.cannotCreate`, `fileExists`, `diskFull`, `inputOutput`; `SQLiteError`; what the
  ///   bodies throw.
  @discardableResult
  static func make(
    of source: String, at target: NewDatabase.Target, timeout: LockTimeout,
    ignoresSchemaErrors: Bool = true,
    inspecting inspect: (borrowing Transaction) throws -> Void = { _ in },
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> (path: String, bytes: Int64) {
    try NewDatabase.make(at: target, copyOf: source, timeout: timeout) { file in
      // By a connection of its own, which may read while another one holds the lock.
      var database = try ConnectionSetup.connection(
        to: .file(source), timeout: timeout, ignoresSchemaErrors: ignoresSchemaErrors)
      let isWhole = try database.read { transaction throws in
        try inspect(transaction)
        return try transaction.withBytes { bytes, end, total in
          try file.sink.append(bytes)
          try progress(end, total)
        }
      }
      if !isWhole {
        // Only SQLite can apply a write-ahead log.
        var copy = try emptyDatabase(at: file.temporaryPath)
        try database.backUp(to: &copy, inspecting: inspect, progress: progress)
      }
    }
  }

  /// A database that no other process knows, which is synced when it gets its name.
  static func emptyDatabase(at path: String) throws -> Connection {
    try DatabaseFile.requireCreatable(path)
    var database = try Connection(.file(path))
    try database.execute("PRAGMA journal_mode = OFF")
    try database.execute("PRAGMA synchronous = OFF")
    return database
  }

  /// Copies the bytes of a database that is too damaged to be read.
  ///
  /// - Returns: the path of the copy.
  static func makeOfBytes(
    of source: String, at target: NewDatabase.Target, timeout: LockTimeout
  ) throws -> String {
    try NewDatabase.make(at: target, copyOf: source, timeout: timeout) { file in
      try LockedDatabase(path: source, timeout: timeout).copyDatabase(to: file.sink)
    }.path
  }
}
