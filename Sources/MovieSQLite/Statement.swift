internal import CMovieSQLite

/// A prepared statement: bind values, step through rows, reset, run again.
///
/// It belongs to one owner. A cached one can be used again after that.
@safe package struct Statement: ~Copyable {
  private let prepared: PreparedStatement
  let handle: OpaquePointer

  init(_ prepared: PreparedStatement) {
    self.prepared = prepared
    unsafe handle = prepared.handle
  }

  deinit { prepared.endUse() }

  // MARK: Running

  /// Moves to the next row.
  ///
  /// - Returns: Whether there is one. After the last row, the statement can be reset and run again.
  package mutating func step() throws(SQLiteError) -> Bool {
    try unsafe check(sqlite3_step(handle), connection, sql: text) == .row
  }

  /// The current row, after ``step()`` returned `true`.
  package var row: Row { unsafe Row(of: handle) }

  /// Runs the statement to its end, ignoring any rows, and resets it.
  package mutating func run() throws(SQLiteError) {
    while try step() {}
    try reset()
  }

  /// Makes the statement ready to run again. Bound values are retained.
  package mutating func reset() throws(SQLiteError) {
    try unsafe check(sqlite3_reset(handle), connection, sql: text)
  }

  /// Runs the statement, calls the closure with each row, and resets the statement.
  package mutating func forEachRow<Failure: Error>(
    _ body: (borrowing Row) throws(Failure) -> Void
  ) throws {
    while try step() { try body(row) }
    try reset()
  }

  /// The same for a closure that throws no other errors than SQLite's.
  package mutating func forEachRow(
    _ body: (borrowing Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    while try step() { try body(row) }
    try reset()
  }

  /// Runs the statement, returns the values decoded from its rows, and resets it.
  package mutating func fetchAll<Value>(
    _ decode: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    var values: [Value] = []
    while try step() { values.append(try decode(row)) }
    try reset()
    return values
  }

  /// Runs the statement, returns the value decoded from its first row, or `nil` if it has none, and
  /// resets it.
  package mutating func fetchOne<Value>(
    _ decode: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    let value = try step() ? try decode(row) : nil
    try reset()
    return value
  }

  var connection: OpaquePointer? { unsafe sqlite3_db_handle(handle) }

  var text: String? { unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } }
}

// MARK: - Binding

/// Values of the parameters. Positions are counted from 1.
extension Statement {
  package mutating func bind(_ value: Int64, at position: Int) throws(SQLiteError) {
    try checkBinding(unsafe sqlite3_bind_int64(handle, Int32(position), value))
  }

  /// Binds a copy of a text in UTF-8, including any NUL characters.
  package mutating func bind(_ value: Span<UInt8>, at position: Int) throws(SQLiteError) {
    let result = unsafe value.withUnsafeBufferPointer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe movie_sqlite_bind_text(
          handle, Int32(position), text.baseAddress, UInt64(text.count))
      }
    }
    try checkBinding(result)
  }

  package mutating func bind(
    _ value: some DatabaseValueConvertible, at position: Int
  ) throws(SQLiteError) {
    switch value.databaseValue {
    case .integer(let number): try bind(number, at: position)
    case .real(let number):
      try checkBinding(unsafe sqlite3_bind_double(handle, Int32(position), number))
    case .text(let text): try bind(text.utf8.span, at: position)
    case .utf8(let text): try bind(text.span, at: position)
    }
  }

  /// Binds the values in order, starting at position 1.
  package mutating func bind(_ values: [DatabaseValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
  }

  private func checkBinding(_ result: Int32) throws(SQLiteError) {
    if result == SQLITE_TOOBIG {
      throw SQLiteError(code: .parameterTooBig, message: "string or blob too big", sql: text)
    }
    try unsafe check(result, connection, sql: text)
  }
}

/// Inserts rows, many of them with each run of a statement, because a run costs more than a row.
///
/// Values are added row by row and column by column. A constraint that fails leaves the rows before it,
/// which saves SQLite a statement journal; the caller must then roll back the transaction.
package struct RowInserter: ~Copyable {
  private let columnCount: Int
  private let rowCount: Int
  private var statement: Statement
  /// Values bound since the last run.
  private var boundCount = 0

  /// - Parameter table: A table and its columns, as in `T(a, b)`.
  package init(
    into table: String, columns: Int, rows: Int, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let row = "(" + Array(repeating: "?", count: columns).joined(separator: ", ") + ")"
    let values = Array(repeating: row, count: rows).joined(separator: ", ")
    // The limit is for the last run, which has fewer rows. The statement takes much memory.
    var statement = try transaction.prepare(
      "INSERT OR FAIL INTO \(raw: table) SELECT * FROM (VALUES \(raw: values)) LIMIT ?",
      isCached: false)
    try statement.bind(rows, at: columns * rows + 1)
    self.statement = statement
    columnCount = columns
    rowCount = rows
  }

  package mutating func add(_ value: Int64) throws(SQLiteError) {
    boundCount += 1
    try statement.bind(value, at: boundCount)
    try runIfFull()
  }

  package mutating func add(_ value: Double) throws(SQLiteError) {
    boundCount += 1
    try statement.bind(value, at: boundCount)
    try runIfFull()
  }

  package mutating func add(_ value: Span<UInt8>) throws(SQLiteError) {
    boundCount += 1
    try statement.bind(value, at: boundCount)
    try runIfFull()
  }

  private mutating func runIfFull() throws(SQLiteError) {
    guard boundCount == columnCount * rowCount else { return }
    boundCount = 0
    try statement.run()
  }

  /// Inserts the remaining rows.
  package mutating func finish() throws(SQLiteError) {
    guard boundCount > 0 else { return }
    try statement.bind(boundCount / columnCount, at: columnCount * rowCount + 1)
    boundCount = 0
    try statement.run()
    try statement.bind(rowCount, at: columnCount * rowCount + 1)
  }
}
