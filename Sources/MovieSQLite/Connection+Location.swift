internal import CMovieSQLite
internal import Glibc

extension Connection {
  /// The most bytes that the resolved path of a database may have: SQLite also opens its journal.
  package static let pathLimit: Int = {
    guard let system = unsafe sqlite3_vfs_find(nil) else { return 0 }
    return unsafe Int(system.pointee.mxPathname) - "-journal".utf8.count
  }()

  /// Where the database is.
  package enum Location: Hashable, Sendable {
    /// A file that exists. The path is absolute: SQLite would read `file:…` as a URI.
    case file(String)
    /// A file that exists and is only looked at, by its absolute path.
    case untouched(String, Look)
    case memory

    /// The first argument of `sqlite3_open_v2`.
    var name: String {
      switch self {
      case .file(let path): Self.resolved(path)
      case .untouched(let path, let look):
        "file://\(Self.percentEncoded(Self.resolved(path)))?\(look.parameter)"
      case .memory: ":memory:"
      }
    }

    var flags: Int32 {
      switch self {
      case .file, .memory: SQLITE_OPEN_READWRITE
      case .untouched: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    }

    /// Makes the system's calls fit for the location; the first time for the whole process.
    func prepare() throws(SQLiteError) {
      if case .untouched = self { try check(Self.sparedOwners, nil) }
    }

    private static let sparedOwners: Int32 = {
      // The list of file systems is there only once SQLite has begun.
      let begun = sqlite3_initialize()
      return begun == SQLITE_OK ? movie_sqlite_spare_owners() : begun
    }()

    /// SQLite refuses a path that is too long before it resolves links and `..`.
    private static func resolved(_ path: String) -> String {
      guard let real = unsafe realpath(path, nil) else { return path }
      defer { unsafe free(real) }
      return unsafe String(validatingCString: real) ?? path
    }

    private static func percentEncoded(_ path: String) -> String {
      var encoded = ""
      for byte in path.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
          UInt8(ascii: "-"), UInt8(ascii: "_"):
          encoded.unicodeScalars.append(Unicode.Scalar(byte))
        default:
          encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
        }
      }
      return encoded
    }
  }

  /// How a file is looked at with nothing written, neither into it nor beside it. Which way is
  /// right depends on the journal mode and the side files; the wrong one fails, makes a side file
  /// or reads nonsense.
  package enum Look: Hashable, Sendable {
    /// Locks are heeded, and shared memory is used but not written (`readonly_shm`): for a rollback
    /// journal, and for a write-ahead log that has its `-wal` and its `-shm`.
    case heedingLocks
    /// Neither locks nor side files are looked at (`immutable`): for a write-ahead log that is not
    /// there. Whoever reads makes sure that the file stayed as it was.
    case asImmutable

    var parameter: String {
      switch self {
      case .heedingLocks: "readonly_shm=1"
      case .asImmutable: "immutable=1"
      }
    }
  }
}
