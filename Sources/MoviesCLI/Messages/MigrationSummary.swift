internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

extension [MigrationAnswer] {
  /// The lines for standard error that follow the results.
  package var summary: [String] {
    if case .check = first?.content { return [checkSummary] }
    return flatMap(\.summary)
  }

  /// Such as `checked 3 files: 1 has problems`.
  private var checkSummary: String {
    let faulty = count { $0.findings.contains { $0.severity == .error } }
    if allSatisfy({ $0.file == nil }) {
      return "checked the built-in migrations: \(faulty == 0 ? "no problems" : "problems found")"
    }
    let result =
      switch faulty {
      case 0: "no problems"
      case 1: count == 1 ? "problems found" : "1 has problems"
      default: "\(Formatting.grouped(faulty)) have problems"
      }
    return "checked \(Formatting.pluralized(count, "file")): \(result)"
  }
}

extension MigrationAnswer {
  fileprivate var summary: [String] {
    switch content {
    case .migrate(let report): report?.summary ?? []
    case .plan(let plan): plan?.summary ?? []
    case .rehearse(let rehearsal): rehearsal?.summary ?? []
    case .log(let entries, _):
      entries.isEmpty ? ["the database has no migration log yet"] : []
    case .status, .check, .schema: []
    }
  }
}

extension MigrationReport {
  fileprivate var summary: [String] {
    if steps.isEmpty { return [nothingToDo(at: to)] }
    return (backup.map { ["backup: \($0)"] } ?? []) + steps.lossLines
      + [
        "migrated from \(from.name) to \(to.name) in \(Formatting.seconds(seconds, decimals: 1)) s"
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
    return [need] + (losses.isEmpty ? [] : [loss])
  }
}

extension MigrationRehearsal {
  fileprivate var summary: [String] {
    if findings.contains(where: { $0.severity == .error }) {
      return ["the rehearsal failed: \(from.name) cannot be migrated to \(to.name)"]
    }
    if steps.isEmpty { return [nothingToDo(at: to)] }
    let time = Formatting.seconds(seconds, decimals: 1)
    return ["before: \(before.text)", "after: \(after.text)"] + steps.lossLines + [
      "rehearsed \(from.name) to \(to.name) on a copy in \(time) s, "
        + "using up to \(Formatting.bytes(peakBytes)) of disk space"
        + (steps.lossLines.isEmpty ? "; no data would be lost" : "")
    ]
  }
}

private func nothingToDo(at version: SchemaVersion) -> String {
  "already at schema v\(version.rawValue); nothing to migrate"
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
  fileprivate var name: String { self?.name ?? "an empty database" }
}

extension CatalogCounts {
  fileprivate var text: String {
    [(movies, "movie"), (favorites, "favorite"), (actors, "actor"), (credits, "credit")]
      .map { Formatting.pluralized(Int($0), $1) }.joined(separator: ", ")
  }
}
