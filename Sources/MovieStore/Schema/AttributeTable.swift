package import MovieSQLite

/// The table of the attributes.
package enum AttributeTable {
  package static let name = "MovieAttribute"
  package static let indexName = "attribute_by_value"

  /// The table and its index in a file of the newest version.
  package static let objects = objects(of: .newest)

  /// The table and its index. A migration renames the table and the key that it refers to.
  package static func objects(of version: SchemaVersion) -> [SchemaObject] {
    let movies = Schema(version)
    return [
      SchemaObject(
        type: "table", name: name,
        sql: """
          CREATE TABLE MovieAttribute(
            movieID INTEGER NOT NULL REFERENCES "\(movies.movies)" (\(movies.key)) ON DELETE CASCADE,
            key TEXT NOT NULL,
            ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
            value ANY NOT NULL CHECK (typeof(value) <> 'blob'),
            PRIMARY KEY (movieID, key, ordinal)
          ) STRICT, WITHOUT ROWID
          """),
      SchemaObject(
        type: "index", name: indexName,
        sql: "CREATE INDEX attribute_by_value ON MovieAttribute(key, value)"),
    ]
  }
}

extension MovieAttributes {
  /// Adds the key and the value of a row.
  mutating func addStored(row: borrowing Row) throws(SQLiteError) {
    addStored(try AttributeValue(row: row, at: 1), to: AttributeKey(unchecked: try row.text(at: 0)))
  }
}

extension AttributeValue {
  package init(row: borrowing Row, at column: Int) throws(SQLiteError) {
    switch try row.value(at: column) {
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text, .utf8: self = .text(try row.text(at: column))
    }
  }
}

extension AttributeValue {
  /// Returns `nil` for bytes that are not valid UTF-8.
  init?(_ value: DatabaseValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .utf8(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self = .text(text)
    }
  }
}

extension AttributeValue: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    }
  }
}
