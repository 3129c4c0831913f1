internal import Glibc
internal import MovieSQLite

extension DatabaseFile {
  /// The absolute path. SQLite would interpret a relative `file:…` as a URI.
  ///
  /// - Throws: `unreadable` if there is no working directory, or its name is not valid UTF-8.
  static func absolute(_ path: String) throws(StoreError) -> String {
    // By bytes: a slash and a combining mark are one Character.
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let name = unsafe getcwd(nil, 0) else {
      throw .unreadable(path: path, reason: systemReason())
    }
    defer { unsafe free(name) }
    guard let directory = unsafe String(validatingCString: name) else {
      throw .unreadable(
        path: path,
        reason: "the name of the working directory is not valid UTF-8; "
          + "run from another directory or use an absolute path")
    }
    return directory + "/" + path
  }

  /// The path with symbolic links resolved; the path itself if nothing exists there.
  static func realPath(_ path: String) -> String {
    realBytes(path).flatMap { String(validating: $0, as: UTF8.self) } ?? path
  }

  /// Makes sure that SQLite can open the file that is to be created at the path, under its own name.
  ///
  /// - Throws: `cannotCreate`.
  static func requireCreatable(_ path: String) throws(StoreError) {
    if let reason = obstacle(in: path) { throw .cannotCreate(path: path, reason: reason) }
  }

  /// The reason why SQLite cannot open a file of this path under its own name; `nil` if it can.
  static func obstacle(in path: String) -> String? {
    let limit = Connection.pathLimit
    // The system resolves no longer path either.
    let bytes = path.utf8.count < PATH_MAX ? resolved(path) : Array(path.utf8)
    if bytes.count > limit {
      return "the path is too long (\(bytes.count) bytes, at most \(limit)); use a shorter one"
    }
    if String(validating: bytes, as: UTF8.self) == nil {
      return "its real path is not valid UTF-8; rename the file or directory"
    }
    return nil
  }

  /// The path with symbolic links and `..` resolved, in the parts that do not exist too.
  private static func resolved(_ path: String) -> [UInt8] {
    if let bytes = realBytes(path) { return bytes == [UInt8(ascii: "/")] ? [] : bytes }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return [] }
    let directory = resolved(String(path[..<slash]))
    switch String(path[path.utf8.index(after: slash)...]) {
    case "", ".": return directory
    case "..": return Array(directory[..<(directory.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
    case let name: return directory + [UInt8(ascii: "/")] + name.utf8
    }
  }

  private static func realBytes(_ path: String) -> [UInt8]? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }
}
