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
    case .strange: "belongs to another program"
    case .costly(let function): "belongs to another program and calls \(function)()"
    case .unusable:
      "belongs to another program and uses a function or collation that is not available"
    }
  }

  private var hint: String {
    switch kind {
    case .missing:
      object.type == "index"
        ? "create it with another SQLite program: \(SchemaDump.line(object))"
        : "restore a backup"
    case .changed:
      "undo the change with the program that made it; 'movies migrate schema <version>' prints the "
        + "expected schema"
    case .unusable where object.type == "table":
      "change or drop it with the program that created it"
    case .unusable:
      "drop it with the program that created it, or with another SQLite program: "
        + #"DROP INDEX "\#(object.name.doublingQuotes)";"#
    case .strange, .costly:
      "drop it with another SQLite program: "
        + #"DROP \#(object.type.uppercased()) "\#(object.name.doublingQuotes)";"#
    }
  }
}

extension String {
  /// The text as it stands between the double quotes of an SQL identifier.
  var doublingQuotes: String {
    split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
  }
}
