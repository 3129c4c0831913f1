internal import MovieStore
internal import MovieSystem

extension Finding {
  /// The line for standard error: `Warning: actors without movies: 2 (rows 3, 5). '--fix' would …`.
  var lineWithRepair: String {
    line(about: nil) + (repair.map { " '--fix' would \($0)." } ?? "")
  }
}

extension DoctorAnswer {
  /// One line for the backup and for each repair, printed before the remaining findings.
  var deeds: [String] {
    guard let treatment else { return [] }
    return (treatment.backup.map { ["backup: \($0)"] } ?? []) + treatment.repairs
  }

  /// The last lines of the output.
  package var summary: [String] {
    guard let diagnosis else { return [] }
    switch content {
    case .treatment(let treatment):
      let reason = diagnosis.isHealthy ? "nothing to repair" : "nothing can be repaired"
      let nothing = treatment.backup == nil ? [reason] : []
      return nothing + [diagnosis.isHealthy ? noProblems : "remaining: \(diagnosis.counts)"]
    default:
      if diagnosis.isHealthy, diagnosis.repairable.isEmpty { return [noProblems] }
      return ["found \(diagnosis.counts); \(outlook(diagnosis))"]
    }
  }

  private var noProblems: String { "no problems found" }

  private func outlook(_ diagnosis: CheckReport) -> String {
    let count = diagnosis.repairable.count
    let total = diagnosis.findings.count
    if count == 0 { return total == 1 ? "it cannot be repaired" : "none can be repaired" }
    let share = count < total ? "\(count) of them" : total == 1 ? "it" : "all of them"
    if case .diagnosis(_, isDryRun: true) = content {
      return "'--fix' would repair \(share), after a backup"
    }
    return "'--fix' would repair \(share)"
  }
}

extension CheckReport {
  /// Such as `1 error, 2 warnings`.
  fileprivate var counts: String {
    let severities = findings.map(\.severity)
    return [Finding.Severity.error, .warning, .note].compactMap { severity in
      let count = severities.count { $0 == severity }
      return count == 0 ? nil : Formatting.pluralized(count, severity.rawValue)
    }.joined(separator: ", ")
  }
}
