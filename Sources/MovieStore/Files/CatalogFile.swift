internal import MovieSQLite
package import MovieSystem

/// The file of a database at a path: what exists there, how it is created, and how it is copied.
package struct CatalogFile {
  /// The absolute path. SQLite would interpret a relative `file:…` as a URI.
  package let path: String

  package init(_ path: String) throws(StoreError) {
    do throws(SystemError) {
      self.path = try FilePath.absolute(path)
    } catch {
      throw StoreError(.unreadable(path: path, reason: error.reason))
    }
  }

  /// An output file, which SQLite does not open: its path can be relative.
  package init(output path: String) { self.path = path }

  package enum Content {
    case nothing
    /// A file of no bytes: a database before its first write.
    case empty
    case nonEmpty
  }

  /// Returns what exists at the path, without opening it: opening a FIFO would block.
  package func content() throws(StoreError) -> Content {
    guard let file = try metadata(of: path, followingLinks: true) else {
      if let link = try danglingLink() {
        let subject = link.isExactly(path) ? "it" : "'\(link)'"
        throw StoreError(.unreadable(path: path, reason: "\(subject) is a dangling symbolic link"))
      }
      return .nothing
    }
    switch file.kind {
    case .regular: break
    case .directory: throw StoreError(.notAMovieDatabase(path: path, reason: "it is a directory"))
    default: throw StoreError(.notAMovieDatabase(path: path, reason: "it is not a regular file"))
    }
    do throws(SystemError) { try FileMetadata.requireReadable(path) } catch {
      throw StoreError(error, path: path)
    }
    if let reason = obstacle { throw StoreError(.unreadable(path: path, reason: reason)) }
    // SQLite treats a file of one byte as empty and would overwrite it.
    if file.size == 1 {
      throw StoreError(.notAMovieDatabase(path: path, reason: "it is not an SQLite database"))
    }
    return file.size == 0 ? .empty : .nonEmpty
  }

  /// Whether a file exists at the path.
  ///
  /// - Throws: ``StoreError``: `unreadable`, also for a dangling symbolic link;
  ///   `notAMovieDatabase`.
  package var exists: Bool {
    get throws(StoreError) { try content() != .nothing }
  }

  /// Returns the symbolic link at or above the path because of which no file exists there, if there
  /// is one.
  private func danglingLink() throws(StoreError) -> String? {
    var existing = path
    while true {
      if let file = try metadata(of: existing) {
        if file.kind != .symbolicLink { return nil }
        return try metadata(of: existing, followingLinks: true) == nil ? existing : nil
      }
      let directory = FilePath.directory(of: existing)
      if directory.isExactly(existing) { return nil }
      existing = directory
    }
  }

  /// Returns the metadata of a file, or `nil` if none exists at the path.
  package func metadata(
    of path: String, followingLinks: Bool = false
  ) throws(StoreError) -> FileMetadata? {
    do throws(SystemError) {
      return try FileMetadata.ifExists(path, followingLinks: followingLinks)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  // MARK: - Creating

  /// Creates an empty file that only its owner can read, and the directories above it.
  ///
  /// If another process creates the file at the same time, that file is used.
  ///
  /// - Throws: `cannotCreate`, also if a journal or log of a deleted database exists.
  package func create() throws(StoreError) {
    try requireCreatable()
    try requireNoSideFileName()
    try createDirectory()
    do {
      try requireNoSideFiles()
    } catch {
      // If the file exists now, another process created it meanwhile, and the side file belongs to
      // it.
      if try exists { return }
      throw error
    }
    do throws(SystemError) {
      try Directory.createFile(path)
    } catch {
      guard error.isExistingFile, try exists else { throw StoreError(error, path: path) }
    }
  }

  /// Creates the directories above the path, for the owner only.
  package func createDirectory() throws(StoreError) {
    let directory = FilePath.directory(of: path)
    do throws(SystemError) {
      try Directory.create(directory)
    } catch {
      throw StoreError(error, path: error.path ?? directory)
    }
  }

  /// Checks that SQLite can open a file that is created at the path.
  package func requireCreatable() throws(StoreError) {
    if let reason = obstacle { throw StoreError(.cannotCreate(path: path, reason: reason)) }
  }

  /// The reason why SQLite cannot open a file at this path, or `nil` if it can.
  private var obstacle: String? {
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

  // MARK: - Other files

  /// Whether both paths refer to the same file.
  package func isSameFile(as other: String) throws(StoreError) -> Bool {
    do throws(SystemError) { return try FileMetadata.refersToSameFile(path, other) } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Whether the path is that of the database or of a file next to it.
  package func hasPart(at other: String) throws(StoreError) -> Bool {
    for suffix in [""] + Self.sideSuffixes {
      if try CatalogFile(FilePath.resolved(path) + suffix).isSameFile(as: other) { return true }
    }
    return false
  }

  /// Whether a file, which need not exist, is on the same device.
  package func isOnSameDevice(as other: String) throws(StoreError) -> Bool {
    guard let file = try metadata(of: path, followingLinks: true),
      let directory = try metadata(of: FilePath.directory(of: other), followingLinks: true)
    else { return true }
    return file.isOnSameDevice(as: directory)
  }
}

/// A database is its file together with the `-journal`, `-wal` and `-shm` next to it. SQLite treats
/// every file of such a name as a part of the database, and would apply a leftover one to new
/// content.
extension CatalogFile {
  private static let sideSuffixes = ["-journal", "-wal", "-shm"]

  /// Checks that a new file does not get the name of a side file of an existing database: SQLite
  /// would treat it as part of that database.
  package func requireNoSideFileName() throws(StoreError) {
    for suffix in Self.sideSuffixes where path.hasSuffix(suffix) {
      // Do not open the database: closing it would release the locks that this process has on it.
      let database = String(path.dropLast(suffix.count))
      guard try metadata(of: database, followingLinks: true)?.isRegular == true else { continue }
      throw StoreError(
        .cannotCreate(
          path: path,
          reason: "SQLite uses this name for a file of the database '\(database)'; use another name"
        ))
    }
  }

  /// Checks that no journal or log of another file exists next to a path where a database is
  /// created.
  package func requireNoSideFiles() throws(StoreError) {
    guard let file = try leftoverSideFile() else { return }
    throw StoreError(
      .cannotCreate(
        path: path,
        reason: "'\(file)' belongs to another database; if no process uses it, move the file away"))
  }

  /// Returns the path of a file that SQLite would apply to a new database. A journal without an
  /// interrupted change is ignored, as SQLite does.
  package func leftoverSideFile() throws(StoreError) -> String? {
    for suffix in Self.sideSuffixes {
      let path = path + suffix
      guard let file = try metadata(of: path) else { continue }
      if suffix != "-journal" || !file.isRegular { return path }
      if try FileState.SideFile(path)?.isHot == true { return path }
    }
    return nil
  }

  /// Checks that an output file is not part of a database, and that no journal or log exists next
  /// to it, which SQLite would apply if the file were opened as a database.
  package func requireOutput() throws(StoreError) {
    try requireNoSideFileName()
    try requireNoSideFiles()
  }
  /// Writes an output file, which appears only when it is complete.
  ///
  /// - Parameter database: The path of the database that is read, which must be another file.
  /// - Throws: `SystemError`; `StoreError`, also if an interruption is requested before the file
  ///   appears; any error that `body` throws.
  package func write<Result>(
    besides database: String, replacing: Bool, _ body: (ByteSink) throws -> Result
  ) throws -> Result {
    var target = try created(besides: database, replacing: replacing)
    let result = try body(target.sink)
    if Interruption.isRequested { throw StoreError(.interrupted) }
    try target.commit()
    return result
  }

  /// Creates an output file, which appears when it is committed.
  ///
  /// - Parameters:
  ///   - database: The path of the database that is read, which must be another file.
  ///   - removesAbandoned: As for `AtomicFile`.
  package func created(
    besides database: String, replacing: Bool, removesAbandoned: Bool = true
  ) throws -> AtomicFile {
    if try isSameFile(as: database) {
      throw StoreError(.cannotCreate(path: path, reason: "it is the database itself"))
    }
    try requireOutput()
    return try AtomicFile(target: path, replacing: replacing, removesAbandoned: removesAbandoned)
  }
}
