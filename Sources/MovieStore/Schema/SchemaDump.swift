/// A schema as text: the same for the same tokens.
package enum SchemaDump {
  /// SQL that makes the objects and both marks in an empty database; the `sqlite3` shell runs it.
  ///
  /// Tables that a virtual table keeps are left out: its own statement makes them.
  package static func sql(
    of objects: [SchemaObject], version: Int, applicationID: Int64
  ) -> String {
    var text = "PRAGMA application_id = \(applicationID);\nPRAGMA user_version = \(version);\n"
    let shadows = shadowTables(in: objects)
    // A trigger can be on a view; a view, like a trigger's body, may name what is not there yet.
    for type in ["table", "index", "view", "trigger"] {
      for object in objects.sorted(by: { $0.isBefore($1) })
      where object.type == type && !shadows.contains(object.name) {
        text += statement(of: object) + ";\n"
      }
    }
    return text
  }

  private static func statement(of object: SchemaObject) -> String {
    let shape: SQLLayout.Shape =
      switch object.type {
      case "table": object.isVirtualTable ? .virtualTable : .table
      case "trigger": .trigger
      default: .line
      }
    return String(decoding: SQLLayout(object.tokens, shape: shape).text, as: UTF8.self)
  }

  /// SQLite's own modules call their tables by the virtual table's name and one of these.
  private static let shadowSuffixes = [
    "_config", "_content", "_data", "_docsize", "_idx", "_node", "_parent", "_rowid", "_segdir",
    "_segments", "_stat",
  ]

  private static func shadowTables(in objects: [SchemaObject]) -> Set<String> {
    let names = objects.filter(\.isVirtualTable).map(\.name)
    return Set(names.flatMap { name in shadowSuffixes.map { name + $0 } })
  }
}
