package import MovieSQLite
package import MovieSystem

/// Copies of a database in new files: complete, durable, accessible only to their owner, and
/// without the journal or log of another file.
extension CatalogFile {
  package enum Target {
    /// A path that the caller chose, and whether a regular file there may be replaced.
    case named(String, replacing: Bool)
    /// A free name next to the database: `<database>.<reason>-<time in UTC>.backup`.
    case automatic(reason: String)

    /// The backup before a change of a file with the version.
    package static func automatic(before version: SchemaVersion) -> Target? {
      .automatic(reason: "v\(version.rawValue)")
    }
  }

  /// Copies everything that is committed in the database, as of one moment. Writers wait meanwhile.
  ///
  /// - Parameters:
  ///   - ignoresSchemaErrors: See `ConnectionSetup.connection`.
  ///   - inspect: Reads from the database in the transaction of the copy.
  package func copy(
    to target: Target, timeout: LockTimeout, ignoresSchemaErrors: Bool,
    inspecting inspect: (borrowing Transaction) throws -> Void = { _ in },
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> (path: String, bytes: Int64) {
    var copy = try uncommittedCopy(
      to: target, timeout: timeout, ignoresSchemaErrors: ignoresSchemaErrors,
      inspecting: inspect, progress: progress)
    return (try copy.commit(), copy.size)
  }

  /// Copies the database, as ``copy(to:timeout:ignoresSchemaErrors:inspecting:progress:)``, to a
  /// file that has no name yet.
  package func uncommittedCopy(
    to target: Target, timeout: LockTimeout, ignoresSchemaErrors: Bool,
    inspecting inspect: (borrowing Transaction) throws -> Void = { _ in },
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> UncommittedCopy {
    try UncommittedCopy(of: self, to: target, timeout: timeout) { file in
      // A connection of its own can read while another one holds the write lock.
      let database = try ConnectionSetup.connection(
        to: .file(path), timeout: timeout, ignoresSchemaErrors: ignoresSchemaErrors)
      try database.copy(
        to: Self.emptyDatabase(at: file.temporaryPath), inspecting: inspect,
        progress: { try progress(OperationProgress("copy", Int($0), of: Int($1))) })
    }
  }

  /// Copies the bytes of a file that SQLite cannot read as a database.
  package func copyBytes(to target: Target, timeout: LockTimeout) throws -> String {
    try writeCopy(to: target, timeout: timeout) { file in
      try forEachChunk { bytes in try file.sink.append(bytes) }
    }.path
  }

  /// Passes the bytes of the file without a lock, as SQLite reads them: closing a file that the
  /// system opened would release the locks that this process has on it.
  package func forEachChunk(_ body: ([UInt8]) throws -> Void) throws {
    try Connection(.readOnly(path, .immutable)).forEachChunk(body)
  }

  /// Opens a file that no other process uses, and that is synced to disk before it is needed: it
  /// needs no journal.
  package static func emptyDatabase(at path: String) throws -> Connection {
    try CatalogFile(path).requireCreatable()
    let database = try Connection(.file(path))
    database.reportsCommits = false
    try database.execute("PRAGMA journal_mode = OFF")
    try database.execute("PRAGMA synchronous = OFF")
    return database
  }

  /// Creates a file of this database's content, which appears under its name only when it is
  /// complete and synced to disk.
  package func writeCopy(
    to target: Target, timeout: LockTimeout, _ write: (borrowing AtomicFile) throws -> Void
  ) throws -> (path: String, bytes: Int64) {
    var copy = try UncommittedCopy(of: self, to: target, timeout: timeout, write)
    return (try copy.commit(), copy.size)
  }

  fileprivate func newFile(
    _ target: Target
  ) throws(StoreError) -> (file: CatalogFile, replacing: Bool) {
    switch target {
    case .named(let path, let replacing): return (try CatalogFile(path), replacing)
    case .automatic(let reason):
      var (number, file) = (1, try CatalogFile(automaticPath(reason)))
      // Any other file of such a name, such as a link, is left alone.
      while try file.hasAnyFile {
        number += 1
        file = try CatalogFile(automaticPath(reason, number))
      }
      return (file, false)
    }
  }

  /// Whether a file of any kind is at the path, or one that SQLite would apply to a new database
  /// there.
  private var hasAnyFile: Bool {
    get throws(StoreError) {
      if try metadata(of: path) != nil { return true }
      return try leftoverSideFile() != nil
    }
  }

  /// The path of an automatic backup, and of others of the same second.
  package func automaticPath(_ reason: String, _ number: Int = 1) -> String {
    let suffix = number == 1 ? "" : "-\(number)"
    return "\(path).\(reason)-\(Clock.timestamp("%Y%m%dT%H%M%SZ"))\(suffix).backup"
  }

  /// Commits the new file while no side file of its path exists. SQLite recovers a file that is
  /// replaced, which removes its side files, and holds its write lock meanwhile.
  fileprivate func commit(
    _ new: inout AtomicFile, replacing: Bool, _ timeout: LockTimeout
  ) throws {
    var result: Result<Void, any Error>?
    if replacing, try metadata(of: path)?.isRegular == true {
      do {
        let existing = try ConnectionSetup.connection(
          to: .file(path), timeout: timeout, ignoresSchemaErrors: true)
        try existing.removeLog()
        try existing.withWriteLock {
          try requireNoSideFiles()
          result = Result { try new.commit(as: path) }
        }
      } catch let error as SQLiteError {
        // No process can be writing to a file that is not a database or not writable.
        let harmless: [ResultCode] = [.notADatabase, .corrupt, .readOnly, .cannotOpen, .error]
        if !harmless.contains(error.code.primary) { throw StoreError(error, path: path) }
      }
    }
    if let result { return try result.get() }
    try requireNoSideFiles()
    try new.commit(as: path)
  }
}

/// A complete copy of a database that has no name yet. It is deleted unless it is committed.
package struct UncommittedCopy: ~Copyable {
  /// The size in bytes.
  package let size: Int64
  private let source: CatalogFile
  private let target: CatalogFile.Target
  private let timeout: LockTimeout
  private var file: CatalogFile
  private var replacing: Bool
  private var new: AtomicFile

  fileprivate init(
    of source: CatalogFile, to target: CatalogFile.Target, timeout: LockTimeout,
    _ write: (borrowing AtomicFile) throws -> Void
  ) throws {
    let (file, replacing) = try source.newFile(target)
    try file.requireCreatable()
    if try source.isSameFile(as: file.path) {
      throw StoreError(.cannotCreate(path: file.path, reason: "it is the database itself"))
    }
    try file.requireNoSideFileName()
    let new = try file.write(write, replacing: replacing)
    size = try file.metadata(of: new.temporaryPath)?.size ?? 0
    self.new = new
    (self.source, self.target, self.timeout) = (source, target, timeout)
    (self.file, self.replacing) = (file, replacing)
  }

  /// Makes the copy durable, and gives it its name.
  ///
  /// - Returns: The path.
  package mutating func commit() throws -> String {
    do {
      while true {
        do {
          try file.commit(&new, replacing: replacing, timeout)
          return file.path
        } catch let error as SystemError where error.isExistingFile {
          // Another process created a backup in the same second.
          guard case .automatic = target else { throw error }
          (file, replacing) = try source.newFile(target)
        }
      }
    } catch let error as SystemError {
      throw StoreError(error, path: file.path)
    }
  }
}

extension CatalogFile {
  fileprivate func write(
    _ write: (borrowing AtomicFile) throws -> Void, replacing: Bool
  ) throws -> AtomicFile {
    do {
      let exists = try metadata(of: path) != nil
      // The side files of a file that is replaced are removed by its recovery.
      if !replacing || !exists { try requireNoSideFiles() }
      let new = try AtomicFile(target: path, replacing: replacing)
      try write(new)
      try new.sink.flush()
      return new
    } catch let error as SystemError {
      throw StoreError(error, path: path)
    } catch let error as SQLiteError where error.code.primary == .full {
      throw StoreError(.diskFull(path: path))
    }
  }
}
