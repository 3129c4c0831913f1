internal import CMovieSQLite
internal import Glibc

extension Connection {
  /// Where the file that is open was, with symbolic links followed, as long as it is there; `nil` once
  /// it was moved or removed, whatever took its place. In memory there is none: "".
  package var filePath: String? { unsafe MovieSQLite.filePath(of: handle) }
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

/// Whether two paths lead to the same file.
func isSameFile(_ left: String, _ right: String) -> Bool {
  var (one, other) = (stat(), stat())
  guard unsafe stat(left, &one) == 0, unsafe stat(right, &other) == 0 else { return false }
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino
}
