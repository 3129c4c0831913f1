internal import CLibrary

/// A temporary directory with a random name that only its owner can enter. It is removed, with the
/// files in it, at the end of the object's lifetime.
package struct ScratchDirectory: ~Copyable {
  package let path: String
  /// The directory that contains it.
  package let parent: String
  /// Locked while the directory is in use: another process removes a directory without a lock.
  private let descriptor: Int32
  private let criticalSection = CriticalSection()

  /// - Parameter parent: The directory to create it in, or `nil` for the first of ``parents`` that is
  ///   writable.
  package init(in parent: String? = nil) throws(SystemError) {
    (path, self.parent, descriptor) = try Self.inFirstUsable(
      of: parent.map { [$0] } ?? Self.parents, Self.create)
  }

  deinit {
    Self.remove(path)
    close(descriptor)
  }

  private static func create(
    in parent: String
  ) throws(SystemError) -> (path: String, parent: String, descriptor: Int32) {
    removeAbandoned(in: parent)
    var name = (parent + "/\(prefix)XXXXXX").utf8CString.map { $0 }
    try valueOrErrno("create", parent) { unsafe mkdtemp(&name) == nil ? -1 : 0 }
    let path = String(nullTerminated: name)
    do {
      let descriptor = try valueOrErrno("create", parent) {
        unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      }
      flock(descriptor, LOCK_EX | LOCK_NB)
      return (path, parent, descriptor)
    } catch {
      // Without its lock, another process would remove it while it is in use.
      unsafe rmdir(path)
      throw error
    }
  }

  /// Returns the first result of the body, which is called with each directory until it succeeds.
  static func inFirstUsable<Result>(
    of directories: [String], _ body: (String) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    var failure = SystemError(code: ENOENT, operation: "create", path: nil)
    for directory in directories {
      do throws(SystemError) { return try body(directory) } catch { failure = error }
    }
    throw failure
  }

  private static func remove(_ path: String) {
    for name in Directory.names(in: path) { unsafe unlink(path + "/" + name) }
    unsafe rmdir(path)
  }

  /// Removes the directories of killed programs.
  private static func removeAbandoned(in parent: String) {
    for name in Directory.names(in: parent) where name.hasPrefix(prefix) && name.utf8.count == 13 {
      removeIfAbandoned(parent + "/" + name)
    }
  }

  /// Removes a directory that only its owner may enter, that contains only a copy, that no process has
  /// locked, and that is older than a minute, in which its creator may be about to lock it.
  private static func removeIfAbandoned(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_mode & 0o077 == 0, status.st_uid == geteuid(),
      time(nil) - status.st_mtim.tv_sec > 60
    else { return }
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      // A program that cannot open its directory does not use it. What it contains is unknown: it is
      // removed only if it is empty.
      if errno == EACCES { unsafe rmdir(path) }
      return
    }
    defer { close(descriptor) }
    guard Directory.names(in: path).allSatisfy({ $0.hasPrefix("movies.db") }),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(path)
  }

  private static let prefix = "movies-"

  /// The directories for temporary files in order of preference: the value of `TMPDIR` if it is an
  /// absolute path, `/var/tmp`, `/tmp`.
  package static var parents: [String] {
    let custom = Environment.process.value(of: "TMPDIR")
    return [custom, "/var/tmp", "/tmp"].compactMap { $0 }.filter {
      $0.utf8.first == UInt8(ascii: "/")
    }
  }
}
