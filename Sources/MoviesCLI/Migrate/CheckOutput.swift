internal import MovieStore
package import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

extension Report {
  /// - Parameters:
  ///   - namesFile: Whether the table has a column for the file.
  ///   - isQuiet: Whether the table has only checks with errors.
  package static func check(
    _ report: CheckReport, of file: String?, isOnly: Bool = true, namesFile: Bool = true,
    isQuiet: Bool = false
  ) -> Report {
    let isFile = report.path != nil
    var result = Report(
      "check", of: file, version: isFile ? report.version.number : nil, steps: report.steps,
      findings: report.findings, isOnly: isOnly,
      summary: report.rehearsals.prefix(1).map { upgrade in
        (isOnly ? "" : "\(file ?? ""): ") + upgrade.usage
      }
    ) { json in
      json.array("checks", report.checks) { json, check in
        json.object {
          $0.add("name", check.name)
          $0.add("ok", !check.findings.hasErrors)
          $0.add("findings", check.findings)
          $0.add("seconds", check.duration.seconds)
        }
      }
      json.array("rehearsals", report.rehearsals) { $1.append(to: &$0) }
      json.array("pairs", report.pairs) { $1.append(to: &$0) }
    }
    (result.checks, result.rehearsals, result.pairs) = (
      report.checks, report.rehearsals, report.pairs
    )
    let fileColumn = RecordColumn<CheckReport.Check>(Column(name: "file", truncation: .start)) {
      _ in .text(file ?? "")
    }
    return result.withTable(
      report.checks.filter { !isQuiet || $0.findings.hasErrors },
      (namesFile ? [fileColumn] : []) + .checks)
  }

  /// The reports of all files.
  package init(checks reports: [Report]) {
    self.init(merging: reports)
    messages.append(Message(text: Self.verdict(reports)))
  }

  /// A line about all files, such as `checked 3 files: 1 has problems`.
  static func verdict(_ reports: [Report]) -> String {
    let faulty = reports.count { $0.status != .done }
    let result =
      switch faulty {
      case 0: "no problems"
      case 1: reports.count == 1 ? "problems found" : "1 has problems"
      default: "\(Formatting.grouped(faulty)) have problems"
      }
    let subject =
      switch reports.first {
      case .some(let report) where !report.pairs.isEmpty: "the built-in migrations"
      case .some(let report) where report.file == nil: "a generated catalog"
      default: Formatting.pluralized(reports.count, "file")
      }
    return "checked \(subject): \(result)"
  }
}

extension MigrationRehearsal {
  /// What the upgrade used.
  fileprivate var usage: String {
    let memory = peakMemory.map { ", \(Formatting.bytes($0)) of memory" } ?? ""
    return "migrated a copy with \(Formatting.pluralized(Int(before.movies), "movie")) from "
      + "\(from.text) to \(to.name) in \(Formatting.seconds(duration.seconds)) s\(memory), "
      + "\(Formatting.bytes(peakBytes)) of disk space (\(growth) the size of the file)"
  }

  func append(to json: inout JSONBuilder) {
    json.object { json in
      json.add("from", from.number)
      json.add("to", to.rawValue)
      json.add("rows", rows)
      json.add("seconds", duration.seconds)
      json.add("peakMemory", peakMemory)
      json.add("bytesBefore", bytesBefore)
      json.add("peakBytes", peakBytes)
    }
  }
}

extension JSONSchema {
  static let check = migration(
    "check",
    [
      "checks": .array(
        .object([
          "name": .string, "ok": .boolean, "findings": findings, "seconds": .number,
        ])),
      "rehearsals": .array(
        .object([
          "from": .integer, "to": .integer, "rows": .integer, "seconds": .number,
          "peakMemory": .integer.orNull, "bytesBefore": .integer, "peakBytes": .integer,
        ])),
      "pairs": .array(
        .object([
          "catalog": .string, "from": .integer, "to": .integer,
          "outcome": .values(MigrationPair.Outcome.names),
          "losses": .array(loss),
        ])),
    ])
}
