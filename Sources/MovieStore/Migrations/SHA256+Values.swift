internal import MovieSQLite

/// Values that go into a hash so that no two sequences of them give the same bytes.
extension SHA256 {
  mutating func add(_ value: Int64) {
    var bytes = InlineArray<8, UInt8>(repeating: 0)
    for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: value >> Int64(8 * index)) }
    update(bytes.span)
  }

  mutating func add(_ bytes: Span<UInt8>) {
    add(Int64(bytes.count))
    update(bytes)
  }

  /// Adds the rows of a query: so many columns of integers, and after them one of text if it has more.
  mutating func add(
    rowsOf sql: String, integers: Int, hasText: Bool = false, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    var rows = try transaction.prepare(SQL(raw: sql))
    while try rows.step() {
      for column in 0..<integers { add(rows.integer(at: column)) }
      if hasText { rows.withBytes(at: integers) { add($0) } }
    }
  }

  /// The hash of what came so far; more may follow.
  var digest: [UInt8] {
    let copy = self
    return copy.finish()
  }
}

extension [UInt8] {
  /// The bytes as lower-case hexadecimal digits.
  var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
