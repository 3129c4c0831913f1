internal import Glibc

/// A folder of a random name that its owner alone may enter; removed, with the files in it, when it
/// is let go.
struct TemporaryFolder: ~Copyable {
  let path: String
  /// The folder that it is in.
  let parent: String

  /// - Parameter parent: where to make it; `nil` for the first place for temporary files that can be
  ///   written.
  /// - Throws: `cannotCreate`.
  init(in parent: String? = nil) throws(StoreError) {
    let parents = parent.map { [$0] } ?? Self.parents
    for candidate in parents {
      var name = (candidate + "/movies-XXXXXX").utf8CString.map { $0 }
      guard unsafe mkdtemp(&name) != nil else { continue }
      path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      self.parent = candidate
      return
    }
    let reason = unsafe String(cString: strerror(errno))
    throw .cannotCreate(path: parents.last ?? "", reason: reason)
  }

  deinit {
    for name in Folder.names(in: path) { unsafe unlink(path + "/" + name) }
    unsafe rmdir(path)
  }

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

  private static var parents: [String] {
    let fallbacks = ["/var/tmp", "/tmp"]
    guard let value = unsafe getenv("TMPDIR"),
      let wish = unsafe String(validatingCString: value), wish.utf8.first == UInt8(ascii: "/")
    else { return fallbacks }
    return [wish] + fallbacks
  }
}
