internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

/// The result of `doctor` for a file.
struct DoctorResult {
  enum Outcome {
    case check(CheckReport, isDryRun: Bool)
    case repair(RepairReport)
    /// The file could not be checked.
    case failure(StoreError)
  }

  /// The path as the user specified it.
  let file: String
  let outcome: Outcome

  /// The remaining findings.
  private var current: CheckReport? {
    switch outcome {
    case .check(let report, _): report
    case .repair(let repair): repair.after
    case .failure: nil
    }
  }

  private var repair: RepairReport? {
    if case .repair(let report) = outcome { report } else { nil }
  }

  var isChanged: Bool { !actionsTaken.isEmpty }

  var report: Report {
    let findings = current?.findings ?? []
    return Report(
      body: .table(.init(current?.checks ?? [], Self.columns)), json: json,
      messages: actionsTaken.map { .init(text: TerminalText.escaped($0)) }
        + findings.map { .init($0, line: $0.lineWithRepair) } + summary.map { .init(text: $0) },
      status: exitStatus)
  }

  private static let columns: [RecordColumn<CheckReport.Check>] = [
    .init(Column(name: "check", minimumWidth: 10)) { .text($0.name) },
    .init(Column(name: "result", minimumWidth: 12)) { .text($0.findings.withSeverities) },
  ]

  private var exitStatus: ExitStatus {
    if case .failure(let error) = outcome { return ErrorMessage(error).status }
    return current?.isHealthy == false ? .notFound : .done
  }

  // MARK: Messages

  /// The backup and the repairs, one a line.
  private var actionsTaken: [String] {
    (repair?.backup.map { ["backup: \($0)"] } ?? []) + (repair?.repairs ?? [])
  }

  private var summary: [String] {
    guard let current else { return [] }
    let noProblems = "no problems found"
    if let repair {
      let reason = current.isHealthy ? "nothing to repair" : "nothing can be repaired"
      return (repair.backup == nil ? [reason] : [])
        + [current.isHealthy ? noProblems : "remaining: \(current.counts)"]
    }
    if current.isHealthy, current.repairable.isEmpty { return [noProblems] }
    return ["found \(current.counts); \(fixHint(current))"]
  }

  private func fixHint(_ report: CheckReport) -> String {
    let count = report.repairable.count
    let total = report.findings.count
    if count == 0 { return total == 1 ? "it cannot be repaired" : "none can be repaired" }
    let share = count < total ? "\(count) of them" : total == 1 ? "it" : "all of them"
    if case .check(_, isDryRun: true) = outcome {
      return "'--fix' would repair \(share), after a backup"
    }
    return "'--fix' would repair \(share)"
  }

  // MARK: JSON

  /// The schema version: 0 before the first write, `nil` if it is unknown.
  private var version: Int? {
    if case .failure(let error) = outcome, case .newerSchema(_, let version) = error.problem {
      return version
    }
    return current.map { $0.version?.rawValue ?? 0 }
  }

  private var json: [UInt8] {
    var findings = current?.findings ?? []
    if case .failure(let error) = outcome { findings = Finding.findings(for: error) }
    return JSONBuilder.line { json in
      json.add("command", "doctor")
      json.add("file", file)
      json.add("version", version)
      json.add("newest", SchemaVersion.newest.rawValue)
      json.add("ok", exitStatus == .done)
      json.array("checks", current?.checks ?? []) { json, check in
        json.object {
          $0.add("name", check.name)
          $0.add("ok", check.isHealthy)
          $0.add("findings", check.findings.count)
          $0.add("seconds", check.duration.seconds)
        }
      }
      json.array("findings", findings) { json, finding in
        json.add(finding, code: finding.code ?? finding.kind.rawValue, namesRepair: false) {
          $0.add("fix", finding.repair)
        }
      }
      json.array("fixed", repair?.repairs ?? []) { $0.add($1) }
      json.add("backup", repair?.backup)
    }
  }
}

extension Finding {
  /// Such as `Warning: actors without movies: 2 (rows 3, 5). '--fix' would delete them.`
  fileprivate var lineWithRepair: String {
    line(namesRepair: false) + (repair.map { " '--fix' would \($0)." } ?? "")
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
