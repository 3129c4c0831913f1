package import MovieSQLite
internal import MovieSystem

package struct SchemaObject: Hashable, Sendable {
  package let type: String
  package let name: String
  package let sql: String

  package init(type: String, name: String, sql: String) {
    (self.type, self.name, self.sql) = (type, name, sql)
  }

  /// Whether both have the same type and name: a trigger can have the name of a table.
  package func hasSameName(as other: SchemaObject) -> Bool {
    type == other.type && name.hasSameName(as: other.name)
  }

  /// - Parameter name: The name, in double quotes if SQLite stores it so.
  static func table(_ name: String, _ columns: String, options: String = "STRICT") -> Self {
    Self(
      type: "table", name: String(decoding: name.utf8.filter { $0 != .quote }, as: UTF8.self),
      sql: "CREATE TABLE \(name)(\(columns)) \(options)")
  }

  static func index(_ name: String, on columns: String, isUnique: Bool = false) -> Self {
    Self(
      type: "index", name: name,
      sql: "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(columns)")
  }

  /// Whether both statements are the same but for white space and the quotes of names, which ALTER
  /// TABLE changes.
  package func hasSameDefinition(as other: SchemaObject) -> Bool {
    sql.isExactly(other.sql) || plainSQL == other.plainSQL
  }

  /// The statement without white space and quotes of names.
  fileprivate var plainSQL: [UInt8] {
    sql.utf8.filter { !$0.isBlank && $0 != .lineFeed && !#""`[]"#.utf8.contains($0) }
  }

  package var isVirtualTable: Bool { type == "table" && sql.hasPrefix("CREATE VIRTUAL TABLE") }

  package func isBefore(_ other: SchemaObject) -> Bool {
    type == other.type ? name.precedes(other.name) : type.precedes(other.type)
  }

  /// Whether SQLite created it for its own use. SQLite creates no trigger or view with such a name;
  /// a program can do so only with `PRAGMA writable_schema`.
  private var isInternal: Bool {
    (type == "table" || type == "index") && name.utf8.starts(with: "sqlite_".utf8)
  }

  /// Whether it is not part of a version: an object of the search index, of the
  /// attributes or of the settings, or a log.
  package var isAuxiliary: Bool {
    SearchIndex.shadowTables.contains(name)
      || Schema.auxiliaryObjects.contains { hasSameName(as: $0) }
  }

  package static func all(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [SchemaObject] {
    try transaction.fetchAll("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
      row throws(SQLiteError) in
      SchemaObject(type: try row.text(at: 0), name: try row.text(at: 1), sql: try row.text(at: 2))
    }.filter { !$0.isInternal }
  }
}

extension String {
  /// Whether SQLite treats both as the same name: it ignores the case of ASCII letters only.
  package func hasSameName(as other: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return utf8.count == other.utf8.count
      && utf8.elementsEqual(other.utf8) {
        $0 == $1 || $0 ^ $1 == 0x20 && letters.contains($0 | 0x20)
      }
  }
}

/// Identifies a schema, independent of the order of its objects and of the formatting of their SQL.
package enum SchemaFingerprint {
  /// Returns the SHA-256 of all types, names and statements, 64 lowercase hexadecimal digits. Each
  /// part follows its length, so that different objects never have the same bytes.
  package static func of(_ objects: [SchemaObject]) -> String {
    var message: [UInt8] = []
    for object in objects.sorted(by: { $0.isBefore($1) }) {
      for part in [Array(object.type.utf8), Array(object.name.utf8), object.plainSQL] {
        message += Array("\(part.count):".utf8) + part
      }
    }
    return SHA256.digest(of: message).hexadecimal
  }
}
