internal import MovieStore

/// A check of a file, as a row.
struct DiagnosisRecord: Tabular {
  let check: CheckReport.Check

  static let columns = [Column("check", minimumWidth: 10), Column("result", minimumWidth: 12)]

  func text(of column: Column) -> String {
    if column.name == "check" { return check.name }
    return check.findings.isEmpty ? "ok" : check.findings.graded
  }
}
