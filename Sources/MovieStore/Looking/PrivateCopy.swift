internal import Glibc
package import MovieSQLite

/// A copy of a database that nobody else knows of: a whole one, to be read, changed and migrated at
/// will. It vanishes when it is let go.
package struct PrivateCopy: ~Copyable {
  private let folder: TemporaryFolder

  /// The absolute path of the copy.
  package var path: String { folder.path + "/movies.db" }

  /// Bytes that the copy and its side files have now.
  package var size: Int64 {
    ["", "-journal", "-wal"].reduce(0) { $0 + (FileState(path + $1)?.size ?? 0) }
  }

  /// Copies everything that is committed, in the journal mode that it has.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for locks, in total.
  ///   - parent: where the copy's folder is made; `nil` for the folder that `TMPDIR` names, or else
  ///     `/var/tmp` or `/tmp`.
  /// - Throws: as `UntouchedDatabase.init`; `diskFull` and `cannotCreate` with the path of the folder
  ///   for temporary files.
  package init(
    of path: String, timeout: LockTimeout = Opening.busyTimeout(), in parent: String? = nil
  ) throws(StoreError) {
    let database = try UntouchedDatabase(path: path, timeout: timeout, copyingInto: parent)
    self = try database.privateCopy()
  }

  /// An empty file.
  init(in parent: String?) throws(StoreError) {
    let folder = try TemporaryFolder(in: parent)
    try DatabaseFile.create(at: folder.path + "/movies.db")
    self.folder = folder
  }

  /// Takes over the content of a database that a connection can read.
  ///
  /// - Parameter path: the one that errors tell.
  func fill(from connection: inout Connection, path: String) throws(StoreError) {
    do {
      let size = try connection.read { transaction throws(SQLiteError) in
        try transaction.integer("PRAGMA page_count") * transaction.integer("PRAGMA page_size")
      }
      try folder.requireRoom(for: size)
      var copy = try Connection(.file(self.path))
      // Nobody needs it after a power cut.
      try copy.pragma("PRAGMA synchronous = OFF")
      try connection.backUp(to: &copy)
    } catch {
      throw folder.translated(error, path: path)
    }
  }

  /// Takes over the files of a database as they stand.
  ///
  /// - Returns: whether they stood still meanwhile; if not, the copy is worth nothing.
  func fill(from database: borrowing HeldDatabase) throws(StoreError) -> Bool {
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

extension TemporaryFolder {
  /// Words what went wrong while a database was copied into the folder.
  ///
  /// - Parameter path: that of the database.
  fileprivate func translated(_ error: any Error, path: String) -> StoreError {
    if let error = error as? SQLiteError {
      return error.code.primary == .full
        ? .diskFull(path: parent) : .translated(error, path: path)
    }
    guard let error = error as? SystemError else { return StoreError(error, path: path) }
    if error.code == ENOSPC || error.code == EDQUOT { return .diskFull(path: parent) }
    if error.operation == "write" { return .inputOutput(path: parent, detail: error.reason) }
    return .unreadable(path: error.path ?? path, reason: error.reason)
  }
}
