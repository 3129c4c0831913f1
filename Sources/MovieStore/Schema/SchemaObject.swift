package import MovieSQLite

/// A table, index, trigger or view, as the file's `sqlite_schema` describes it.
package struct SchemaObject: Hashable, Sendable {
  package let type: String
  package let name: String
  package let sql: String

  package init(type: String, name: String, sql: String) {
    self.type = type
    self.name = name
    self.sql = sql
  }

  /// Whether both are called the same: a trigger may have the name of a table.
  func isNamed(as other: SchemaObject) -> Bool { name == other.name && type == other.type }

  /// Whether both are made by the same statement, however SQLite has set it.
  func isMade(as other: SchemaObject) -> Bool {
    sql == other.sql || normalizedSQL == other.normalizedSQL
  }

  /// The text without white space and identifier quotes, which SQLite sets differently when it
  /// rewrites a statement for ALTER TABLE.
  package var normalizedSQL: String {
    var text: [UInt8] = []
    var isInString = false
    for byte in sql.utf8 {
      if byte == UInt8(ascii: "'") { isInString.toggle() }
      if isInString || byte != UInt8(ascii: "\"") && byte > UInt8(ascii: " ") { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether SQLite keeps it for itself. A trigger or view of such a name is a stranger's: SQLite
  /// makes none, and lets nobody make one but by writing into the schema.
  private var isInternal: Bool {
    (type == "table" || type == "index") && name.utf8.starts(with: "sqlite_".utf8)
  }

  /// All objects of the database but those SQLite keeps for itself.
  package static func all(in transaction: borrowing Transaction) throws(SQLiteError)
    -> [SchemaObject]
  {
    var statement = try transaction.prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    var objects: [SchemaObject] = []
    while try statement.step() {
      let object = SchemaObject(
        type: statement.text(at: 0), name: statement.text(at: 1), sql: statement.text(at: 2))
      if !object.isInternal { objects.append(object) }
    }
    return objects
  }
}
