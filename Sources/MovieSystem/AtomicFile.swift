internal import CLibrary

/// A file that is written under a temporary name and appears under its own name only when it is complete.
///
/// It is private to its owner. ``commit()`` makes it durable and renames it to the target; without a
/// commit, it is deleted and the target is unchanged. The next writer in the same directory deletes the
/// temporary files of killed processes.
package struct AtomicFile: ~Copyable {
  /// Receives the content of the file.
  package let sink: ByteSink
  /// The path of the unfinished file, for a writer that needs one.
  package let temporaryPath: String

  package let target: String
  private let directory: String
  private let replacing: Bool
  private let descriptor: Int32
  private var isRenamed = false
  private let criticalSection = CriticalSection()

  /// Creates the temporary file.
  ///
  /// - Parameters:
  ///   - replacing: Whether an existing regular file may be replaced.
  ///   - removesAbandoned: Whether to delete the temporary files of killed processes, which reads
  ///     the directory. When writing many files into one directory, pass `true` only for the first.
  /// - Throws: `SystemError`: `EEXIST` for a file that may not be replaced, `ELOOP` for a symbolic link,
  ///   `EISDIR` for a directory, `EINVAL` for a device or a pipe; or the system's error if the directory
  ///   does not exist or is not writable.
  package init(
    target: String, replacing: Bool, removesAbandoned: Bool = true
  ) throws(SystemError) {
    try Self.check(target, replacing: replacing)
    let directory = FilePath.directory(of: target)
    if removesAbandoned { try TemporaryEntry.prepare(directory) }
    (temporaryPath, descriptor) = try TemporaryEntry.create(in: directory) {
      path throws(SystemError) in try Self.create(path, for: target)
    }
    self.target = target
    self.directory = directory
    self.replacing = replacing
    sink = ByteSink(descriptor: descriptor, path: target)
  }

  deinit {
    if !isRenamed { unsafe unlink(temporaryPath) }
    close(descriptor)
  }

  /// Makes the file durable and gives it its name.
  ///
  /// - Parameter name: Another path in the same directory, if not the target's.
  /// - Throws: `SystemError`: `EEXIST` if another process created the file in the meantime and it may not
  ///   be replaced; the commit can then be repeated with another name. The target is then
  ///   unchanged, unless syncing the directory failed, which is the last step.
  package mutating func commit(as name: String? = nil) throws(SystemError) {
    try sink.flush()
    try valueOrErrno("sync", target) { fsync(descriptor) }
    try setName(name ?? target)
    try synchronizeName(name ?? target)
  }

  /// Makes the files of the file system durable, also those of others.
  fileprivate func synchronizeAll() throws(SystemError) {
    try valueOrErrno("sync", target) { syncfs(descriptor) }
  }

  fileprivate mutating func setName(_ name: String) throws(SystemError) {
    try Self.check(name, replacing: replacing)
    isRenamed = try replacing ? rename(to: name) : renameWithoutReplacing(to: name)
  }

  fileprivate func synchronizeName(_ name: String) throws(SystemError) {
    do {
      try synchronizeDirectory()
    } catch {
      throw SystemError(
        code: error.code, operation: error.operation, path: error.path,
        explanation: "\(error.reason); '\(name)' was created, but may not survive a power failure")
    }
  }

  private func rename(to name: String) throws(SystemError) -> Bool {
    try valueOrErrno("create", name) { unsafe CLibrary.rename(temporaryPath, name) } == 0
  }

  /// - Returns: Whether the temporary name no longer exists.
  private func renameWithoutReplacing(to name: String) throws(SystemError) -> Bool {
    do {
      try valueOrErrno("create", name) {
        unsafe renameat2(
          AT_FDCWD, temporaryPath, AT_FDCWD, name, UInt32(MOVIES_RENAME_NOREPLACE))
      }
      return true
    } catch {
      // A network file system cannot rename so, but it has links, which never replace a file
      // either.
      guard error.code == EINVAL || error.code == ENOSYS else { throw error }
      try valueOrErrno("create", name) { unsafe link(temporaryPath, name) }
      return false
    }
  }

  private static func check(_ target: String, replacing: Bool) throws(SystemError) {
    var status = stat()
    do {
      try valueOrErrno("create", target) { unsafe lstat(target, &status) }
    } catch {
      if error.isMissingFile { return }
      throw error
    }
    let problem: (Int32, String?)? =
      switch status.st_mode & S_IFMT {
      case S_IFREG: replacing ? nil : (EEXIST, nil)
      case S_IFLNK: (ELOOP, "it is a symbolic link")
      case S_IFDIR: (EISDIR, nil)
      default: (EINVAL, "it is not a regular file")
      }
    guard let (code, explanation) = problem else { return }
    throw SystemError(code: code, operation: "create", path: target, explanation: explanation)
  }

  /// Creates an empty file with mode 0600, independent of the umask.
  private static func create(_ path: String, for target: String) throws(SystemError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = try valueOrErrno("create", target) { unsafe open(path, flags, 0o600) }
    do {
      try valueOrErrno("create", target) { fchmod(descriptor, 0o600) }
      return descriptor
    } catch {
      unsafe unlink(path)
      close(descriptor)
      throw error
    }
  }

  private func synchronizeDirectory() throws(SystemError) {
    // Files can be created in a directory that is writable but not readable.
    if unsafe faccessat(AT_FDCWD, directory, R_OK, AT_EACCESS) != 0, errno == EACCES {
      try valueOrErrno("sync", directory) { syncfs(self.descriptor) }
      return
    }
    let descriptor = try valueOrErrno("sync", directory) {
      unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    defer { close(descriptor) }
    // Some file systems cannot sync a directory, and fail with EINVAL.
    try valueOrErrno("sync", directory) {
      fsync(descriptor) == 0 || errno == EINVAL ? 0 : -1
    }
  }
}

/// Files of one directory that are made durable together: many small ones take one `syncfs`, and
/// not two `fsync` each.
package struct AtomicFiles: ~Copyable {
  private final class Box {
    var file: AtomicFile

    init(_ file: consuming AtomicFile) { self.file = file }
  }

  /// The number of files, which are open until they are committed.
  private static let limit = 128

  private var files: [Box] = []

  package init() {}

  package var isEmpty: Bool { files.isEmpty }
  package var isFull: Bool { files.count >= Self.limit }

  /// Writes what is buffered of a file, and keeps it for the commit.
  package mutating func append(_ file: consuming AtomicFile) throws(SystemError) {
    try file.sink.flush()
    files.append(Box(file))
  }

  /// Makes the files durable, and gives them their names.
  ///
  /// - Parameter onName: Is called with the path of each file that got its name.
  /// - Throws: As `AtomicFile.commit(as:)`, for the first file that cannot get its name. Those
  ///   after it are deleted.
  package mutating func commit(onName: (String) -> Void) throws(SystemError) {
    guard let last = files.last else { return }
    defer { files = [] }
    try last.file.synchronizeAll()
    for box in files {
      try box.file.setName(box.file.target)
      onName(box.file.target)
    }
    try last.file.synchronizeName(last.file.target)
  }
}
