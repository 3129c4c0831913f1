internal import CMovieSQLite
internal import Glibc

/// The SQLite library that this process runs, which need not be the one that it was built with.
extension Connection {
  /// Its version, such as "3.40.1".
  package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// Whether it is 3.40 or newer.
  package static let isLibrarySupported = sqlite3_libversion_number() >= 3_040_000

  /// Whether it is part of the program, and not a shared library; `nil` where that cannot be known.
  package static let isLibraryBuiltIn: Bool? = {
    // The loaded files of this process; a program of one file has no shared library.
    guard let maps = unsafe fopen("/proc/self/maps", "re") else { return nil }
    defer { unsafe fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    defer { unsafe free(line) }
    var capacity = 0
    while unsafe getline(&line, &capacity, maps) > 0 {
      if let line = unsafe line, unsafe strstr(line, "/libsqlite3.so") != nil { return false }
    }
    return true
  }()
}
