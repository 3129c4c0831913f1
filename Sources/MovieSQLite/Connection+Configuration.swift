internal import CMovieSQLite
internal import MovieSystem

/// The SQLite library of this process, whose version can differ from the one at build time.
extension Connection {
  /// The version, such as "3.40.1".
  package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// Whether the library is version 3.40 or later.
  package static let isLibrarySupported = sqlite3_libversion_number() >= 3_040_000

  /// Limits the memory of all connections of this process.
  package static func setHardHeapLimit(bytes: Int64) { _ = sqlite3_hard_heap_limit64(bytes) }
}

/// Options and limits that make an untrusted file harmless.
extension Connection {
  /// An option of `sqlite3_db_config`.
  package struct Option: Sendable {
    fileprivate let code: Int32

    /// SQL cannot damage the file deliberately.
    package static let defensive = Option(code: SQLITE_DBCONFIG_DEFENSIVE)
    /// The schema can use any function and virtual table.
    package static let trustedSchema = Option(code: SQLITE_DBCONFIG_TRUSTED_SCHEMA)
    package static let views = Option(code: SQLITE_DBCONFIG_ENABLE_VIEW)
    package static let extensions = Option(code: SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION)
    /// SQL can register a tokenizer.
    package static let tokenizerFunction = Option(code: SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER)
    /// `"text"` that is not the name of a column is a string, in queries and changes.
    package static let doubleQuotedStringsDML = Option(code: SQLITE_DBCONFIG_DQS_DML)
    /// The same in the schema.
    package static let doubleQuotedStringsDDL = Option(code: SQLITE_DBCONFIG_DQS_DDL)
    package static let foreignKeys = Option(code: SQLITE_DBCONFIG_ENABLE_FKEY)
    /// The database counts as empty, so that even a damaged one can be overwritten.
    package static let resetDatabase = Option(code: SQLITE_DBCONFIG_RESET_DATABASE)
  }

  /// A limit of `sqlite3_limit`.
  package struct Limit: Sendable {
    fileprivate let code: Int32

    /// Bytes of one value or row.
    package static let valueLength = Limit(code: SQLITE_LIMIT_LENGTH)
    /// Bytes of one statement.
    package static let statementLength = Limit(code: SQLITE_LIMIT_SQL_LENGTH)
    package static let expressionDepth = Limit(code: SQLITE_LIMIT_EXPR_DEPTH)
    package static let attachedDatabases = Limit(code: SQLITE_LIMIT_ATTACHED)
    package static let parameters = Limit(code: SQLITE_LIMIT_VARIABLE_NUMBER)
  }

  /// Sets the option and checks that it took effect.
  package func set(_ option: Option, to isOn: Bool) throws(SQLiteError) {
    try transaction.set(option, to: isOn)
  }

  /// Lowers the limit.
  package func setLimit(_ limit: Limit, to value: Int32) {
    _ = unsafe sqlite3_limit(handle, limit.code, value)
  }

  /// Removes all modules of virtual tables except `json_each`, so that `PRAGMA integrity_check` skips
  /// virtual tables instead of opening them.
  package func removeModules() throws(SQLiteError) {
    try unsafe check(movie_sqlite_remove_modules(handle), handle)
  }
}

extension Transaction {
  borrowing func set(_ option: Connection.Option, to isOn: Bool) throws(SQLiteError) {
    try unsafe check(movie_sqlite_set_option(connection, option.code, isOn ? 1 : 0), connection)
  }
}

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
    /// A database in a temporary file, which is deleted when it is closed.
    case temporary

    /// The first argument of `sqlite3_open_v2`.
    var name: String {
      switch self {
      // SQLite refuses a path that is too long before it resolves links and `..`.
      case .file(let path): FilePath.resolved(path)
      case .readOnly(let path, let mode):
        // A URI in which each byte of the path is escaped.
        "file:"
          + FilePath.resolved(path).utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }
          .joined() + "?\(mode.rawValue)"
      case .memory: ":memory:"
      case .temporary: ""
      }
    }

    var flags: Int32 {
      switch self {
      case .file, .memory: SQLITE_OPEN_READWRITE
      case .temporary: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
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
