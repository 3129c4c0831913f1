internal import CMovieSQLite
internal import MovieSystem

/// The database file of a connection. Opening and closing it by system calls would release the locks
/// that connections of this process have on it.
@safe struct VFSFile {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods

  init(of connection: OpaquePointer) throws(SQLiteError) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let result = unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    try unsafe check(result, connection)
    guard let file = unsafe file, let methods = unsafe file.pointee.pMethods?.pointee else {
      throw SQLiteError(code: .cannotOpen, message: "the database has no file")
    }
    unsafe self.file = file
    self.methods = methods
  }

  func size() throws(SQLiteError) -> Int64 {
    var size: Int64 = 0
    try unsafe check(methods.xFileSize(file, &size), nil)
    return size
  }

  /// Fills the buffer with the bytes that start at the offset, and with zeros after the end of the file.
  func read(into buffer: inout [UInt8], at offset: Int64) throws(SQLiteError) {
    let result = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe methods.xRead(file, bytes.baseAddress, Int32(bytes.count), offset)
    }
    if ResultCode(rawValue: result) != .shortRead { try check(result, nil) }
  }

  /// Takes a shared lock.
  ///
  /// - Returns: `false` if another process has an exclusive lock.
  func lock() throws(SQLiteError) -> Bool {
    let result = unsafe methods.xLock(file, SQLITE_LOCK_SHARED)
    if ResultCode(rawValue: result).primary == .busy { return false }
    try check(result, nil)
    return true
  }

  /// Passes the first bytes of the file in chunks of at most one mebibyte.
  ///
  /// - Parameter body: Called with a chunk, the offset of its end, and the total.
  func forEachChunk(
    upTo total: Int64, _ body: ([UInt8], _ end: Int64, _ total: Int64) throws -> Void
  ) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset: Int64 = 0
    while offset < total {
      let rest = total - offset
      if rest < Int64(buffer.count) { buffer.removeLast(buffer.count - Int(rest)) }
      try read(into: &buffer, at: offset)
      offset += Int64(buffer.count)
      try body(buffer, offset, total)
      try Interruption.check()
    }
  }
}

extension Transaction {
  /// Passes the bytes of the database, as this transaction sees it, in chunks of at most one mebibyte.
  /// This takes a third of the time of a copy by pages, for which writers wait.
  ///
  /// The transaction must only read. With a rollback journal the file is the database while a shared
  /// lock is held: SQLite rolled back any interrupted change before it took the lock, and commits wait.
  ///
  /// - Parameter body: Called with a chunk, the offset of its end, and the total.
  /// - Returns: `false`, without any bytes, for a database in WAL mode: the file alone does not contain
  ///   everything that is committed.
  package borrowing func withBytes(
    _ body: ([UInt8], _ end: Int64, _ total: Int64) throws -> Void
  ) throws -> Bool {
    // The first read takes the lock.
    _ = try fetchInt("SELECT count(*) FROM sqlite_schema")
    if try fetchTexts("PRAGMA journal_mode") == ["wal"] { return false }
    // The file may be longer than its pages.
    let length = try fetchInt("PRAGMA page_count") * fetchInt("PRAGMA page_size")
    try unsafe VFSFile(of: connection).forEachChunk(upTo: length, body)
    return true
  }
}

/// The bytes of a database file, with a shared lock.
///
/// While the lock is held, no other process commits with a rollback journal, rolls one back, changes the
/// journal mode or removes the write-ahead log. A log can be created, and copied into the file.
@safe package struct SharedLockedFile: ~Copyable {
  /// The absolute path without symbolic links. The side files are next to it.
  package let path: String
  private let file: VFSFile
  /// Runs no statement, which would release the lock.
  private let connection: Connection

  /// - Parameter path: An absolute path.
  /// - Returns: `nil` if another process has an exclusive lock.
  package init?(_ path: String) throws(SQLiteError) {
    let connection = try Connection(.readOnly(path, .locking))
    let file = try unsafe VFSFile(of: connection.handle)
    guard try file.lock() else { return nil }
    var realPath = connection.filePath
    if realPath == nil {
      try Connection.requireMetadata(of: path)
      realPath = connection.filePath
    }
    guard let path = realPath else {
      throw SQLiteError(
        code: .cannotOpen, message: "it was moved, or its path is not valid UTF-8")
    }
    self.connection = connection
    self.file = file
    self.path = path
  }

  /// Passes all bytes in chunks of at most one mebibyte.
  package borrowing func forEachChunk(_ body: ([UInt8]) throws -> Void) throws {
    try file.forEachChunk(upTo: file.size()) { (bytes, _, _) throws in try body(bytes) }
  }

  package borrowing func read(into buffer: inout [UInt8], at offset: Int64) throws(SQLiteError) {
    try file.read(into: &buffer, at: offset)
  }
}
