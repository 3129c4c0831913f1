internal import CLibrary

/// The metadata of a file, by which changes are detected.
///
/// The time of the last status change (ctime) is left out: as root, SQLite sets the owner of the files
/// next to a database even if it only reads them.
package struct FileMetadata: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case regular, directory, symbolicLink, other }

  package let path: String
  package let kind: Kind
  package let size: Int64
  package let permissions: UInt32
  package let linkCount: UInt64
  private let device: UInt64
  private let inode: UInt64
  private let owner: [UInt32]
  private let modified: [Int]

  /// - Throws: `SystemError`; `isMissingFile` if no file exists at the path.
  package init(of path: String, followingLinks: Bool = false) throws(SystemError) {
    var status = stat()
    try valueOrErrno("open", path) {
      unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
    }
    self.path = path
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symbolicLink
    default: kind = .other
    }
    size = Int64(status.st_size)
    permissions = UInt32(status.st_mode) & 0o7777
    linkCount = UInt64(status.st_nlink)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    owner = [status.st_uid, status.st_gid]
    modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  /// Returns the metadata of a file, or `nil` if no file exists at the path.
  ///
  /// - Throws: `SystemError` for any other failure.
  package static func ifExists(
    _ path: String, followingLinks: Bool = false
  ) throws(SystemError) -> FileMetadata? {
    do { return try FileMetadata(of: path, followingLinks: followingLinks) } catch {
      // A file below another file, or with a name longer than the system allows, cannot exist.
      if error.isMissingFile || error.isNotDirectory || error.isTooLongName { return nil }
      throw error
    }
  }

  /// The device and the inode.
  package var identity: String { "\(device):\(inode)" }

  package var isRegular: Bool { kind == .regular }

  /// Waits until a change of the file gets another time of modification: two changes within one
  /// tick of the system's clock, of at most 10 ms, have the same time.
  package func waitForNextTick() {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    // A file can have any time of modification.
    let age = (now.tv_sec &- modified[0]) &* 1_000_000 &+ (now.tv_nsec - modified[1]) / 1_000
    if (0..<10_000).contains(age) { Clock.sleep(microseconds: Int64(10_000 - age)) }
  }

  package func isOnSameDevice(as other: FileMetadata) -> Bool { device == other.device }

  /// Whether both paths refer to the same file.
  package static func refersToSameFile(
    _ path: String, _ other: String
  ) throws(SystemError) -> Bool {
    guard let one = try ifExists(path, followingLinks: true),
      let other = try ifExists(other, followingLinks: true)
    else { return false }
    return one.device == other.device && one.inode == other.inode
  }

  /// Whether both paths refer to the same file, which need not exist.
  package static func refersToSamePath(
    _ path: String, _ other: String
  ) throws(SystemError) -> Bool {
    if try refersToSameFile(path, other) { return true }
    let (one, two) = (FilePath.split(path), FilePath.split(other))
    guard one.name == two.name else { return false }
    return try refersToSameFile(one.directory, two.directory)
  }

  /// Whether a file exists at the path. A symbolic link is followed.
  package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether this process may run the file as a program.
  package static func isExecutable(_ path: String) -> Bool {
    guard unsafe access(path, X_OK) == 0 else { return false }
    do { return try FileMetadata(of: path, followingLinks: true).isRegular } catch { return false }
  }

  package static func requireReadable(_ path: String) throws(SystemError) {
    try valueOrErrno("open", path) { unsafe access(path, R_OK) }
  }
}
