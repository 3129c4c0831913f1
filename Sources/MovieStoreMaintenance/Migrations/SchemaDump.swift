package import MovieStore

/// A schema as SQL that the `sqlite3` shell runs.
package enum SchemaDump {
  /// Returns both pragmas, and the stored SQL of the objects except shadow tables, which the
  /// statement of their virtual table creates.
  package static func sql(of objects: [SchemaObject], version: SchemaVersion?) -> String {
    let applicationID = version == nil ? 0 : Schema.applicationID
    var text = """
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(version?.rawValue ?? 0);

      """
    let virtualTables = objects.filter(\.isVirtualTable)
    // A trigger can be on a view.
    for type in ["table", "index", "view", "trigger"] {
      for object in objects.sorted(by: { $0.isBefore($1) })
      where object.type == type
        && !virtualTables.contains(where: { object.name.hasPrefix($0.name + "_") })
      {
        // Stored SQL can end with a comment.
        text += object.sql + (object.sql.contains("--") ? "\n;\n" : ";\n")
      }
    }
    return text
  }
}
