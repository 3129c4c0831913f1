package import MovieSQLite
internal import MovieSystem

/// A complete copy of a database in a temporary directory, which can be read, changed and migrated.
/// It is removed at the end of its lifetime.
package struct TemporaryCopy: ~Copyable {
  private static let fileName = "/movies.db"

  private let directory: ScratchDirectory

  /// The absolute path of the copy.
  package var path: String { directory.path + Self.fileName }

  /// The current size of the copy and its side files in bytes.
  package var size: Int64 { DatabaseFileSet(path).size }

  /// Copies everything that is committed. The copy has the journal mode of the database.
  ///
  /// - Parameter parent: The directory in which the temporary directory is created; `nil` for the
  ///   value of `TMPDIR`, `/var/tmp` or `/tmp`.
  /// - Throws: The errors of `ReadOnlyDatabase.init`; `diskFull` and `cannotCreate` with the path
  ///   of the directory for temporary files.
  package init(
    of path: String, timeout: LockTimeout = ConnectionSetup.busyTimeout(), in parent: String? = nil
  ) throws(StoreError) {
    do {
      self = try ReadOnlyDatabase.retrying(until: timeout) { stopwatch throws in
        var database = try ReadOnlyDatabase(
          path: path, timeout: timeout, since: stopwatch, copyingInto: parent)
        return try database.temporaryCopy()
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Creates an empty file.
  init(in parent: String?) throws(StoreError) {
    let directory: ScratchDirectory
    do throws(SystemError) {
      directory = try ScratchDirectory(in: parent)
    } catch {
      throw StoreError(error, path: error.path ?? "")
    }
    try DatabaseFile.create(at: directory.path + Self.fileName)
    self.directory = directory
  }

  /// Copies the content of a database that a connection can read.
  func fill(from connection: borrowing Connection, path source: String) throws(StoreError) {
    do {
      let size = try connection.read { transaction throws(SQLiteError) in
        try transaction.fetchInt("PRAGMA page_count") * transaction.fetchInt("PRAGMA page_size")
      }
      try requireSpace(for: size)
      let copy = try Connection(.file(path))
      // The copy is not needed after a power failure.
      try copy.execute("PRAGMA synchronous = OFF")
      try connection.backUp(to: copy)
    } catch {
      throw translate(error, source: source)
    }
  }

  /// Copies the files of a database without interpreting them.
  ///
  /// - Returns: Whether the files stayed unchanged meanwhile; otherwise the copy must not be used.
  func fill(from database: LockedDatabase) throws(StoreError) -> Bool {
    if let path = database.files.irregularPath {
      throw .unreadable(path: path, reason: "it is not a regular file")
    }
    try requireSpace(for: database.files.size)
    do {
      try database.copyFiles(to: path)
    } catch {
      if database.files.isUnchanged { throw translate(error, source: database.path) }
    }
    return database.files.isUnchanged
  }

  private func requireSpace(for bytes: Int64) throws(StoreError) {
    let isEnough: Bool
    do throws(SystemError) {
      isEnough = try Directory.availableBytes(at: directory.path) >= bytes
    } catch {
      // A full disk is reported while copying.
      return
    }
    if !isEnough { throw .diskFull(path: directory.parent) }
  }

  /// Translates an error of copying. It names the directory for temporary files if the write
  /// failed.
  private func translate(_ error: any Error, source: String) -> StoreError {
    switch error {
    case let error as SQLiteError:
      StoreError(error, path: error.code.primary == .full ? directory.parent : source)
    case let error as SystemError where error.isFullDisk: .diskFull(path: directory.parent)
    case let error as SystemError where error.operation == "write":
      .inputOutput(path: directory.parent, detail: error.reason)
    case let error as SystemError where error.isIOError || error.isLimit:
      StoreError(error, path: error.path ?? source)
    case let error as SystemError:
      .unreadable(path: error.path ?? source, reason: error.reason)
    default: StoreError(error, path: source)
    }
  }
}
