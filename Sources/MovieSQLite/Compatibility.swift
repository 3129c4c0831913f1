internal import CMovieSQLite

package struct Clause: Hashable, Sendable {
  package var sql: String
  package var values: [DatabaseValue]
  package init(_ sql: String, _ values: [DatabaseValue] = []) {
    self.sql = sql; self.values = values
  }
  package static func joined(_ clauses: [Clause], by separator: String) -> Clause {
    Clause(clauses.map(\.sql).joined(separator: separator), clauses.flatMap(\.values))
  }
  package static func + (left: Clause, right: Clause) -> Clause {
    Clause(left.sql + right.sql, left.values + right.values)
  }
}
package typealias Value = DatabaseValue
extension Transaction {
  package borrowing func prepare(_ clause: Clause) throws(SQLiteError) -> Statement {
    var statement = try prepare(SQL(raw: clause.sql))
    try statement.bind(clause.values)
    return statement
  }
}
extension Statement {
  package borrowing func integer(at column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, Int32(column))
  }
  package borrowing func boolean(at column: Int) -> Bool { integer(at: column) != 0 }
  package borrowing func text(at column: Int) -> String {
    String(decoding: bytes(at: column), as: UTF8.self)
  }
  package borrowing func withBytes(at column: Int, _ body: (Span<UInt8>) -> Void) {
    let start = unsafe sqlite3_column_text(handle, Int32(column))
    let count = unsafe start == nil ? 0 : Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    unsafe body(UnsafeBufferPointer(start: start, count: count).span)
  }
  package borrowing func withText(at column: Int, _ body: (Span<UInt8>) -> Void) {
    body(text(at: column).utf8.span)
  }
  package borrowing func bytes(at column: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    withBytes(at: column) { text in for index in text.indices { bytes.append(text[index]) } }
    return bytes
  }
  package borrowing func isNull(at column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }
}
