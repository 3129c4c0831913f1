internal import CMovieSQLite

/// Options and limits that make an untrusted file harmless.
extension Connection {
  /// An option of `sqlite3_db_config`.
  package enum Option {
    /// SQL cannot damage the file deliberately (`SQLITE_DBCONFIG_DEFENSIVE`).
    case defensive
    /// The schema can use any function and virtual table (`SQLITE_DBCONFIG_TRUSTED_SCHEMA`).
    case trustedSchema
    /// Views can be used (`SQLITE_DBCONFIG_ENABLE_VIEW`).
    case views
    /// Extensions can be loaded (`SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION`).
    case extensions
    /// SQL can register a tokenizer (`SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER`).
    case tokenizerFunction
    /// `"text"` that is not the name of a column is a string, in queries and changes (`SQLITE_DBCONFIG_DQS_DML`).
    case doubleQuotedStringsDML
    /// The same in the schema (`SQLITE_DBCONFIG_DQS_DDL`).
    case doubleQuotedStringsDDL
    /// Foreign keys are enforced (`SQLITE_DBCONFIG_ENABLE_FKEY`).
    case foreignKeys
    /// The database counts as empty, so that even a damaged one can be overwritten
    /// (`SQLITE_DBCONFIG_RESET_DATABASE`).
    case resetDatabase

    var code: Int32 {
      switch self {
      case .defensive: SQLITE_DBCONFIG_DEFENSIVE
      case .trustedSchema: SQLITE_DBCONFIG_TRUSTED_SCHEMA
      case .views: SQLITE_DBCONFIG_ENABLE_VIEW
      case .extensions: SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION
      case .tokenizerFunction: SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER
      case .doubleQuotedStringsDML: SQLITE_DBCONFIG_DQS_DML
      case .doubleQuotedStringsDDL: SQLITE_DBCONFIG_DQS_DDL
      case .foreignKeys: SQLITE_DBCONFIG_ENABLE_FKEY
      case .resetDatabase: SQLITE_DBCONFIG_RESET_DATABASE
      }
    }
  }

  /// Sets the option and checks that it took effect.
  package mutating func set(_ option: Option, to isOn: Bool) throws(SQLiteError) {
    try unsafe check(movie_sqlite_set_option(handle, option.code, isOn ? 1 : 0), handle)
  }

  /// Removes all modules of virtual tables except `json_each`, so that `PRAGMA integrity_check` skips
  /// virtual tables instead of opening them.
  package mutating func removeModules() throws(SQLiteError) {
    try unsafe check(movie_sqlite_remove_modules(handle), handle)
  }

  /// A limit of `sqlite3_limit`.
  package enum Limit {
    /// Bytes of one value or row (`SQLITE_LIMIT_LENGTH`).
    case valueLength
    /// Bytes of one statement (`SQLITE_LIMIT_SQL_LENGTH`).
    case statementLength
    /// Depth of an expression (`SQLITE_LIMIT_EXPR_DEPTH`).
    case expressionDepth
    /// Databases attached (`SQLITE_LIMIT_ATTACHED`).
    case attachedDatabases
    /// Number of parameters of a statement (`SQLITE_LIMIT_VARIABLE_NUMBER`).
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

  /// Lowers the limit.
  package mutating func setLimit(_ limit: Limit, to value: Int32) {
    _ = unsafe sqlite3_limit(handle, limit.code, value)
  }
}
