internal import CMovieSQLite

/// A database file beneath SQL: its bytes, while a reader's lock is held on it.
///
/// As long as it lives, no other program commits to the file by a rollback journal, rolls one back,
/// changes the journal mode or removes the write-ahead log; a log may begin, and be copied into the
/// file.
@safe package struct LockedFile: ~Copyable {
  /// The absolute path with symbolic links resolved. The side files are next to it.
  package let path: String
  /// It runs no statement: that would give the lock back.
  private let connection: Connection

  /// - Parameter path: absolute.
  /// - Returns: `nil` where another program keeps readers out.
  package init?(_ path: String) throws(SQLiteError) {
    let connection = try Connection(.untouched(path, .heedingLocks))
    guard try unsafe FileBytes(of: connection.handle).lock() else { return nil }
    guard let name = unsafe sqlite3_db_filename(connection.handle, "main"),
      let path = unsafe String(validatingCString: name)
    else { throw SQLiteError(code: .cannotOpen, message: "its path is not valid UTF-8") }
    self.connection = connection
    self.path = path
  }

  /// Hands over all bytes in order, in pieces of a mebibyte.
  ///
  /// - Parameter body: is given a piece, the offset behind it, and the length of all.
  package borrowing func forEachPiece(
    _ body: ([UInt8], _ end: Int64, _ total: Int64) throws -> Void
  ) throws {
    let file = try unsafe FileBytes(of: connection.handle)
    try file.forEachPiece(upTo: file.size(), body)
  }

  /// Fills the buffer with the bytes from the offset on, and with zeros where the file has no more.
  package borrowing func read(into buffer: inout [UInt8], at offset: Int64) throws(SQLiteError) {
    try unsafe FileBytes(of: connection.handle).read(into: &buffer, at: offset)
  }
}
