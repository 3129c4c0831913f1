internal import CMovieSQLite
internal import MovieSystem

/// The header of a database file: https://sqlite.org/fileformat2.html#the_database_header
package struct DatabaseHeader: Hashable, Sendable {
  private let bytes: [UInt8]

  fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether it begins with "SQLite format 3".
  package var isValid: Bool { bytes.starts(with: "SQLite format 3\0".utf8) }
  /// Whether the read version is that of a write-ahead log.
  package var isWAL: Bool { bytes[19] == 2 }
  /// The page size in bytes.
  var pageSize: Int64 {
    let number = Int64(bytes[16]) << 8 + Int64(bytes[17])
    return number == 1 ? 65_536 : number
  }
  /// Every commit with a rollback journal increments this number.
  var changeCounter: ArraySlice<UInt8> { bytes[24..<28] }
}

extension Connection {
  /// Reads the header of the file without a lock.
  package func header() throws(SQLiteError) -> DatabaseHeader {
    try unsafe OpenFile(of: handle).header()
  }
}

/// The open file of a connection. Opening and closing it by system calls would release the locks
/// that connections of this process have on it.
@safe struct OpenFile {
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

  /// Fills the buffer with the bytes that start at the offset, and with zeros after the end of the
  /// file.
  func read(into buffer: inout [UInt8], at offset: Int64) throws(SQLiteError) {
    let result = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe methods.xRead(file, bytes.baseAddress, Int32(bytes.count), offset)
    }
    if ResultCode(rawValue: result) != .shortRead { try check(result, nil) }
  }

  func header() throws(SQLiteError) -> DatabaseHeader {
    var bytes = [UInt8](repeating: 0, count: 100)
    try read(into: &bytes, at: 0)
    return DatabaseHeader(bytes)
  }
}
