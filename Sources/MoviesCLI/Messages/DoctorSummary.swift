internal import MovieStore

extension Symptom {
  /// As standard error has it: `Warning: actors without movies: 2 (rows 3, 5). '--fix' would …`.
  var line: String {
    finding.line(about: nil) + (fix.map { " '--fix' would \($0)." } ?? "")
  }
}

extension DoctorAnswer {
  /// What was done, a line each, said before what is found now.
  var deeds: [String] {
    guard let treatment else { return [] }
    return (treatment.backup.map { ["backup: \($0)"] } ?? [])
      + treatment.mends.map { "mended: \($0)" }
  }

  /// What it all comes to, said at the end.
  package var summary: [String] {
    guard let diagnosis else { return [] }
    switch content {
    case .treatment(let treatment):
      let reason = diagnosis.isHealthy ? "there was nothing to mend" : "none of it can be mended"
      let nothing = treatment.backup == nil ? [reason] : []
      return nothing + [diagnosis.isHealthy ? inOrder : "left: \(diagnosis.counts)"]
    default:
      if diagnosis.isHealthy, diagnosis.mendable.isEmpty { return [inOrder] }
      return ["found: \(diagnosis.counts)\(outlook(diagnosis))"]
    }
  }

  private var inOrder: String { "the database is in order" }

  private func outlook(_ diagnosis: Diagnosis) -> String {
    let count = diagnosis.mendable.count
    if count == 0 { return "; none of it can be mended" }
    let share = count == diagnosis.symptoms.count ? "all" : "\(count) of them"
    if case .diagnosis(_, isDryRun: true) = content {
      return "; '--fix' would mend \(share), after a backup beside the file"
    }
    return "; with '--fix' it mends \(share)"
  }
}

extension Diagnosis {
  /// Such as `1 error, 2 warnings`.
  fileprivate var counts: String {
    let severities = symptoms.map(\.finding.severity)
    return [Finding.Severity.error, .warning, .note].compactMap { severity in
      let count = severities.count { $0 == severity }
      return count == 0 ? nil : counted(count, severity.rawValue)
    }.joined(separator: ", ")
  }
}
