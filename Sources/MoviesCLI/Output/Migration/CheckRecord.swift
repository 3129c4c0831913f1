internal import MovieStore
internal import MovieTerminal

/// One thing that was checked, as a row.
struct CheckRecord: Tabular {
  /// The file as it was named; `nil` where the program checked itself.
  let file: String?
  let check: CheckReport.Check

  static let columns = [
    Column("file", minimumWidth: 8, cut: .start), Column("check", minimumWidth: 8),
    Column("result", minimumWidth: 12),
  ]

  func text(of column: Column) -> String {
    switch column.name {
    case "file": file ?? ""
    case "check": check.name
    default: check.findings.isEmpty ? "ok" : check.findings.graded
    }
  }
}

extension [Finding] {
  /// The messages, each with its severity before it, on one line.
  var graded: String {
    map { "\($0.severity.rawValue): \($0.message)" }.joined(separator: "; ")
  }
}
