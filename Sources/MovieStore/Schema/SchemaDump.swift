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
