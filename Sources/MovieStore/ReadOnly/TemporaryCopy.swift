package import MovieSQLite
internal import MovieSystem

/// A copy of a database that nobody else knows of: a whole one, to be read, changed and migrated at
/// will. It vanishes when it is let go.
package struct TemporaryCopy: ~Copyable {
  private let folder: ScratchDirectory

  /// The absolute path of the copy.
  package var path: String { folder.path + "/movies.db" }

  /// Bytes that the copy and its side files have now.
  package var size: Int64 {
    ["", "-journal", "-wal"].reduce(0) { $0 + (FileMetadata(path + $1)?.size ?? 0) }
  }

  /// Copies everything that is committed, in the journal mode that it has.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for locks, in total.
  ///   - parent: where the copy's folder is made; `nil` for the folder that `TMPDIR` names, or else
  ///     `/var/tmp` or `/tmp`.
  /// - Throws: as `ReadOnlyDatabase.init`; `diskFull` and `cannotCreate` with the path of the folder
  ///   for temporary files.
  package init(
    of path: String, timeout: LockTimeout = ConnectionSetup.busyTimeout(), in parent: String? = nil
  ) throws(StoreError) {
    let database = try ReadOnlyDatabase(path: path, timeout: timeout, copyingInto: parent)
    self = try database.privateCopy()
  }

  /// An empty file.
  init(in parent: String?) throws(StoreError) {
    let folder: ScratchDirectory
    do throws(SystemError) {
      folder = try ScratchDirectory(in: parent)
    } catch {
      throw .cannotCreate(path: error.path ?? "", reason: error.reason)
    }
    try DatabaseFile.create(at: folder.path + "/movies.db")
    self.folder = folder
  }

  /// Takes over the content of a database that a connection can read.
  ///
  /// - Parameter path: the one that errors tell.
  func fill(from connection: inout Connection, path: String) throws(StoreError) {
    do {
      let size = try connection.read { transaction throws(SQLiteError) in
        try transaction.fetchInt("PRAGMA page_count") * transaction.fetchInt("PRAGMA page_size")
      }
      try folder.requireRoom(for: size)
      var copy = try Connection(.file(self.path))
      // Nobody needs it after a power cut.
      try copy.execute("PRAGMA synchronous = OFF")
      try connection.backUp(to: &copy)
    } catch {
      throw folder.translated(error, path: path)
    }
  }

  /// Takes over the files of a database as they stand.
  ///
  /// - Returns: whether they stood still meanwhile; if not, the copy is worth nothing.
  func fill(from database: borrowing LockedDatabase) throws(StoreError) -> Bool {
    if let path = database.parts.oddPath {
      throw .unreadable(path: path, reason: "it is not a regular file")
    }
    try folder.requireRoom(for: database.parts.size)
    do {
      try database.copy(to: path)
    } catch {
      if database.parts.areCurrent { throw folder.translated(error, path: database.path) }
    }
    return database.parts.areCurrent
  }
}

extension ScratchDirectory {
  /// - Throws: `diskFull` with the path of the parent directory if fewer bytes are available.
  fileprivate func requireRoom(for bytes: Int64) throws(StoreError) {
    let available: Int64
    // If the system cannot tell, the copy finds out.
    do throws(SystemError) { available = try Directory.availableBytes(at: path) } catch { return }
    if available < bytes { throw .diskFull(path: parent) }
  }

  /// Words what went wrong while a database was copied into the folder.
  ///
  /// - Parameter path: that of the database.
  fileprivate func translated(_ error: any Error, path: String) -> StoreError {
    if let error = error as? SQLiteError {
      return error.code.primary == .full
        ? .diskFull(path: parent) : StoreError(translating: error, path: path)
    }
    guard let error = error as? SystemError else { return StoreError(error, path: path) }
    if error.isFullDisk { return .diskFull(path: parent) }
    if error.operation == "write" { return .inputOutput(path: parent, detail: error.reason) }
    return .unreadable(path: error.path ?? path, reason: error.reason)
  }
}
