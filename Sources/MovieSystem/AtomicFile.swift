internal import CLibrary

/// A file that appears under its name only when it is whole.
///
/// It grows under a random name beside the target, private to its owner. ``commit()`` makes it
/// durable and gives it the target's name; let go without that, it vanishes and the target is as it
/// was. What a killed process left behind is cleared away by the next one in the same folder.
package struct AtomicFile: ~Copyable {
  /// What is written here becomes the file's content.
  package let sink: ByteSink
  /// Where the file grows, for a writer that needs a name.
  package let temporaryPath: String

  private let target: String
  private let otherNames: [String]
  private let folder: String
  private let replacing: Bool
  private let descriptor: Int32
  private var isCommitted = false
  private let criticalSection = CriticalSection()

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - replacing: Whether a regular file of that name may be replaced.
  ///   - otherNames: Paths in the same directory, of which the file gets the first that is free if the
  ///     target is not.
  /// - Throws: `SystemError`: `EEXIST` for a file that is not to be replaced, `ELOOP` for a
  ///   symbolic link, `EISDIR` for a folder, `EINVAL` for a device or a pipe; and what the
  ///   system says where the folder is missing or closed to us.
  package init(
    target: String, replacing: Bool, otherNames: [String] = []
  ) throws(SystemError) {
    if otherNames.isEmpty { try Self.check(target, replacing: replacing) }
    let folder = Self.folder(of: target)
    TemporaryName.removeAbandoned(in: folder)
    (temporaryPath, descriptor) = try Self.create(in: folder, for: target)
    self.target = target
    self.otherNames = otherNames
    self.folder = folder
    self.replacing = replacing
    sink = ByteSink(descriptor: descriptor, path: target)
  }

  deinit {
    if !isCommitted { unsafe unlink(temporaryPath) }
    close(descriptor)
  }

  /// Makes the file durable and gives it its name.
  ///
  /// - Returns: the path of the file.
  /// - Throws: `SystemError`: `EEXIST` if a file of that name came up in the meantime and is not
  ///   to be replaced. The target is then as it was, unless syncing the directory failed, which is
  ///   the last thing done.
  @discardableResult
  package consuming func commit() throws(SystemError) -> String {
    try sink.flush()
    try valueOrErrno("sync", target) { fsync(descriptor) }
    var name = target
    var names = otherNames[...]
    while true {
      do throws(SystemError) {
        try Self.check(name, replacing: replacing)
        isCommitted = try replacing ? rename(to: name) : link(to: name)
        break
      } catch {
        guard error.isExistingFile, let other = names.popFirst() else { throw error }
        name = other
      }
    }
    try Self.synchronize(folder)
    return name
  }

  private func rename(to name: String) throws(SystemError) -> Bool {
    try valueOrErrno("create", name) { unsafe CLibrary.rename(temporaryPath, name) }
    return true
  }

  /// Gives the file its name as a second one, which unlike renaming never replaces anything.
  ///
  /// - Returns: Whether the temporary name is gone.
  private func link(to name: String) throws(SystemError) -> Bool {
    do {
      try valueOrErrno("create", name) { unsafe CLibrary.link(temporaryPath, name) }
      return false
    } catch {
      // A file system without links: the name was free a moment ago.
      guard error.code == EPERM || error.code == EOPNOTSUPP else { throw error }
      return try rename(to: name)
    }
  }

  private static func check(_ target: String, replacing: Bool) throws(SystemError) {
    var status = stat()
    guard unsafe lstat(target, &status) == 0 else {
      if errno == ENOENT { return }
      throw .last("create", target)
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

  /// Creates an empty file of mode 0600, whatever the umask, and marks it as being in use.
  private static func create(
    in folder: String, for target: String
  ) throws(SystemError) -> (path: String, descriptor: Int32) {
    while true {
      let path = folder + "/" + TemporaryName.random()
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = try valueOrErrno("create", target) { unsafe open(path, flags, 0o600) }
      guard fchmod(descriptor, 0o600) == 0 else {
        let error = SystemError.last("create", target)
        unsafe unlink(path)
        close(descriptor)
        throw error
      }
      if TemporaryName.claim(descriptor) { return (path, descriptor) }
      close(descriptor)
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func synchronize(_ folder: String) throws(SystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let descriptor = unsafe open(folder, flags)
    guard descriptor >= 0 else {
      // Files can be made in a directory that may be written but not read.
      if errno == EACCES { return sync() }
      throw .last("sync", folder)
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      // Some file systems cannot sync a folder and say so with EINVAL.
      if errno == EINVAL { return }
      throw .last("sync", folder)
    }
  }
}
