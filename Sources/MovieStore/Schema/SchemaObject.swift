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
  func hasSameName(as other: SchemaObject) -> Bool {
    type == other.type && name.hasSameName(as: other.name)
  }

  /// Whether both are made by the same statement, however SQLite has set it: it does so anew for
  /// ALTER TABLE. Text by text first, because that is all that most openings need.
  package func hasSameDefinition(as other: SchemaObject) -> Bool {
    sql.isExactly(other.sql) || tokens == other.tokens
  }

  /// What the statement says, without how it is set.
  package var tokens: [SQLToken] { SQLToken.all(in: sql) }

  var isVirtualTable: Bool {
    type == "table" && tokens.dropFirst().first?.spelling == Array("VIRTUAL".utf8)
  }

  /// The order by type, then by name, byte for byte.
  func isBefore(_ other: SchemaObject) -> Bool {
    type == other.type
      ? name.utf8.lexicographicallyPrecedes(other.name.utf8)
      : type.utf8.lexicographicallyPrecedes(other.type.utf8)
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

extension String {
  /// Whether SQLite takes both for the name of one thing: it makes no difference between upper and
  /// lower case of ASCII letters, and between no others.
  func hasSameName(as other: String) -> Bool {
    let (bytes, others) = (utf8.span, other.utf8.span)
    guard bytes.count == others.count else { return false }
    for index in bytes.indices where bytes[index] != others[index] {
      guard bytes[index].isLetter, bytes[index] ^ 0x20 == others[index] else { return false }
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
