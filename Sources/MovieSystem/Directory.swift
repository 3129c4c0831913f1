internal import CLibrary

/// Directories and the files in them.
package enum Directory {
  /// Returns the names of the entries except `.` and `..`, in no order.
  ///
  /// Names that are not valid UTF-8 are left out.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let entries = unsafe opendir(path) else {
      throw SystemError(code: errno, operation: "read", path: path)
    }
    defer { unsafe closedir(entries) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(entries) else {
        if errno == 0 { return names }
        throw SystemError(code: errno, operation: "read", path: path)
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { start in
          unsafe String(validatingCString: start)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
  }

  /// Creates the directory and its parents. Only the owner has access to them.
  package static func create(_ path: String) throws(SystemError) {
    if unsafe access(path, F_OK) == 0 { return }
    if path.utf8.count >= FilePath.lengthLimit {
      throw SystemError(code: ENAMETOOLONG, operation: "create", path: path)
    }
    let parent = FilePath.directory(of: path)
    if parent != "." { try create(parent) }
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

  /// Truncates a file, or removes it if the length is 0. Failures are ignored.
  package static func truncateFile(_ path: String, to length: Int64) {
    if length == 0 { removeFile(path) } else { unsafe truncate(path, off_t(length)) }
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

/// Paths, compared and cut byte by byte: a slash and a combining mark are one `Character`.
package enum FilePath {
  /// The maximum length of a path that the system resolves, in bytes.
  package static var lengthLimit: Int { Int(PATH_MAX) }

  /// Returns the path if it is absolute; otherwise the path below the working directory.
  ///
  /// - Throws: `SystemError` if there is no working directory, or its name is not valid UTF-8.
  package static func absolute(_ path: String) throws(SystemError) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let bytes = resolvedBytes(".") else {
      throw SystemError(code: errno, operation: "find", path: path)
    }
    guard let directory = String(validating: bytes, as: UTF8.self) else {
      throw SystemError(
        code: EILSEQ, operation: "find", path: path,
        explanation: "the name of the working directory is not valid UTF-8; "
          + "run from another directory or use an absolute path")
    }
    return directory + "/" + path
  }

  /// Splits a path at its last slash. The directory of a name is `.`.
  static func split(_ path: String) -> (directory: String, name: [UInt8]) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return (".", Array(path.utf8))
    }
    let name = path.utf8[path.utf8.index(after: slash)...]
    return (String(Substring(path.utf8[...slash])), Array(name))
  }

  /// Returns the part of a path after its last slash.
  package static func name(of path: String) -> String {
    String(decoding: split(path).name, as: UTF8.self)
  }

  /// Returns the text after the last dot of the file's name in lowercase; empty without a dot.
  package static func fileExtension(of path: String) -> String {
    let name = split(path).name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// Returns the path without symbolic links, or the path itself if no file exists there.
  package static func resolved(_ path: String) -> String {
    resolvedBytes(path).flatMap { String(validating: $0, as: UTF8.self) } ?? path
  }

  /// Returns the path without symbolic links and `..`, also in parts that do not exist.
  package static func resolvedPrefix(of path: String) -> [UInt8] {
    if let bytes = resolvedBytes(path) { return bytes == [UInt8(ascii: "/")] ? [] : bytes }
    if path.utf8.count >= lengthLimit { return Array(path.utf8) }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return [] }
    let directory = resolvedPrefix(of: String(path[..<slash]))
    switch String(path[path.utf8.index(after: slash)...]) {
    case "", ".": return directory
    case "..": return Array(directory[..<(directory.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
    case let name: return directory + [UInt8(ascii: "/")] + name.utf8
    }
  }

  private static func resolvedBytes(_ path: String) -> [UInt8]? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// Returns the directory that contains the file, such as `.` for a plain name.
  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
