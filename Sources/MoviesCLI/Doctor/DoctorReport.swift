internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

extension Report {
  /// - Parameters:
  ///   - report: The findings, after the repair.
  ///   - repair: `nil` if the file was only checked.
  ///   - isQuiet: Whether to print only problems.
  static func doctor(
    _ report: CheckReport, _ repair: RepairReport? = nil, of file: String, isDryRun: Bool = false,
    isQuiet: Bool
  ) -> Report {
    let repairs = repair?.repairs ?? []
    let actions = (repair?.backup.map { ["backup: \($0)"] } ?? []) + repairs
    let json = JSONBuilder.line { json in
      json.addHeader("doctor", file, version: report.version.number, isOK: report.isHealthy)
      json.addResults(report.checks, report.findings, fixed: repairs, backup: repair?.backup)
    }
    var result = Report(json: json, status: report.isHealthy ? .done : .notFound)
    result.messages =
      actions.map { Message(text: TerminalText.escaped($0)) }
      + report.findings.map {
        Message(text: TerminalText.escaped($0.lineWithRepair), isProblem: $0.severity != .note)
      }
      + summary(report, repair, isDryRun: isDryRun).map { Message(text: $0) }
    result.isChange = !actions.isEmpty
    return result.withTable(
      report.checks.filter { !isQuiet || !$0.isHealthy }, .checks)
  }

  /// The report of a file that could not be checked.
  static func doctorFailure(_ error: StoreError, of file: String, message: String) -> Report {
    let json = JSONBuilder.line { json in
      json.addHeader("doctor", file, version: error.schemaVersion, isOK: false)
      json.addResults([], Finding.findings(for: error), fixed: [], backup: nil)
    }
    return Report(
      json: json, messages: [Message(text: message, isProblem: true)],
      status: ErrorMessage(error).status)
  }

  private static func summary(
    _ report: CheckReport, _ repair: RepairReport?, isDryRun: Bool
  ) -> [String] {
    let noProblems = "no problems found"
    if let repair {
      let reason = report.isHealthy ? "nothing to repair" : "nothing can be repaired"
      return (repair.backup == nil ? [reason] : [])
        + [report.isHealthy ? noProblems : "remaining: \(report.counts)"]
    }
    let count = report.repairable.count
    if report.isHealthy, count == 0 { return [noProblems] }
    let total = report.findings.count
    let share = count < total ? "\(count) of them" : total == 1 ? "it" : "all of them"
    let outlook =
      count == 0
      ? (total == 1 ? "it cannot be repaired" : "none can be repaired")
      : "'--fix' would repair \(share)" + (isDryRun ? ", after a backup" : "")
    return ["found \(report.counts); \(outlook)"]
  }
}

extension JSONSchema {
  /// The report of `doctor`.
  static let doctor: JSONSchema = {
    let codes = Finding.Code.allCases.map(\.rawValue) + Finding.Kind.allCases.map(\.rawValue)
    let finding = JSONSchema.finding(codes).adding(["fix": .string.orNull])
    return header("doctor").adding([
      "checks": .array(
        .object(["name": .string, "ok": .boolean, "findings": .integer, "seconds": .number])),
      "findings": .array(.definition("finding", finding)), "fixed": .array(.string),
      "backup": .string.orNull,
    ])
  }()
}

extension JSONBuilder {
  fileprivate mutating func addResults(
    _ checks: [CheckReport.Check], _ findings: [Finding], fixed: [String], backup: String?
  ) {
    array("checks", checks) { json, check in
      json.object {
        $0.add("name", check.name)
        $0.add("ok", check.isHealthy)
        $0.add("findings", check.findings.count)
        $0.add("seconds", check.duration.seconds)
      }
    }
    array("findings", findings) { json, finding in
      json.object {
        $0.addMembers(
          of: finding, code: finding.code ?? finding.kind.rawValue, hint: finding.explanation)
        $0.add("fix", finding.repair)
      }
    }
    array("fixed", fixed) { $0.add($1) }
    add("backup", backup)
  }
}

extension Finding {
  /// Such as `Warning: actors without movies: 2 (rows 3, 5). '--fix' would delete them.`
  fileprivate var lineWithRepair: String {
    line(advice: explanation) + (repair.map { " '--fix' would \($0)." } ?? "")
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
