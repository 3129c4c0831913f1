package import MovieStore
package import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

extension MigrationResult {
  /// The outcome of a `migrate` command, created from the library's value, or from `nil` if the file could
  /// not be read.
  package struct Outcome: Sendable {
    let command: String
    var version: Int?
    /// The steps that were completed, rehearsed or planned; of `status`, the pending ones.
    var steps: [MigrationStep] = []
    var log: [MigrationLogEntry] = []
    var findings: [Finding] = []
    /// The results of `check`; `nil` if there are none.
    var checks: [CheckReport.Check]?
    var isPending = false
    var body: Report.Body
    /// The column for the path of the file, if the table has one.
    var fileColumn: Column?
    /// Whether a table on a terminal leaves that column out for a single file.
    var hidesOnlyFile = false
    /// Lines for standard error.
    var summary: [String] = []
    /// Adds the command's own keys to the JSON.
    var addDetails: @Sendable (inout JSONBuilder) -> Void = { _ in }
  }
}

extension MigrationResult.Outcome {
  package static func migrate(_ report: MigrationReport?) -> Self {
    let steps = report?.steps ?? []
    return Self(
      command: "migrate", version: report?.to.rawValue, steps: steps,
      body: .table(
        .init(steps, [Columns.version, Columns.summary, Columns.rows, Columns.seconds])),
      summary: report?.summary ?? [],
      addDetails: { json in
        json.add("from", report?.from.number)
        json.add("backup", report?.backup)
        json.add("seconds", report?.duration.seconds)
        json.add("historyEntries", report?.historyEntries)
      })
  }

  package static func status(_ status: MigrationStatus?) -> Self {
    let isPending = status?.pending.isEmpty == false
    return Self(
      command: "status", version: status?.version.number,
      steps: isPending ? Migrator.steps(from: status?.version, to: .newest) : [],
      findings: status?.findings ?? [], isPending: isPending,
      body: .table(.init(status.map { [$0] } ?? [], Columns.status)),
      fileColumn: Column(name: "file", minimumWidth: 12, truncation: .start),
      addDetails: { json in
        json.add("fingerprint", status?.fingerprint)
        json.add("expectedFingerprint", status?.expectedFingerprint)
      })
  }

  package static func plan(_ plan: MigrationPlan?) -> Self {
    let steps = plan?.steps ?? []
    return Self(
      command: "plan", version: plan?.from.number, steps: steps, findings: plan?.findings ?? [],
      body: .table(
        .init(
          steps,
          [Columns.version, Columns.summary, Columns.kind, Columns.rows, Columns.losses])),
      summary: plan?.summary ?? [],
      addDetails: { json in
        json.add("from", plan?.from.number)
        json.add("to", plan?.to.rawValue)
        json.add("bytesNeeded", plan?.bytesNeeded)
        json.add("bytesFree", plan?.bytesFree)
        json.add("historyEntries", plan?.historyEntries)
      })
  }

  package static func rehearse(_ rehearsal: MigrationRehearsal?) -> Self {
    let steps = rehearsal?.steps ?? []
    return Self(
      command: "rehearse", version: rehearsal?.from.number, steps: steps,
      findings: rehearsal?.findings ?? [],
      body: .table(
        .init(
          steps,
          [Columns.version, Columns.summary, Columns.rows, Columns.seconds, Columns.losses])),
      summary: rehearsal?.summary ?? [],
      addDetails: { json in
        json.add("from", rehearsal?.from.number)
        json.add("to", rehearsal?.to.rawValue)
        json.add("before", rehearsal?.before)
        json.add("after", rehearsal?.after)
        json.add("peakBytes", rehearsal?.peakBytes)
        json.add("seconds", rehearsal?.duration.seconds)
        json.add("historyEntries", rehearsal?.historyEntries)
      })
  }

  package static func check(_ verification: CheckReport?) -> Self {
    let checks = verification?.checks ?? []
    return Self(
      command: "check",
      version: verification?.path == nil ? nil : verification?.version.number,
      steps: verification?.steps ?? [], findings: verification?.findings ?? [],
      checks: verification?.checks,
      body: .table(.init(checks, Columns.check)),
      fileColumn: Column(name: "file", truncation: .start), hidesOnlyFile: true,
      addDetails: { json in
        json.array("checks", checks) { $0.add($1) }
      })
  }

  package static func schema(_ sql: String?, version: SchemaVersion?) -> Self {
    Self(
      command: "schema", version: version.number, body: .text(sql ?? ""),
      addDetails: { json in json.add("sql", sql) })
  }

  package static func log(_ entries: [MigrationLogEntry], version: SchemaVersion?) -> Self {
    Self(
      command: "log", version: version.number, log: entries,
      body: .table(.init(entries, Columns.log)),
      summary: entries.isEmpty ? ["the database has no migration log yet"] : [])
  }
}

// MARK: - Columns

private enum Columns {
  static let version = RecordColumn<MigrationStep>(Column(name: "version", minimumWidth: 7)) {
    .text($0.version.name)
  }
  static let summary = RecordColumn<MigrationStep>(Column(name: "summary", minimumWidth: 16)) {
    .text($0.title)
  }
  static let kind = RecordColumn<MigrationStep>(Column(name: "kind", minimumWidth: 7)) {
    .text($0.kind.rawValue)
  }
  static let rows = RecordColumn<MigrationStep>(Column(name: "rows", isNumber: true)) {
    .count(Int64($0.rows))
  }
  static let losses = RecordColumn<MigrationStep>(Column(name: "losses")) { .text($0.losses.text) }
  static let seconds = RecordColumn<MigrationStep>(Column(name: "seconds", isNumber: true)) {
    .text($0.duration.map { Formatting.seconds($0.seconds) } ?? "")
  }

  static let status: [RecordColumn<MigrationStatus>] = [
    .init(Column(name: "version", minimumWidth: 7)) { .text($0.version?.name ?? "none") },
    .init(Column(name: "newest", minimumWidth: 6)) { _ in .text(SchemaVersion.newest.name) },
    .init(Column(name: "pending")) { .text($0.pending.map(\.name).joined(separator: " ")) },
    .init(Column(name: "schema", minimumWidth: 11)) {
      .text($0.findings.isEmpty ? "as expected" : $0.findings.summary)
    },
  ]

  static let check: [RecordColumn<CheckReport.Check>] = [
    .init(Column(name: "check")) { .text($0.name) },
    .init(Column(name: "result", minimumWidth: 12)) { .text($0.findings.withSeverities) },
  ]

  static let log: [RecordColumn<MigrationLogEntry>] = [
    .init(Column(name: "time", minimumWidth: 20)) { .text($0.time.description) },
    .init(Column(name: "step")) { .text(step($0)) },
    .init(Column(name: "rows", isNumber: true)) { .count($0.rows.movies) },
    .init(Column(name: "seconds", isNumber: true)) {
      .text(Formatting.seconds($0.duration.seconds))
    },
    .init(Column(name: "program")) { .text($0.program) },
    .init(Column(name: "sqlite", minimumWidth: 6)) { .text($0.sqlite) },
  ]

  private static func step(_ entry: MigrationLogEntry) -> String {
    switch entry.event {
    case .up: "up to \(entry.version.name)"
    case .down: "down to \(entry.version.name)"
    case .adopted: "log started at \(entry.version.name)"
    }
  }
}

extension MigrationStep {
  /// The action of the step in its direction; the summary describes the upgrade.
  fileprivate var title: String { direction == .up ? summary : "revert: \(summary)" }
}

extension [MigrationStep] {
  /// The statements of the steps for reading. Statements that run in chunks contain parameters.
  var script: String {
    map { step in
      let statements = Migrator.sql(of: step).map { $0.hasSuffix(";") ? $0 : $0 + ";" }
      return (["-- \(step.version.name): \(step.title)"] + statements).joined(separator: "\n")
        + "\n"
    }.joined(separator: "\n")
  }
}

// MARK: - Summaries

extension MigrationReport {
  fileprivate var summary: [String] {
    if steps.isEmpty { return [nothingToDo(at: to)] }
    let time = Formatting.seconds(duration.seconds, decimals: 1)
    return (backup.map { ["backup: \($0)"] } ?? []) + steps.lossLines + historyLines
      + ["migrated from \(from.text) to \(to.name) in \(time) s"]
  }

  private var historyLines: [String] {
    if historyEntries == 0 { return [] }
    let count = Formatting.pluralized(historyEntries, "change")
    return [
      backup == nil
        ? "started a new history; the old one (\(count)) was deleted"
        : "started a new history; the backup has the old one (\(count))"
    ]
  }
}

extension MigrationPlan {
  fileprivate var summary: [String] {
    // A file that cannot be migrated has no steps either.
    if steps.isEmpty { return findings.isEmpty ? [nothingToDo(at: to)] : [] }
    let (needed, free) = (Formatting.bytes(bytesNeeded), Formatting.bytes(bytesFree))
    let need = "needs about \(needed) of disk space; \(free) available"
    let loss = "would lose \(losses.text); requires '--accept-loss'"
    return [need] + (losses.isEmpty ? [] : [loss]) + plannedHistoryLines(historyEntries)
  }
}

extension MigrationRehearsal {
  fileprivate var summary: [String] {
    if findings.hasErrors {
      return ["the rehearsal failed: \(from.text) cannot be migrated to \(to.name)"]
    }
    if steps.isEmpty { return [nothingToDo(at: to)] }
    let time = Formatting.seconds(duration.seconds, decimals: 1)
    let losses = steps.lossLines + plannedHistoryLines(historyEntries)
    return ["before: \(before.text)", "after: \(after.text)"] + losses + [
      "rehearsed \(from.text) to \(to.name) on a copy in \(time) s, "
        + "using up to \(Formatting.bytes(peakBytes)) of disk space"
        + (losses.isEmpty ? "; no data would be lost" : "")
    ]
  }
}

private func plannedHistoryLines(_ entries: Int) -> [String] {
  let count = Formatting.pluralized(entries, "change")
  return entries == 0 ? [] : ["would start a new history and delete the old one (\(count))"]
}

private func nothingToDo(at version: SchemaVersion) -> String {
  "already at schema \(version.name); nothing to migrate"
}

extension [MigrationStep] {
  fileprivate var lossLines: [String] {
    let losses = flatMap(\.losses)
    return losses.isEmpty ? [] : ["lost: \(losses.text)"]
  }
}

extension SchemaVersion {
  fileprivate var name: String { "v\(rawValue)" }
}

extension SchemaVersion? {
  fileprivate var text: String { self?.name ?? "an empty database" }

  /// The version in JSON: 0 before the first write.
  fileprivate var number: Int { self?.rawValue ?? 0 }
}

extension CatalogCounts {
  fileprivate var text: String {
    let counts = [
      (movies, "movie"), (favorites, "favorite"), (actors, "actor"), (credits, "credit"),
    ]
    return (counts + (attributes > 0 ? [(attributes, "attribute")] : []))
      .map { Formatting.pluralized(Int($0), $1) }.joined(separator: ", ")
  }
}
