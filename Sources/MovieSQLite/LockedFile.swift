internal import CMovieSQLite

/// A database file beneath SQL: its bytes, while a reader's lock is held on it.
///
/// As long as it lives, no other program commits to the file by a rollback journal, rolls one back,
/// changes the journal mode or removes the write-ahead log; a log may begin, and be copied into the
/// file. To open and close the file by system calls would drop the locks that other connections of
/// this process have on it.
@safe package struct LockedFile: ~Copyable {
  /// It runs no statement: that would give the lock back.
  private let connection: Connection

  /// - Parameter path: absolute.
  /// - Returns: `nil` where another program keeps readers out.
  package init?(_ path: String) throws(SQLiteError) {
    let connection = try Connection(.untouched(path, .heedingLocks))
    guard try Self.lock(connection) else { return nil }
    self.connection = connection
  }

  /// The absolute path with symbolic links followed: side files lie beside it.
  package var path: String {
    guard let name = unsafe sqlite3_db_filename(connection.handle, "main") else { return "" }
    return unsafe String(cString: name)
  }

  /// The length of the file in bytes.
  package borrowing func size() throws(SQLiteError) -> Int64 {
    var size: Int64 = 0
    let file = try unsafe Self.file(of: connection)
    try unsafe check(file.pointee.pMethods.pointee.xFileSize(file, &size), nil)
    return size
  }

  /// Fills the buffer with the bytes from the offset on, and with zeros where the file has no more.
  package borrowing func read(into buffer: inout [UInt8], at offset: Int64) throws(SQLiteError) {
    let file = try unsafe Self.file(of: connection)
    let result = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe file.pointee.pMethods.pointee.xRead(
        file, bytes.baseAddress, Int32(bytes.count), offset)
    }
    if ResultCode(rawValue: result) != .shortRead { try check(result, nil) }
  }

  private static func lock(_ connection: borrowing Connection) throws(SQLiteError) -> Bool {
    let file = try unsafe file(of: connection)
    let result = unsafe file.pointee.pMethods.pointee.xLock(file, SQLITE_LOCK_SHARED)
    if ResultCode(rawValue: result).primary == .busy { return false }
    try check(result, nil)
    return true
  }

  private static func file(
    of connection: borrowing Connection
  ) throws(SQLiteError) -> UnsafeMutablePointer<sqlite3_file> {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let result = unsafe sqlite3_file_control(
      connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    try unsafe check(result, connection.handle)
    guard let file = unsafe file else {
      throw SQLiteError(code: .cannotOpen, message: "the database has no file")
    }
    return unsafe file
  }
}
