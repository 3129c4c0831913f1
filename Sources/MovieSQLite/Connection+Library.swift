internal import CMovieSQLite
internal import MovieSystem

/// The SQLite library of this process, whose version can differ from the one at build time.
extension Connection {
  /// The version, such as "3.40.1".
  package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// Whether the library is version 3.40 or later.
  package static let isLibrarySupported = sqlite3_libversion_number() >= 3_040_000

  /// Whether the library is linked statically, or `nil` if that is unknown.
  package static let isLibraryBuiltIn: Bool? = {
    do throws(SystemError) {
      // The loaded files of this process. A static program has no shared library.
      let maps = String(
        decoding: try ByteSource(path: "/proc/self/maps").readToEnd(), as: UTF8.self)
      return !maps.utf8.split(separator: UInt8(ascii: "/")).contains {
        $0.starts(with: "libsqlite3.so".utf8)
      }
    } catch {
      return nil
    }
  }()

  /// Limits the memory of all connections of this process.
  package static func setHardHeapLimit(bytes: Int64) { _ = sqlite3_hard_heap_limit64(bytes) }

  /// Whether SQLite reserves the word, in upper or lower case. Later releases may reserve more words.
  package static func isKeyword(_ word: [UInt8]) -> Bool {
    unsafe word.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe sqlite3_keyword_check(start, Int32(clamping: bytes.count)) != 0
    }
  }
}
