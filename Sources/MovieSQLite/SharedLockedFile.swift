internal import CMovieSQLite

/// The bytes of a database file, with a shared lock.
///
/// While the lock is held, no other process commits with a rollback journal, rolls one back, changes the
/// journal mode or removes the write-ahead log. A log can be created, and copied into the file.
@safe package struct SharedLockedFile: ~Copyable {
  /// The absolute path without symbolic links. The side files are next to it.
  package let path: String
  /// Runs no statement, which would release the lock.
  private let connection: Connection

  /// - Parameter path: An absolute path.
  /// - Returns: `nil` if another process has an exclusive lock.
  package init?(_ path: String) throws(SQLiteError) {
    let connection = try Connection(.readOnly(path, .locking))
    guard try unsafe VFSFile(of: connection.handle).lock() else { return nil }
    guard let name = unsafe sqlite3_db_filename(connection.handle, "main"),
      let path = unsafe String(validatingCString: name)
    else { throw SQLiteError(code: .cannotOpen, message: "its path is not valid UTF-8") }
    self.connection = connection
    self.path = path
  }

  /// Passes all bytes in chunks of at most one mebibyte.
  ///
  /// - Parameter body: Called with a chunk, the offset of its end, and the total.
  package borrowing func forEachChunk(
    _ body: ([UInt8], _ end: Int64, _ total: Int64) throws -> Void
  ) throws {
    let file = try unsafe VFSFile(of: connection.handle)
    try file.forEachChunk(upTo: file.size(), body)
  }

  /// Fills the buffer with the bytes that start at the offset, and with zeros after the end of the file.
  package borrowing func read(into buffer: inout [UInt8], at offset: Int64) throws(SQLiteError) {
    try unsafe VFSFile(of: connection.handle).read(into: &buffer, at: offset)
  }
}
