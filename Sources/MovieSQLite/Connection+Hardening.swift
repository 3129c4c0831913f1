internal import CMovieSQLite

/// What a connection must not do for a file that a stranger made.
extension Connection {
  /// An option of `sqlite3_db_config`.
  package enum Option {
    /// No SQL may damage the file on purpose (`SQLITE_DBCONFIG_DEFENSIVE`).
    case defensive
    /// Functions and virtual tables may be used by the schema (`SQLITE_DBCONFIG_TRUSTED_SCHEMA`).
    case trustedSchema
    /// Views work (`SQLITE_DBCONFIG_ENABLE_VIEW`).
    case views
    /// Extensions can be loaded (`SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION`).
    case extensions
    /// SQL may register a tokenizer (`SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER`).
    case tokenizerFunction
    /// `"text"` is a string where it names no column (`SQLITE_DBCONFIG_DQS_DML`).
    case quotedStringsInQueries
    /// The same in the schema (`SQLITE_DBCONFIG_DQS_DDL`).
    case quotedStringsInSchema
    /// Foreign keys are enforced (`SQLITE_DBCONFIG_ENABLE_FKEY`).
    case foreignKeys
    /// What the file holds counts as nothing, so that it can be written over even where it is damaged
    /// (`SQLITE_DBCONFIG_RESET_DATABASE`).
    case replacement

    var code: Int32 {
      switch self {
      case .defensive: SQLITE_DBCONFIG_DEFENSIVE
      case .trustedSchema: SQLITE_DBCONFIG_TRUSTED_SCHEMA
      case .views: SQLITE_DBCONFIG_ENABLE_VIEW
      case .extensions: SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION
      case .tokenizerFunction: SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER
      case .quotedStringsInQueries: SQLITE_DBCONFIG_DQS_DML
      case .quotedStringsInSchema: SQLITE_DBCONFIG_DQS_DDL
      case .foreignKeys: SQLITE_DBCONFIG_ENABLE_FKEY
      case .replacement: SQLITE_DBCONFIG_RESET_DATABASE
      }
    }
  }

  /// Sets the option, and reads it back.
  package mutating func set(_ option: Option, to isOn: Bool) throws(SQLiteError) {
    try unsafe check(movie_sqlite_set_option(handle, option.code, isOn ? 1 : 0), handle)
  }

  /// Removes the modules of virtual tables, but for `json_each`: SQLite then takes tables that need one
  /// of them for unknown, and `PRAGMA integrity_check` leaves them out instead of opening them.
  package mutating func removeModules() throws(SQLiteError) {
    try unsafe check(movie_sqlite_remove_modules(handle), handle)
  }

  /// A bound of `sqlite3_limit`.
  package enum Limit {
    /// Bytes of one value or row (`SQLITE_LIMIT_LENGTH`).
    case valueLength
    /// Bytes of one statement (`SQLITE_LIMIT_SQL_LENGTH`).
    case statementLength
    /// Depth of an expression (`SQLITE_LIMIT_EXPR_DEPTH`).
    case expressionDepth
    /// Databases attached (`SQLITE_LIMIT_ATTACHED`).
    case attachedDatabases
    /// Highest number of a parameter (`SQLITE_LIMIT_VARIABLE_NUMBER`).
    case parameters

    var code: Int32 {
      switch self {
      case .valueLength: SQLITE_LIMIT_LENGTH
      case .statementLength: SQLITE_LIMIT_SQL_LENGTH
      case .expressionDepth: SQLITE_LIMIT_EXPR_DEPTH
      case .attachedDatabases: SQLITE_LIMIT_ATTACHED
      case .parameters: SQLITE_LIMIT_VARIABLE_NUMBER
      }
    }
  }

  /// Lowers the bound.
  package mutating func limit(_ limit: Limit, to bound: Int32) {
    _ = unsafe sqlite3_limit(handle, limit.code, bound)
  }

  /// Bounds the memory of all connections of this process.
  package static func limitHeap(bytes: Int64) { _ = sqlite3_hard_heap_limit64(bytes) }
}
