internal import Glibc
internal import MovieStore
package import MovieSystem

/// A folder of a random name in the one that `TMPDIR` names, or else in `/tmp`; removed, with all that
/// is in it, when it is let go.
package struct ScratchFolder: ~Copyable {
  /// Absolute.
  package let path: String

  package init() throws(SystemError) {
    let template = Self.parent + "/movies-benchmarks-XXXXXX"
    var name = Array(template.utf8CString)
    guard unsafe mkdtemp(&name) != nil else {
      throw SystemError(code: errno, operation: "create", path: template)
    }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Self.removeFiles(in: path)
    unsafe rmdir(path)
  }

  private static func removeFiles(in folder: String) {
    guard let entries = unsafe opendir(folder) else { return }
    defer { unsafe closedir(entries) }
    while let entry = unsafe readdir(entries) {
      // Those of the folder itself and of the one above it are no files, and stay.
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          _ = unsafe unlinkat(dirfd(entries), name, 0)
        }
      }
    }
  }

  private static var parent: String {
    guard let value = unsafe getenv("TMPDIR"), let path = unsafe String(validatingCString: value),
      path.utf8.first == UInt8(ascii: "/")
    else { return "/tmp" }
    return path
  }
}
