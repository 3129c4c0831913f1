internal import MovieStore

/// One thing that was checked, as a row.
struct CheckRecord: Tabular {
  /// The file as it was named; `nil` where the program checked itself.
  let file: String?
  let check: MigrationVerification.Check

  static let columns = [
    Column("file", minimumWidth: 12), Column("check", minimumWidth: 16),
    Column("result", minimumWidth: 16),
  ]

  func text(of column: Column) -> String {
    switch column.name {
    case "file": file ?? ""
    case "check": check.name
    default: check.findings.isEmpty ? "ok" : check.findings.summary
    }
  }
}
