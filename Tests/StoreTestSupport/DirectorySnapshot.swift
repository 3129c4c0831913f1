import Foundation
import TestSupport

/// The content and metadata of a directory and its files, without access times.
///
/// As root, the time of the last status change (ctime) is left out, too: SQLite then sets the owner of the
/// files next to a database even if it only reads them, and setting the same owner changes the ctime.
package struct DirectorySnapshot: Equatable {
  private struct File: Equatable {
    let bytes: [UInt8]
    let inode: UInt64
    let mode: UInt32
    let owner: [UInt32]
    let modified: [Int]
    let changed: [Int]
  }

  private var files: [String: File] = [:]
  private let directory: File

  package init(_ path: String) throws {
    directory = try Self.file(path, bytes: [])
    for name in try Files.names(in: path) {
      files[name] = try Self.file(path + "/" + name, bytes: Files.bytes(path + "/" + name))
    }
  }

  package var names: [String] { files.keys.sorted() }

  private static func file(_ path: String, bytes: [UInt8]) throws -> File {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
    return File(
      bytes: bytes, inode: UInt64(status.st_ino), mode: status.st_mode,
      owner: [status.st_uid, status.st_gid],
      modified: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec],
      changed: geteuid() == 0 ? [] : [status.st_ctim.tv_sec, status.st_ctim.tv_nsec])
  }
}
