internal import CLibrary

/// Directories and the files in them.
package enum Directory {
  /// Returns the names of the entries except `.` and `..`, in no order.
  ///
  /// The array is empty if the directory cannot be read. Names that are not valid UTF-8 are left out.
  package static func names(in path: String) -> [String] {
    guard let entries = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(entries) }
    var names: [String] = []
    while let entry = unsafe readdir(entries) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { start in
          unsafe String(validatingCString: start)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Creates the directory and its parents. Only the owner has access to them.
  package static func create(_ path: String) throws(SystemError) {
    if unsafe access(path, F_OK) == 0 { return }
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex {
      try create(String(path[..<slash]))
    }
    do {
      try valueOrErrno("create", path) { unsafe mkdir(path, 0o700) }
    } catch {
      if !error.isExistingFile { throw error }
    }
  }

  /// Creates an empty file that only its owner may read. An existing file or link is not touched.
  ///
  /// - Throws: `SystemError`; `isExistingFile` if a file or a symbolic link exists.
  package static func createFile(_ path: String) throws(SystemError) {
    let flags = O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_RDWR
    close(try valueOrErrno("create", path) { unsafe open(path, flags, 0o600) })
  }

  /// Removes a file. Failures are ignored.
  package static func removeFile(_ path: String) { unsafe unlink(path) }

  /// Removes a file if it exists.
  package static func removeExistingFile(_ path: String) throws(SystemError) {
    do {
      try valueOrErrno("remove", path) { unsafe unlink(path) }
    } catch {
      if !error.isMissingFile { throw error }
    }
  }

  /// The bytes that are available to this process on the file system of the path.
  package static func availableBytes(at path: String) throws(SystemError) -> Int64 {
    var status = statvfs()
    try valueOrErrno("inspect", path) { unsafe statvfs(path, &status) }
    let (bytes, isOver) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize))
    return isOver ? .max : Int64(clamping: bytes)
  }
}
