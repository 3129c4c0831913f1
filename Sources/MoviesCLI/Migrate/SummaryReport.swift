internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// The results of `migrate check` as Markdown, for the summary of a CI job.
extension [Report] {
  package var summary: String {
    let pairs = flatMap(\.pairs)
    let tables = pairs.isEmpty ? [Self.files(self)] : [MigrationMatrixRow.markdown(pairs)]
    let findings = flatMap { report in
      report.checks.flatMap { check in
        check.findings.map { finding in
          "- **\(finding.severity.rawValue)**: "
            + MarkdownTable.escaped(
              [report.file, check.name, finding.text].compactMap(\.self).joined(separator: ": "))
            + "\n"
        }
      }
    }
    return
      (["## Migration check\n", MarkdownTable.escaped(Report.verdict(self).asSentence) + "\n"]
      + tables
      + [findings.joined()]).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func files(_ reports: [Report]) -> String {
    let columns = ["file", "from → to", "rows", "time", "memory", "space", "verdict"]
    let rows = reports.flatMap { report in
      [row(report)] + (report.rehearsals.first?.steps ?? []).map(row)
    }
    return MarkdownTable.text(
      columns, numbers: ["rows", "time", "memory", "space"], rows: rows)
  }

  private static func row(_ report: Report) -> [String] {
    let verdict = report.status == .done ? report.success : "**failed**"
    guard let upgrade = report.rehearsals.first else {
      return [
        name(report), report.version.map { $0 > 0 ? "v\($0)" : "" } ?? "", "", "", "",
        "", verdict,
      ]
    }
    return [
      name(report), "\(upgrade.from.text) → \(upgrade.to.name)",
      Formatting.grouped(upgrade.rows), "\(Formatting.seconds(upgrade.duration.seconds)) s",
      upgrade.peakMemory.map { Formatting.bytes($0) } ?? "",
      "\(Formatting.bytes(upgrade.peakBytes)) (\(upgrade.growth))", verdict,
    ]
  }

  private static func name(_ report: Report) -> String {
    MarkdownTable.escaped(report.file ?? "generated catalog")
  }

  private static func row(_ step: MigrationStep) -> [String] {
    [
      "", "→ \(step.version.name)", Formatting.grouped(step.rows),
      step.duration.map { "\(Formatting.seconds($0.seconds)) s" } ?? "",
      step.peakMemory.map { Formatting.bytes($0) } ?? "",
      step.peakBytes.map { Formatting.bytes($0) } ?? "", MarkdownTable.escaped(step.summary),
    ]
  }
}

extension Report {
  /// What is right with a file without errors.
  fileprivate var success: String {
    if !rehearsals.isEmpty { return "ok" }
    switch version {
    case 0: return "empty: no catalog yet"
    case SchemaVersion.newest.rawValue: return "ok, up to date"
    default: return "known problems, not migrated"
    }
  }
}

extension MigrationRehearsal {
  /// The rows that the steps processed.
  var rows: Int { steps.reduce(0) { $0 + $1.rows } }

  /// The disk space as a multiple of the size of the file.
  var growth: String {
    Formatting.fixed(Double(peakBytes) / Double(max(1, bytesBefore)), decimals: 1) + "x"
  }
}
