internal import MovieSQLite
internal import MovieSystem

/// A database file with a shared lock. While the lock is held, no other process can roll back a
/// journal or remove a write-ahead log, so the side files stay those of this file.
final class LockedDatabase {
  let file: SharedLockedFile
  let path: String
  /// The file and its side files, as they were when the lock was taken.
  let files: DatabaseFileSet
  /// Whether the header specifies WAL mode: byte 19, the read version, is 2.
  let isWAL: Bool

  /// The absolute path without symbolic links. The side files are next to it.
  var realPath: String { file.path }

  /// How SQLite can read the database without writing a side file, or `nil` if it cannot.
  var mode: Connection.ReadOnlyMode? {
    // A killed process can leave a log with only its header of 32 bytes. Readers then fail until a
    // connection opens the database for writing.
    let hasNoPages = files.log.isAbsent(orAtMost: 32)
    // SQLite reads an existing log, whatever the header says.
    let hasLog = files.log != nil
    if hasLog, FileMetadata(realPath + "-shm") != nil, !(isWAL && hasNoPages) { return .locking }
    if isWAL { return hasNoPages && files.journal.isAbsent(orAtMost: 0) ? .immutable : nil }
    // SQLite checks in the first read whether a journal must be rolled back.
    return hasLog ? nil : .locking
  }

  /// - Throws: `busy` if another process has an exclusive lock for longer than the timeout;
  ///   `unreadable`, `inputOutput`.
  init(path: String, timeout: LockTimeout) throws(StoreError) {
    do throws(SQLiteError) {
      var lockedFile = try SharedLockedFile(path)
      while lockedFile == nil, timeout.wait() { lockedFile = try SharedLockedFile(path) }
      guard let file = lockedFile.take() else {
        throw SQLiteError(code: .busy, message: "the database is locked")
      }
      var header = [UInt8](repeating: 0, count: 20)
      try file.read(into: &header, at: 0)
      isWAL = header[19] == 2
      files = DatabaseFileSet(file.path)
      self.file = file
      self.path = path
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Copies the database and its side files to an existing empty file and files next to it. The copy
  /// is valid only if `files.isUnchanged` afterwards.
  func copyFiles(to target: String) throws {
    let sink = try ByteSink(creating: target)
    try copyDatabase(to: sink)
    try sink.flush()
    for suffix in files.sideSuffixes {
      let source = try ByteSource(path: realPath + suffix)
      let sink = try ByteSink(creating: target + suffix)
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while case let count = try source.read(into: &buffer, from: 0), count > 0 {
        try sink.append(Array(buffer[..<count]))
      }
      try sink.flush()
    }
  }

  /// Copies the bytes of the database file, without its side files.
  func copyDatabase(to sink: ByteSink) throws {
    try file.forEachChunk { bytes in try sink.append(bytes) }
  }
}

/// The files that make up a database, with their metadata at one moment.
struct DatabaseFileSet: Hashable {
  private let path: String
  let database: FileMetadata?
  fileprivate let journal: FileMetadata?
  fileprivate let log: FileMetadata?

  /// - Parameter path: The path of the database without symbolic links.
  init(_ path: String) {
    self.path = path
    database = FileMetadata(path)
    journal = FileMetadata(path + "-journal")
    log = FileMetadata(path + "-wal")
  }

  var isUnchanged: Bool { DatabaseFileSet(path) == self }

  private var files: [FileMetadata] { [database, journal, log].compactMap { $0 } }

  var size: Int64 { files.reduce(0) { $0 + $1.size } }

  /// The path of the first file that SQLite cannot have created, such as a link or a pipe.
  var irregularPath: String? { files.first { !$0.isRegular }?.path }

  /// The suffixes of the existing side files. The shared memory (`-shm`) is left out: it contains
  /// nothing that the log does not.
  var sideSuffixes: [String] {
    (journal == nil ? [] : ["-journal"]) + (log == nil ? [] : ["-wal"])
  }

  /// Returns the files that change with each commit of the database at a path, which can be a
  /// symbolic link. An empty log is left out: opening a database can create it.
  ///
  /// - Throws: `StoreError` if the metadata of a file cannot be read.
  static func contentFiles(of path: String) throws(StoreError) -> [FileMetadata] {
    let resolved = FilePath.resolved(path)
    do throws(SystemError) {
      let (database, log) = (
        try FileMetadata.ifExists(resolved), try FileMetadata.ifExists(resolved + "-wal")
      )
      return [database, log?.size == 0 ? nil : log].compactMap { $0 }
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

extension FileMetadata? {
  /// Whether no file exists, or a regular one of at most this size.
  fileprivate func isAbsent(orAtMost bytes: Int64) -> Bool {
    map { $0.isRegular && $0.size <= bytes } ?? true
  }
}
