internal import CLibrary

/// The names under which files grow: `.movies-` and sixteen hexadecimal digits.
enum TemporaryName {
  private static let prefix = ".movies-"
  private static let digitCount = 16

  static func random() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return prefix + String(repeating: "0", count: digitCount - digits.utf8.count) + digits
  }

  static func matches(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + digitCount else {
      return false
    }
    return name.utf8.dropFirst(prefix.utf8.count).allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
  }

  /// Locks a file that was just created, so that other processes do not take it for abandoned.
  ///
  /// - Returns: `false` if one of them was faster: it found the file before the lock, and removes it.
  static func claim(_ descriptor: Int32) -> Bool {
    // On a file system without locks, no process can find the file abandoned either.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    var status = stat()
    return unsafe fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  /// Removes what killed processes left in a folder: files of such a name that nobody has locked.
  ///
  /// A failure is none of the caller's business and leaves the file where it is.
  static func removeAbandoned(in folder: String) {
    for name in Directory.names(in: folder) where matches(name) {
      removeIfAbandoned(folder + "/" + name)
    }
  }

  private static func removeIfAbandoned(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode == S_IFREG | 0o600,
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    unsafe unlink(path)
  }
}
