internal import Glibc

/// A folder of a random name that its owner alone may enter; removed, with the files in it, when it
/// is let go.
package struct TemporaryFolder: ~Copyable {
  let path: String
  /// The folder that it is in.
  let parent: String
  /// Locked as long as the folder is in use: what a killed program left is known by its lock.
  private let descriptor: Int32
  private let postponement = Postponement()

  /// - Parameter parent: where to make it; `nil` for the first place for temporary files that can be
  ///   written.
  /// - Throws: `cannotCreate`.
  package init(in parent: String? = nil) throws(StoreError) {
    let parents = parent.map { [$0] } ?? Self.parents
    for candidate in parents {
      Self.removeAbandoned(in: candidate)
      var name = (candidate + "/\(Self.prefix)XXXXXX").utf8CString.map { $0 }
      guard unsafe mkdtemp(&name) != nil else { continue }
      let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else {
        // Without its lock, another process would remove it while it is in use.
        let code = errno
        unsafe rmdir(path)
        errno = code
        continue
      }
      flock(descriptor, LOCK_EX | LOCK_NB)
      self.path = path
      self.parent = candidate
      self.descriptor = descriptor
      return
    }
    let reason = unsafe String(cString: strerror(errno))
    throw .cannotCreate(path: parents.last ?? "", reason: reason)
  }

  deinit {
    Self.remove(path)
    close(descriptor)
  }

  private static func remove(_ path: String) {
    for name in Folder.names(in: path) { unsafe unlink(path + "/" + name) }
    unsafe rmdir(path)
  }

  /// Removes the directories that killed programs left.
  private static func removeAbandoned(in parent: String) {
    for name in Folder.names(in: parent) where name.hasPrefix(prefix) && name.utf8.count == 13 {
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
    guard Folder.names(in: path).allSatisfy({ $0.hasPrefix("movies.db") }),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(path)
  }

  private static let prefix = "movies-"

  /// Makes sure that there is room for so many bytes.
  ///
  /// - Throws: `diskFull` with the path of the folder that this one is in.
  func requireRoom(for bytes: Int64) throws(StoreError) {
    var status = statvfs()
    // Where the system cannot tell, the copying will.
    guard unsafe statvfs(path, &status) == 0 else { return }
    let room = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    if !room.overflow, room.partialValue < UInt64(max(0, bytes)) {
      throw .diskFull(path: parent)
    }
  }

  static var parents: [String] {
    let fallbacks = ["/var/tmp", "/tmp"]
    guard let value = unsafe getenv("TMPDIR"),
      let wish = unsafe String(validatingCString: value), wish.utf8.first == UInt8(ascii: "/")
    else { return fallbacks }
    return [wish] + fallbacks
  }
}
