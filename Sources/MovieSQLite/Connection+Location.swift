internal import CMovieSQLite
internal import MovieSystem

extension Connection {
  /// The maximum length in bytes of the resolved path of a database, whose journal must also be opened.
  package static let pathLimit: Int = {
    guard let system = unsafe sqlite3_vfs_find(nil) else { return 0 }
    return unsafe Int(system.pointee.mxPathname) - "-journal".utf8.count
  }()

  /// The location of a database.
  package enum Location: Hashable, Sendable {
    /// An existing file. The path is absolute: SQLite would interpret `file:…` as a URI.
    case file(String)
    /// An existing file that is only read, by its absolute path.
    case readOnly(String, ReadOnlyMode)
    case memory

    /// The first argument of `sqlite3_open_v2`.
    var name: String {
      switch self {
      // SQLite refuses a path that is too long before it resolves links and `..`.
      case .file(let path): FilePath.resolved(path)
      case .readOnly(let path, let mode):
        "file://\(Self.percentEncoded(FilePath.resolved(path)))?\(mode.rawValue)"
      case .memory: ":memory:"
      }
    }

    var flags: Int32 {
      switch self {
      case .file, .memory: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    }

    private static func percentEncoded(_ path: String) -> String {
      var encoded = ""
      for byte in path.utf8 {
        switch Unicode.Scalar(byte) {
        case let plain where "a"..."z" ~= plain || "A"..."Z" ~= plain || "-"..."9" ~= plain:
          encoded.unicodeScalars.append(plain)
        default: encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
        }
      }
      return encoded
    }
  }

  /// How a file is read without writing to it or to the files next to it. The right mode depends on the
  /// journal mode and the side files; the wrong one fails, creates a side file, or reads inconsistent data.
  package enum ReadOnlyMode: String, Sendable {
    /// With locks, and with shared memory that is not written: for a rollback journal,
    /// and for a write-ahead log that has its `-wal` and its `-shm`.
    case locking = "readonly_shm=1"
    /// Without locks and side files: for a database in WAL mode without a `-wal`. The
    /// caller checks that the file did not change meanwhile.
    case immutable = "immutable=1"
  }
}
