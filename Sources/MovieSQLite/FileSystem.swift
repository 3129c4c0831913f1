internal import CMovieSQLite

/// The kind of file system that a file is on.
package struct FileSystem {
  private let number: UInt32

  /// - Parameter path: of a file that is there.
  package init(of path: String) { number = unsafe movie_sqlite_file_system(path) }

  /// Whether nobody but this machine's kernel writes to it; false where that is not known.
  package var isLocal: Bool { Self.localOnes.contains(number) }

  /// The numbers that statfs(2) gives them.
  private static let localOnes: Set<UInt32> = [
    0xEF53,  // ext2, ext3, ext4
    0x5846_5342,  // XFS
    0x9123_683E,  // Btrfs
    0xF2F5_2010,  // F2FS
    0x2FC1_2FC1,  // ZFS
    0x0102_1994,  // tmpfs
    0x794C_7630,  // overlayfs
  ]
}
