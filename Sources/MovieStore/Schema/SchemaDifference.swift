/// One way in which the schema of a file differs from that of its version.
struct SchemaDifference {
  enum Kind {
    /// What the version has is not there.
    case missing
    /// What the version has, or what is derived, was made otherwise.
    case changed
    /// A trigger or view that is not ours.
    case strange
    /// An index that is not ours and calls a function that makes values of any size.
    case costly(function: String)
    /// A table or index that is not ours and needs a function or a collation that we do not allow.
    case unusable
  }

  let kind: Kind
  /// As the version has it; what is derived or strange, as the file has it.
  let object: SchemaObject

  var finding: Finding {
    Finding(
      .drift, "the \(object.type) '\(object.name)' \(clause)", object: object.name, hint: hint)
  }

  private var clause: String {
    switch kind {
    case .missing: "is missing"
    case .changed: "was changed"
    case .strange: "is not part of the movies schema"
    case .costly(let function): "is not part of the movies schema and calls \(function)()"
    case .unusable:
      "is not part of the movies schema and uses a function or collation that is not available"
    }
  }

  private var hint: String {
    switch kind {
    case .missing where object.type == "index", .changed where object.type == "index":
      "run 'movies doctor --fix'"
    case .missing: "restore a backup"
    case .changed:
      "undo the change with the program that made it; 'movies migrate schema <version>' prints the "
        + "expected schema"
    case .unusable where object.type == "table": Self.tableHint
    case .strange, .costly, .unusable: Self.dropHint(object.type, object.name)
    }
  }

  /// What to do about a table that is not ours, without a command that would delete its rows.
  static let tableHint = "change or drop it with the program that created it"

  /// What to do about an index, trigger or view that is not ours.
  static func dropHint(_ type: String, _ name: String) -> String {
    "drop it with the program that created it, or in the sqlite3 shell: "
      + #"DROP \#(type.uppercased()) "\#(name.doublingQuotes)";"#
  }
}

extension String {
  /// The text as it stands between the double quotes of an SQL identifier.
  var doublingQuotes: String {
    split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
  }
}
