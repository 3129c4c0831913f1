internal import CLibrary

/// Paths, compared and cut byte by byte: a slash and a combining mark are one `Character`.
package enum FilePath {
  /// The maximum length of a path that the system resolves, in bytes.
  package static var lengthLimit: Int { Int(PATH_MAX) }

  /// Returns the path if it is absolute; otherwise the path below the working directory.
  ///
  /// - Throws: `SystemError` if there is no working directory, or its name is not valid UTF-8.
  package static func absolute(_ path: String) throws(SystemError) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    var name: UnsafeMutablePointer<CChar>?
    defer { unsafe free(name) }
    try valueOrErrno("find", path) {
      unsafe name = getcwd(nil, 0)
      return unsafe name == nil ? -1 : 0
    }
    guard let directory = unsafe name.flatMap({ unsafe String(validatingCString: $0) }) else {
      throw SystemError(
        code: EILSEQ, operation: "find", path: path,
        explanation: "the name of the working directory is not valid UTF-8; "
          + "run from another directory or use an absolute path")
    }
    return directory + "/" + path
  }

  /// Returns the path without symbolic links, or the path itself if no file exists there.
  package static func resolved(_ path: String) -> String {
    resolvedBytes(path).flatMap { String(validating: $0, as: UTF8.self) } ?? path
  }

  /// Returns the path without symbolic links and `..`, also in parts that do not exist.
  package static func resolvedPrefix(of path: String) -> [UInt8] {
    if let bytes = resolvedBytes(path) { return bytes == [UInt8(ascii: "/")] ? [] : bytes }
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
