package import MovieSQLite

/// The rows that refer to missing rows: credits, attributes, and rows of third-party tables.
package struct BrokenReferences: Sendable {
  package private(set) var findings: [Finding] = []
  /// The number of rows of each table that has any.
  private var counts: [String: Int] = [:]

  /// No references.
  init() {}

  /// - Parameter version: `nil` before the first write.
  package init(in transaction: borrowing Transaction, of version: SchemaVersion?) throws {
    guard let version else { return }
    let schema = Schema(version)
    let hasAttributes = transaction.hasTable(AttributeTable.name)
    for table in ReferringTable.all(schema, hasAttributes: hasAttributes) {
      var rows: [Int64] = []
      var count = 0
      try transaction.forEachRow(SQL(raw: table.query)) { row throws(SQLiteError) in
        if count < Finding.rowLimit { rows.append(try row.int(at: 0)) }
        count += 1
      }
      add(
        Finding(
          .foreignKey, "\(table.message): \(count)", code: table.code, object: table.name,
          rows: rows, repair: "delete them"),
        count, of: table.name)
    }
    let tables = try transaction.fetchTexts(
      """
      SELECT DISTINCT object.name
      FROM sqlite_schema AS object, pragma_foreign_key_list(object.name)
      WHERE object.type = 'table' AND object.name NOT IN ('MovieActor', 'MovieAttribute')
      ORDER BY object.name
      """)
    for table in tables {
      let count = try Self.count(in: table, transaction)
      add(
        Finding(
          .foreignKey, "rows of the table '\(table)' that refer to missing rows: \(count)",
          code: .thirdPartyReferences, severity: .warning, object: table),
        count, of: table)
    }
  }

  private mutating func add(_ finding: Finding, _ count: Int, of table: String) {
    if count == 0 { return }
    findings.append(finding)
    counts[table] = count
  }

  /// A table whose foreign keys do not match a key of the table that they refer to counts as one.
  private static func count(
    in table: String, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    do throws(SQLiteError) {
      return Int(
        try transaction.fetchInt("SELECT count(*) FROM pragma_foreign_key_check(\(table))"))
    } catch  where error.code.primary == .error {
      return 1
    }
  }

  /// Returns a table that has more such rows than before, and how many, or `nil` if none has.
  func added(since before: BrokenReferences) -> (table: String, rows: Int)? {
    let differences = counts.map { ($0, $1 - before.counts[$0, default: 0]) }
    return differences.filter { $0.1 > 0 }.min { $0.0.precedes($1.0) }
  }
}

/// A table of the catalog whose rows refer to rows of other tables.
package struct ReferringTable {
  package let name: String
  package let code: Finding.Code
  /// The rows that refer to missing rows, in the plural.
  package let message: String
  /// The condition for these rows.
  package let condition: String

  /// Selects the movies of these rows.
  package var query: String { "SELECT movieID FROM \(name) WHERE \(condition)" }

  package static func all(_ schema: Schema, hasAttributes: Bool) -> [ReferringTable] {
    let credits = ReferringTable(
      "MovieActor", .orphanCredits, "credits that refer to missing movies or actors",
      [("movieID", schema.movies), ("actorID", schema.actors)], schema)
    let attributes = ReferringTable(
      AttributeTable.name, .orphanAttributes, "attributes that refer to missing movies",
      [("movieID", schema.movies)], schema)
    return (schema.hasActors ? [credits] : []) + (hasAttributes ? [attributes] : [])
  }

  /// Looks up each distinct id once, which takes a tenth of the time of `PRAGMA foreign_key_check`.
  private init(
    _ name: String, _ code: Finding.Code, _ message: String,
    _ references: [(column: String, table: String)], _ schema: Schema
  ) {
    self.name = name
    self.code = code
    self.message = message
    condition = references.map { column, table in
      """
      \(column) IN (
        SELECT \(column) FROM (SELECT DISTINCT \(column) FROM \(name))
        WHERE \(column) NOT IN (SELECT \(schema.key) FROM \(table)))
      """
    }.joined(separator: " OR ")
  }
}
