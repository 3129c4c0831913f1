internal import MovieSQLite

/// A database file that nobody can replace from under its side files while it is decided how to look
/// at it, and while it is copied.
struct LockedDatabase: ~Copyable {
  let file: SharedLockedFile
  /// The path that it was asked for by.
  let path: String
  /// How the database can be read where it is; `nil` where it cannot, because a side file would have
  /// to be written.
  let look: Connection.ReadOnlyMode?
  let parts: DatabaseFileSet
  /// Whether the header tells of a write-ahead log: by its byte 19, the version needed for reading.
  let isLogged: Bool

  /// The absolute path with symbolic links followed: side files lie beside it.
  var realPath: String { file.path }

  /// - Throws: `busy` where readers are kept out for too long.
  init(path: String, timeout: LockTimeout) throws(StoreError) {
    let file = try Self.locked(path, timeout)
    let isLogged = try Self.isLogged(file, path: path)
    self.path = path
    parts = DatabaseFileSet(file.path)
    self.file = file
    look = parts.look(isLogged: isLogged)
    self.isLogged = isLogged
  }

  private static func locked(
    _ path: String, _ timeout: LockTimeout
  ) throws(StoreError) -> SharedLockedFile {
    do throws(SQLiteError) {
      while true {
        if let file = try SharedLockedFile(path) { return file }
        if !timeout.wait() { break }
      }
    } catch {
      throw StoreError(translating: error, path: path)
    }
    throw .busy(path: path)
  }

  private static func isLogged(
    _ file: borrowing SharedLockedFile, path: String
  ) throws(StoreError) -> Bool {
    var header = [UInt8](repeating: 0, count: 20)
    do throws(SQLiteError) {
      try file.read(into: &header, at: 0)
    } catch {
      throw StoreError(translating: error, path: path)
    }
    return header[19] == 2
  }
}
