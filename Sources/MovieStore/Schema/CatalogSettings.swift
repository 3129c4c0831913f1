package import MovieSQLite

/// The table of what a catalog remembers in addition to its movies. The first setting creates it.
package enum CatalogSettings {
  package static let object = SchemaObject.table(
    "movieSetting",
    """

      name TEXT PRIMARY KEY,
      value TEXT NOT NULL

    """)

  /// The time zone in which the times of imports became days.
  private static let timeZone = "timeZone"

  package static func timeZone(in transaction: borrowing Transaction) throws(SQLiteError) -> String?
  {
    try value(of: timeZone, in: transaction)
  }

  /// Remembers a time zone, unless there is one already.
  package static func remember(
    timeZone zone: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if try value(of: timeZone, in: transaction) == nil {
      try set(timeZone, to: zone, in: transaction)
    }
  }

  package static func value(
    of name: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> String? {
    guard transaction.hasTable(object.name) else { return nil }
    return try transaction.fetchOne(
      "SELECT value FROM \(raw: object.name) WHERE name = \(name)"
    ) { row throws(SQLiteError) in try row.text(at: 0) }
  }

  package static func set(
    _ name: String, to value: String?, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if !transaction.hasTable(object.name) { try transaction.execute(SQL(raw: object.sql)) }
    try transaction.execute("DELETE FROM \(raw: object.name) WHERE name = \(name)")
    if let value {
      try transaction.execute("INSERT INTO \(raw: object.name) VALUES (\(name), \(value))")
    }
  }
}
