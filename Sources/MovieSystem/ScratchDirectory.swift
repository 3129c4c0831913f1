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
    TemporaryEntry.removeDirectory(path)
    close(descriptor)
  }

  /// Removes the directories of processes that were killed. A new directory does that, too.
  package static func removeAbandoned() {
    do throws(SystemError) {
      _ = try inFirstUsable(of: parents, TemporaryEntry.removeAbandoned)
    } catch {}
  }

  /// Whether the file is in a directory with the name of a temporary one.
  package static func contains(_ path: String) -> Bool {
    TemporaryEntry.matches(FilePath.name(of: FilePath.directory(of: path)))
  }

  private static func create(
    in parent: String
  ) throws(SystemError) -> (path: String, parent: String, descriptor: Int32) {
    try TemporaryEntry.prepare(parent)
    let (path, descriptor) = try TemporaryEntry.create(in: parent) { path throws(SystemError) in
      try valueOrErrno("create", parent) { unsafe mkdir(path, 0o700) }
      do throws(SystemError) {
        return try valueOrErrno("create", parent) {
          unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
      } catch {
        // Another process found it before it was locked, and deleted it.
        if error.isMissingFile { return nil }
        unsafe rmdir(path)
        throw error
      }
    }
    return (path, parent, descriptor)
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

  /// The directories for temporary files in order of preference: the value of `TMPDIR` if it is an
  /// absolute path, `/var/tmp`, `/tmp`.
  package static var parents: [String] {
    let custom = Environment.process.value(of: "TMPDIR")
    return [custom, "/var/tmp", "/tmp"].compactMap { $0 }.filter {
      $0.utf8.first == UInt8(ascii: "/")
    }
  }
}

/// An unfinished file or a scratch directory: `.movies-` and sixteen hexadecimal digits, private to its
/// owner, and locked while it is in use. Without a lock, its process was killed.
enum TemporaryEntry {
  private static let prefix = ".movies-"
  private static let digitCount = 16

  /// Creates and locks an entry with a new name.
  ///
  /// - Parameter open: Creates the entry and opens it; `nil` if it was deleted in between.
  static func create(
    in directory: String, _ open: (_ path: String) throws(SystemError) -> Int32?
  ) throws(SystemError) -> (path: String, descriptor: Int32) {
    while true {
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      let zeros = String(repeating: "0", count: digitCount - digits.utf8.count)
      let path = directory + "/" + prefix + zeros + digits
      guard let descriptor = try open(path) else { continue }
      if claim(descriptor) { return (path, descriptor) }
      close(descriptor)
    }
  }

  /// Deletes abandoned entries in a directory that gets a new one.
  static func prepare(_ directory: String) throws(SystemError) {
    do throws(SystemError) { try removeAbandoned(in: directory) } catch {
      // A directory can be writable but not readable. If it is missing, creating reports that.
      if ![EACCES, ENOENT, ENOTDIR].contains(error.code) { throw error }
    }
  }

  static func removeAbandoned(in directory: String) throws(SystemError) {
    for name in try Directory.names(in: directory) where matches(name) {
      removeIfAbandoned(directory + "/" + name)
    }
  }

  /// Failures are ignored: another process deletes the abandoned directory later.
  static func removeDirectory(_ path: String) {
    do throws(SystemError) {
      for name in try Directory.names(in: path) { unsafe unlink(path + "/" + name) }
    } catch {}
    unsafe rmdir(path)
  }

  static func matches(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + digitCount
      && name.utf8.dropFirst(prefix.utf8.count).allSatisfy("0123456789abcdef".utf8.contains)
  }

  /// Locks an entry that was just created, so that other processes do not delete it as abandoned.
  ///
  /// - Returns: `false` if another process found it before, and deletes it.
  private static func claim(_ descriptor: Int32) -> Bool {
    // On a file system without locks, no process can find the entry abandoned either.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    var status = stat()
    return unsafe fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  /// Failures are ignored.
  private static func removeIfAbandoned(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    switch status.st_mode & (S_IFMT | 0o777) {
    case S_IFREG | 0o600: unsafe unlink(path)
    case S_IFDIR | 0o700: removeDirectory(path)
    default: break
    }
  }
}
