internal import CMovieSQLite

extension Connection {
  /// Where the file that is open was, with symbolic links followed, as long as it is there; `nil` once
  /// it was moved or removed, whatever took its place. In memory there is none: "".
  package var filePath: String? { unsafe MovieSQLite.filePath(of: handle) }
}

extension Transaction {
  /// As the connection's.
  package borrowing func filePath() -> String? { unsafe MovieSQLite.filePath(of: connection) }
}

/// SQLite compares with the inode that it found when it had the file open, so that nothing can happen
/// in between; and as long as it is open, no other file gets that inode.
private func filePath(of connection: OpaquePointer) -> String? {
  var hasMoved: Int32 = 0
  // Without a file it says that it cannot tell, and leaves the number alone.
  _ = unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
  if hasMoved != 0 { return nil }
  guard let name = unsafe sqlite3_db_filename(connection, "main") else { return "" }
  return unsafe String(validatingCString: name)
}
