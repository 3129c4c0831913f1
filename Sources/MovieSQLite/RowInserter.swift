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
    // The limit is for the last run, which has fewer rows.
    var statement = try transaction.prepare(
      "INSERT OR FAIL INTO \(raw: table) SELECT * FROM (VALUES \(raw: values)) LIMIT ?")
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
