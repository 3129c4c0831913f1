internal import MovieStore

/// One thing that was looked at, as a row.
struct DiagnosisRecord: Tabular {
  let check: CheckReport.Check

  static let columns = [Column("check", minimumWidth: 10), Column("result", minimumWidth: 12)]

  func text(of column: Column) -> String {
    if column.name == "check" { return check.name }
    return check.symptoms.isEmpty ? "ok" : check.symptoms.map(\.finding).graded
  }
}
