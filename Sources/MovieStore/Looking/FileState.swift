internal import Glibc

/// What the system tells of a file that changes whenever the file does.
struct FileState: Hashable {
  let path: String
  private let device: UInt64
  private let inode: UInt64
  private let owner: [UInt32]
  private let modified: [Int]
  private let changed: [Int]
  /// The length in bytes.
  let size: Int64
  let isRegular: Bool

  /// `nil` where nothing is at the path; a symbolic link is not followed.
  init?(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.path = path
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    owner = [status.st_uid, status.st_gid]
    modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    size = Int64(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the file belongs to the user and the group that the other one does.
  func hasOwner(of other: FileState) -> Bool { owner == other.owner }

  /// Whether the file is still what it was.
  var isCurrent: Bool { FileState(path) == self }
}
