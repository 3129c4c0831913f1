internal import Glibc

/// The file under a store: what stands at a path, and how a new one is made.
package enum DatabaseFile {
  /// What stands at a path.
  enum Content {
    case nothing
    /// A file of no bytes: a database not yet begun.
    case empty
    case something
  }

  /// Looks at the path without opening it: opening a FIFO would wait for ever.
  static func content(at path: String) throws(StoreError) -> Content {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      // No file can have a name longer than the system allows.
      if errno == ENOENT || errno == ENAMETOOLONG { return .nothing }
      throw .unreadable(path: path, reason: systemReason())
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .notAMovieDatabase(path: path, reason: "it is a directory")
    default: throw .notAMovieDatabase(path: path, reason: "it is not a regular file")
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw .unreadable(path: path, reason: systemReason())
    }
    if let reason = obstacle(in: path) { throw .unreadable(path: path, reason: reason) }
    // SQLite takes a file of one byte for an empty one, and would write over it.
    if status.st_size == 1 {
      throw .notAMovieDatabase(path: path, reason: "it is not an SQLite database")
    }
    return status.st_size == 0 ? .empty : .something
  }

  /// Makes an empty file that its owner alone may read, and the folders above it.
  ///
  /// A file that another program makes at the same time is as good; a dangling symbolic link is not.
  ///
  /// - Throws: `cannotCreate`, also where a journal or log is left over from a database that was there.
  static func create(at path: String) throws(StoreError) {
    try requireCreatable(path)
    try requireNoSideFileName(path)
    try createFolder(above: path)
    do {
      try requireNoSideFiles(of: path)
    } catch {
      // Another process made the database meanwhile, and changes it.
      if try content(at: path) != .nothing { return }
      throw error
    }
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_RDWR, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      return
    }
    let reason = systemReason()
    guard errno == EEXIST, try content(at: path) != .nothing else {
      throw .cannotCreate(
        path: path, reason: isLink(path) ? "it is a dangling symbolic link" : reason)
    }
  }

  /// What SQLite adds to the path of a database for the files next to it.
  private static let sideSuffixes = ["-journal", "-wal", "-shm"]

  /// Makes sure that a file of the caller's choice does not get a name that SQLite uses next to another
  /// file: if that is a database, the next command would take the new file for a part of it.
  ///
  /// - Throws: `cannotCreate`.
  static func requireNoSideFileName(_ path: String) throws(StoreError) {
    for suffix in sideSuffixes where path.hasSuffix(suffix) {
      // It is not opened: closing it would release the locks that this process has on it.
      let database = String(path.dropLast(suffix.count))
      guard FileState(realPath(database))?.isRegular == true else { continue }
      throw .cannotCreate(
        path: path,
        reason: "SQLite uses this name for a file of the database '\(database)'; use another name")
    }
  }

  /// Whether a path is that of a database, or of a file that SQLite uses next to it.
  static func isPart(_ path: String, of database: String) -> Bool {
    isSameFile(path, database)
      || sideSuffixes.contains { isSameFile(path, realPath(database) + $0) }
  }

  /// Makes sure that no journal or log of another file is next to a path where a database is to appear.
  ///
  /// - Throws: `cannotCreate`, naming the file.
  static func requireNoSideFiles(of path: String) throws(StoreError) {
    guard let suffix = sideSuffixes.first(where: { isSideFileLeft(path + $0) }) else { return }
    throw .cannotCreate(
      path: path,
      reason: "'\(path)\(suffix)' belongs to another database; if no process uses it, move the "
        + "file away"
    )
  }

  static func hasSideFiles(_ path: String) -> Bool {
    sideSuffixes.contains { isSideFileLeft(path + $0) }
  }

  /// Makes sure that a file of the caller's choice is no part of a database, and is not put next to a
  /// journal or log: SQLite would roll that into it.
  ///
  /// - Throws: `cannotCreate`.
  package static func requireOutput(_ path: String) throws(StoreError) {
    try requireNoSideFileName(path)
    try requireNoSideFiles(of: path)
  }

  /// A journal without content is what SQLite leaves in some modes, and ignores.
  private static func isSideFileLeft(_ path: String) -> Bool {
    guard let file = FileState(path) else { return false }
    return !(path.hasSuffix("-journal") && file.isRegular) || FileLook.isJournal(path)
  }

  /// Whether a file that may not be there yet would be on the disk of another.
  static func isOnSameDisk(_ path: String, _ other: String) -> Bool {
    var (one, another) = (stat(), stat())
    guard unsafe stat(parts(path).folder, &one) == 0, unsafe stat(other, &another) == 0 else {
      return true
    }
    return one.st_dev == another.st_dev
  }

  private static func parts(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
  }

  static func isSameFile(_ left: String, _ right: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard unsafe stat(left, &one) == 0, unsafe stat(right, &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// Removes a file of our own making.
  static func remove(_ path: String) { unsafe unlink(path) }

  /// Creates the directories above a path, for the owner alone.
  static func createFolder(above path: String) throws(StoreError) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
      return
    }
    let folder = String(path[..<slash])
    if unsafe access(folder, F_OK) == 0 { return }
    try createFolder(above: folder)
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: folder, reason: systemReason())
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The system's words for `errno`.
  static func systemReason() -> String { unsafe String(cString: strerror(errno)) }
}
