import Foundation
import TestSupport

/// All that can be told of the files in a folder but when they were last read.
struct FolderSnapshot: Equatable {
  struct File: Equatable {
    let bytes: [UInt8]
    let inode: UInt64
    let mode: UInt32
    let owner: [UInt32]
    let modified: [Int]
    let changed: [Int]
  }

  private var files: [String: File] = [:]
  private let folder: File

  init(_ path: String) throws {
    folder = try Self.file(path, bytes: [])
    for name in try Files.names(in: path) {
      files[name] = try Self.file(path + "/" + name, bytes: Files.bytes(path + "/" + name))
    }
  }

  var names: [String] { files.keys.sorted() }

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
