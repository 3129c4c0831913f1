internal import MovieSQLite
internal import MovieSystem

/// The file of a database, before SQLite opens it: what exists at its path, and how it is created.
package enum DatabaseFile {
  enum Content {
    case nothing
    /// A file of no bytes: a database before its first write.
    case empty
    case nonEmpty
  }

  /// Returns what exists at the path, without opening it: opening a FIFO would block.
  static func content(at path: String) throws(StoreError) -> Content {
    let file: FileMetadata
    do throws(SystemError) {
      file = try FileMetadata(of: path, followingLinks: true)
      if file.isRegular { try FileMetadata.requireReadable(path) }
    } catch {
      if error.isMissingFile, let link = danglingLink(in: path) {
        let subject = link.isExactly(path) ? "it" : "'\(link)'"
        throw .unreadable(path: path, reason: "\(subject) is a dangling symbolic link")
      }
      // A file below another file, or with a name longer than the system allows, cannot exist.
      if error.isMissingFile || error.isNotDirectory || error.isTooLongName { return .nothing }
      throw StoreError(error, path: path)
    }
    switch file.kind {
    case .regular: break
    case .directory: throw .notAMovieDatabase(path: path, reason: "it is a directory")
    default: throw .notAMovieDatabase(path: path, reason: "it is not a regular file")
    }
    if let reason = obstacle(in: path) { throw .unreadable(path: path, reason: reason) }
    // SQLite treats a file of one byte as empty and would overwrite it.
    if file.size == 1 {
      throw .notAMovieDatabase(path: path, reason: "it is not an SQLite database")
    }
    return file.size == 0 ? .empty : .nonEmpty
  }

  /// Whether a file exists at the path.
  ///
  /// - Throws: ``StoreError``: `unreadable`, also for a dangling symbolic link;
  ///   `notAMovieDatabase`.
  package static func exists(_ path: String) throws(StoreError) -> Bool {
    try content(at: absolute(path)) != .nothing
  }

  /// Returns the symbolic link at or above a path because of which no file exists there, if there
  /// is one.
  private static func danglingLink(in path: String) -> String? {
    guard let file = FileMetadata(path) else {
      let directory = FilePath.directory(of: path)
      return directory.isExactly(path) ? nil : danglingLink(in: directory)
    }
    let isDangling =
      file.kind == .symbolicLink && FileMetadata(path, followingLinks: true) == nil
    return isDangling ? path : nil
  }

  /// Creates an empty file that only its owner can read, and the directories above it.
  ///
  /// If another process creates the file at the same time, that file is used.
  ///
  /// - Throws: `cannotCreate`, also if a journal or log of a deleted database exists.
  static func create(at path: String) throws(StoreError) {
    try requireCreatable(path)
    try requireNoSideFileName(path)
    try createDirectory(above: path)
    do {
      try requireNoSideFiles(of: path)
    } catch {
      // If the file exists now, another process created it meanwhile, and the side file belongs to
      // it.
      if try content(at: path) != .nothing { return }
      throw error
    }
    do throws(SystemError) {
      try Directory.createFile(path)
    } catch {
      guard error.isExistingFile, try content(at: path) != .nothing else {
        throw StoreError(error, path: path)
      }
    }
  }

  /// Creates the directories above a path, for the owner only.
  static func createDirectory(above path: String) throws(StoreError) {
    let directory = FilePath.directory(of: path)
    do throws(SystemError) {
      try Directory.create(directory)
    } catch {
      throw StoreError(error, path: error.path ?? directory)
    }
  }

  // MARK: - Paths

  /// Returns the absolute path. SQLite would interpret a relative `file:…` as a URI.
  static func absolute(_ path: String) throws(StoreError) -> String {
    do throws(SystemError) {
      return try FilePath.absolute(path)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  /// Checks that SQLite can open a file that is created at the path.
  static func requireCreatable(_ path: String) throws(StoreError) {
    if let reason = obstacle(in: path) { throw .cannotCreate(path: path, reason: reason) }
  }

  /// Returns the reason why SQLite cannot open a file at this path, or `nil` if it can.
  static func obstacle(in path: String) -> String? {
    let limit = Connection.pathLimit
    let isResolvable = path.utf8.count < FilePath.lengthLimit
    let bytes = isResolvable ? FilePath.resolvedPrefix(of: path) : Array(path.utf8)
    if bytes.count > limit {
      return "the path is too long (\(bytes.count) bytes, at most \(limit)); use a shorter one"
    }
    if String(validating: bytes, as: UTF8.self) == nil {
      return "its real path is not valid UTF-8; rename the file or directory"
    }
    return nil
  }

  // MARK: - Side files

  /// The suffixes that SQLite appends to the path of a database for the files next to it.
  private static let sideSuffixes = ["-journal", "-wal", "-shm"]

  /// Checks that a new file does not get the name of a side file of an existing database: SQLite
  /// would treat it as part of that database.
  static func requireNoSideFileName(_ path: String) throws(StoreError) {
    for suffix in sideSuffixes where path.hasSuffix(suffix) {
      // Do not open the database: closing it would release the locks that this process has on it.
      let database = String(path.dropLast(suffix.count))
      guard FileMetadata(FilePath.resolved(database))?.isRegular == true else { continue }
      throw .cannotCreate(
        path: path,
        reason: "SQLite uses this name for a file of the database '\(database)'; use another name")
    }
  }

  /// Checks that no journal or log of another file exists next to a path where a database is
  /// created.
  static func requireNoSideFiles(of path: String) throws(StoreError) {
    guard let file = leftoverSideFile(of: path) else { return }
    throw .cannotCreate(
      path: path,
      reason: "'\(file)' belongs to another database; if no process uses it, move the file away")
  }

  /// Returns the path of a journal or log of another file next to a path where a database is created.
  static func leftoverSideFile(of path: String) -> String? {
    sideSuffixes.map { path + $0 }.first(where: isLeftover)
  }

  /// Checks that an output file is not part of a database, and that no journal or log exists next
  /// to it, which SQLite would apply if the file were opened as a database.
  package static func requireOutput(_ path: String) throws(StoreError) {
    try requireNoSideFileName(path)
    try requireNoSideFiles(of: path)
  }

  static func isPart(_ path: String, of database: String) -> Bool {
    FileMetadata.refersToSameFile(path, database)
      || sideSuffixes.contains {
        FileMetadata.refersToSameFile(path, FilePath.resolved(database) + $0)
      }
  }

  /// Whether a side file exists that SQLite would apply to a new database. A journal without an
  /// interrupted change is ignored, as SQLite does.
  private static func isLeftover(_ path: String) -> Bool {
    guard let file = FileMetadata(path) else { return false }
    return !(path.hasSuffix("-journal") && file.isRegular) || isHotJournal(path)
  }

  /// Whether a journal with a change to roll back exists at the path, or one that cannot be read.
  /// After a change, SQLite deletes the journal, truncates it, or overwrites its start with zeros.
  static func isHotJournal(_ path: String) -> Bool {
    do throws(SystemError) {
      var start = [UInt8](repeating: 0, count: 1)
      guard FileMetadata(path)?.isRegular == true else { return false }
      return try ByteSource(path: path).read(into: &start, from: 0) == 1 && start[0] != 0
    } catch {
      return true
    }
  }

  /// Whether a file, which may not exist yet, is on the same device as another one. `true` if
  /// unknown.
  static func isOnSameDevice(_ path: String, _ other: String) -> Bool {
    let directory = FilePath.directory(of: path)
    guard let one = FileMetadata(directory, followingLinks: true),
      let other = FileMetadata(other, followingLinks: true)
    else { return true }
    return one.isOnSameDevice(as: other)
  }
}
