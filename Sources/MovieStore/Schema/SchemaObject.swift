package import MovieSQLite

package struct SchemaObject: Hashable, Sendable {
  package let type: String
  package let name: String
  package let sql: String

  package init(type: String, name: String, sql: String) {
    (self.type, self.name, self.sql) = (type, name, sql)
  }

  /// Whether both have the same type and name: a trigger can have the name of a table.
  func hasSameName(as other: SchemaObject) -> Bool {
    type == other.type && name.hasSameName(as: other.name)
  }

  /// Whether both statements have the same tokens: ALTER TABLE changes the formatting. The texts are
  /// compared first, because they are usually equal.
  package func hasSameDefinition(as other: SchemaObject) -> Bool {
    sql.isExactly(other.sql) || tokens == other.tokens
  }

  package var tokens: [SQLToken] { SQLToken.all(in: sql) }

  var isVirtualTable: Bool {
    type == "table" && tokens.dropFirst().first?.spelling == Array("VIRTUAL".utf8)
  }

  func isBefore(_ other: SchemaObject) -> Bool {
    type == other.type ? name.precedes(other.name) : type.precedes(other.type)
  }

  /// Whether SQLite created it for its own use. SQLite creates no trigger or view with such a name; a
  /// program can do so only with `PRAGMA writable_schema`.
  private var isInternal: Bool {
    (type == "table" || type == "index") && name.utf8.starts(with: "sqlite_".utf8)
  }

  /// Whether it is not part of a version: an object of the search index, or the log.
  var isAuxiliary: Bool {
    SearchIndex.shadowTables.contains(name)
      || (SearchIndex.objects + [CurrentSchema.migrationLog]).contains { hasSameName(as: $0) }
  }

  package static func all(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [SchemaObject] {
    try transaction.fetchAll("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
      row throws(SQLiteError) in
      SchemaObject(type: try row.text(at: 0), name: try row.text(at: 1), sql: try row.text(at: 2))
    }.filter { !$0.isInternal }
  }

  package static func all(of version: SchemaVersion) throws -> [SchemaObject] {
    var connection = try ConnectionSetup.connection(to: .memory)
    return try connection.write { transaction throws in
      for action in Migration.all.filter({ $0.version <= version }).flatMap(\.up) {
        if case .statement(let sql) = action.work { try transaction.execute(SQL(raw: sql)) }
      }
      return try all(in: transaction)
    }
  }
}

extension String {
  /// Whether SQLite treats both as the same name: it ignores the case of ASCII letters only.
  func hasSameName(as other: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return utf8.elementsEqual(other.utf8) {
      $0 == $1 || $0 ^ $1 == 0x20 && letters.contains($0 | 0x20)
    }
  }
}

/// Identifies a schema, independent of the order of its objects and of the formatting of their SQL.
package enum SchemaFingerprint {
  /// Returns the SHA-256 of all types, names and tokens, 64 lowercase hexadecimal digits. Each part follows
  /// its length, so that different objects never have the same bytes.
  package static func of(_ objects: [SchemaObject]) -> String {
    var message: [UInt8] = []
    for object in objects.sorted(by: { $0.isBefore($1) }) {
      let parts =
        [Array(object.type.utf8), Array(object.name.utf8)] + object.tokens.map(\.spelling)
      message += "\(parts.count);".utf8
      for part in parts { message += Array("\(part.count):".utf8) + part }
    }
    return SHA256.digest(of: message).hexadecimal
  }
}

/// A schema as SQL that the `sqlite3` shell runs.
package enum SchemaDump {
  /// Returns the stored SQL of the objects, and both pragmas.
  ///
  /// It does not include the shadow tables of virtual tables, which the statement of the virtual table
  /// creates.
  ///
  /// - Parameter version: `nil` before the first write of a file.
  package static func sql(of objects: [SchemaObject], version: SchemaVersion?) -> String {
    let applicationID = version == nil ? 0 : CurrentSchema.applicationID
    var text = """
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(version?.rawValue ?? 0);

      """
    let shadows = objects.filter(\.isVirtualTable).flatMap { table in
      shadowSuffixes.map { table.name + $0 }
    }
    // A trigger can be on a view.
    for type in ["table", "index", "view", "trigger"] {
      for object in objects.sorted(by: { $0.isBefore($1) })
      where object.type == type && !shadows.contains(object.name) {
        text += object.sql + terminator(of: object.sql) + "\n"
      }
    }
    return text
  }

  /// Returns the text that ends the statement: stored SQL can end with a comment.
  private static func terminator(of sql: String) -> String {
    if !sql.contains("--"), !sql.contains("/*") { return ";" }
    return [";", "\n;", "*/;"].first { SQLToken.all(in: sql + $0).last?.isSpelled(";") == true }
      ?? ";"
  }

  /// The suffixes of the tables in which the modules of SQLite store a virtual table.
  private static let shadowSuffixes = [
    "_config", "_content", "_data", "_docsize", "_idx", "_node", "_parent", "_rowid", "_segdir",
    "_segments", "_stat",
  ]
}
