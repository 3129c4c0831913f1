internal import CMovieSQLite

/// The statements that a connection has prepared, by their SQL: preparing a statement takes longer
/// than running most of them.
final class StatementCache {
  /// The number of different statements to keep. The library has fewer.
  private static let limit = 256

  /// Hashing a whole text would take longer than looking it up.
  private struct Key: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
  }

  private var statements: [Key: PreparedStatement] = [:]

  /// Returns a statement that is not in use.
  func statement(
    _ sql: String, on connection: OpaquePointer
  ) throws(SQLiteError) -> PreparedStatement {
    let key = Key(sql: sql)
    let cached = statements[key]
    if let cached, cached.beginUse() { return cached }
    let statement = try unsafe PreparedStatement(sql, on: connection)
    guard cached == nil, Self.canCache(sql) else { return statement }
    if statements.count == Self.limit { removeAll() }
    statements[key] = statement
    return statement
  }

  /// Finalizes the statements that are not in use, which also closes their virtual tables.
  func removeAll() { statements = [:] }

  /// Some pragmas take effect when they are prepared. Changes of the schema are not repeated.
  private static func canCache(_ sql: String) -> Bool {
    ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains { sql.utf8.starts(with: $0.utf8) }
  }
}

/// A statement as SQLite prepared it. It is finalized when neither the cache nor a `Statement` has
/// it.
@safe final class PreparedStatement {
  let handle: OpaquePointer
  private var isInUse = true

  /// - Throws: `SQLiteError`, also for text that contains no statement, or that continues after one
  ///   with anything but white space.
  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    var text = sql
    var prepared: OpaquePointer?
    var isSingle = true
    let result = text.withUTF8 { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        var end: UnsafePointer<CChar>?
        let result = unsafe sqlite3_prepare_v3(
          connection, text.baseAddress, Int32(text.count), 0, &prepared, &end)
        if let start = text.baseAddress, let end = unsafe end {
          isSingle = unsafe text[(end - start)...].allSatisfy { $0 == 0x20 || $0 == 0x0A }
        }
        return result
      }
    }
    try unsafe check(result, connection, sql: sql)
    guard let prepared = unsafe prepared, isSingle else {
      _ = unsafe sqlite3_finalize(prepared)
      let message = isSingle ? "the SQL has no statement" : "the SQL has more than one statement"
      throw SQLiteError(code: .error, message: message, sql: sql)
    }
    unsafe handle = prepared
  }

  deinit { _ = unsafe sqlite3_finalize(handle) }

  /// - Returns: `false` if the statement is in use already.
  func beginUse() -> Bool {
    defer { isInUse = true }
    return !isInUse
  }

  /// Ends the use: releases locks and large values.
  func endUse() {
    _ = unsafe sqlite3_reset(handle)
    _ = unsafe sqlite3_clear_bindings(handle)
    isInUse = false
  }
}
