internal import MovieStore
internal import MovieTerminal

extension [MigrationAnswer] {
  /// What is said on standard error beside the answers, a line each.
  package var summary: [String] {
    if case .check = first?.content { return [checkSummary] }
    return flatMap(\.summary)
  }

  /// Such as `checked 3 files: 1 is not in order`.
  private var checkSummary: String {
    let faulty = count { $0.findings.contains { $0.severity == .error } }
    if allSatisfy({ $0.file == nil }) {
      return "checked the program's migrations: \(faulty == 0 ? "they are" : "not") in order"
    }
    let order =
      faulty == 0
      ? "in order" : "\(Thousands.grouped(faulty)) \(faulty == 1 ? "is" : "are") not in order"
    return "checked \(counted(count, "file")): \(order)"
  }
}

extension MigrationAnswer {
  fileprivate var summary: [String] {
    switch content {
    case .migrate(let report): report?.summary ?? []
    case .plan(let plan): plan?.summary ?? []
    case .rehearse(let rehearsal): rehearsal?.summary ?? []
    case .log(let entries, _):
      entries.isEmpty ? ["the database keeps no log of migrations yet"] : []
    case .status, .check, .schema: []
    }
  }
}

extension MigrationReport {
  fileprivate var summary: [String] {
    if steps.isEmpty { return [nothingToDo(at: to)] }
    return (backup.map { ["backup: \($0)"] } ?? []) + steps.lossLines
      + ["migrated from \(from.name) to \(to.name) in \(Seconds.text(seconds, decimals: 1)) s"]
  }
}

extension MigrationPlan {
  fileprivate var summary: [String] {
    // A file that cannot be migrated has no steps either.
    if steps.isEmpty { return findings.isEmpty ? [nothingToDo(at: to)] : [] }
    let (needed, free) = (ByteSize.text(bytesNeeded), ByteSize.text(bytesFree))
    let need = "needs about \(needed) of room, \(free) are free"
    let loss = "would lose \(losses.text): that needs '--accept-loss'"
    return [need] + (losses.isEmpty ? [] : [loss])
  }
}

extension MigrationRehearsal {
  fileprivate var summary: [String] {
    if findings.contains(where: { $0.severity == .error }) {
      return ["the rehearsal failed: \(from.name) cannot be brought to \(to.name) so"]
    }
    let time = Seconds.text(seconds, decimals: 1)
    return ["before: \(before.text)", "after: \(after.text)"] + steps.lossLines + [
      "rehearsed from \(from.name) to \(to.name) on a copy in \(time) s, "
        + "with \(ByteSize.text(peakBytes)) of disk at most"
    ]
  }
}

private func nothingToDo(at version: SchemaVersion) -> String {
  "the database has schema v\(version.rawValue) already: nothing to do"
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
  fileprivate var name: String { self?.name ?? "an empty file" }
}

extension CatalogCounts {
  fileprivate var text: String {
    [(movies, "movie"), (favorites, "favorite"), (actors, "actor"), (credits, "credit")]
      .map { counted(Int($0), $1) }.joined(separator: ", ")
  }
}
