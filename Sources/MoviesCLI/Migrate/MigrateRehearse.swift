internal import MovieArguments
package import MovieStore
package import MovieStoreMaintenance
internal import MovieSystem

/// `migrate rehearse`: migrates a private copy.
struct MigrateRehearse: Command {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Run a migration on a copy and compare the data.",
    examples: [
      Example("movies migrate rehearse", "Rehearse the upgrade to the newest version."),
      Example(
        "movies migrate rehearse old.db --to 3", "Rehearse the migration of a file to version 3."),
    ], suggestedFor: ["test"])
  static let contract = CommandContract(.reads, output: .rehearsal, exits: .notFound)

  @OptionGroup var database: DatabaseFileArgument
  @OptionGroup var target: TargetVersion
  @OptionGroup(title: "Budget options") var budget: MigrationBudget
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try database.validate(global) }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let file = try database.path(context)
    let keys = [
      "from", "to", "before", "after", "peakBytes", "peakMemory", "seconds", "historyEntries",
    ]
    let report = try context.report(on: file, "rehearse", keys: keys) { migrator in
      try context.ui.reportingProgress("rehearsing") { reporter in
        let rehearsal = try migrator.rehearse(to: target.version) { reporter?.update($0) }
        return .rehearsal(rehearsal, of: file, budget.findings(for: rehearsal))
      }
    }
    return try context.print(report, asJSON: output.json)
  }
}

extension JSONSchema {
  fileprivate static let rehearsal = migration(
    "rehearse",
    [
      "from": .integer.orNull, "to": .integer.orNull, "before": counts.orNull,
      "after": counts.orNull, "peakBytes": .integer.orNull,
      "peakMemory": .integer.orNull, "seconds": .number.orNull,
      "historyEntries": .integer.orNull,
    ])
}

extension Report {
  /// - Parameter excess: What the migration used above its budget.
  package static func rehearsal(
    _ rehearsal: MigrationRehearsal, of file: String, _ excess: [Finding] = []
  ) -> Report {
    Report(
      "rehearse", of: file, version: rehearsal.from.number, steps: rehearsal.steps,
      findings: rehearsal.findings + excess, summary: rehearsal.summary
    ) { json in
      json.add("from", rehearsal.from.number)
      json.add("to", rehearsal.to.rawValue)
      json.add("before", rehearsal.before)
      json.add("after", rehearsal.after)
      json.add("peakBytes", rehearsal.peakBytes)
      json.add("peakMemory", rehearsal.peakMemory)
      json.add("seconds", rehearsal.duration.seconds)
      json.add("historyEntries", rehearsal.historyEntries)
    }.withTable(rehearsal.steps, [.version, .summary, .rows, .seconds, .losses])
  }
}

extension MigrationRehearsal {
  fileprivate var summary: [String] {
    if findings.hasErrors {
      return ["the rehearsal failed: \(from.text) cannot be migrated to \(to.name)"]
    }
    if steps.isEmpty { return to.nothingToDo }
    let time = Formatting.seconds(duration.seconds, decimals: 1)
    let losses = steps.lossLines + plannedHistoryLines(historyEntries)
    return ["before: \(before.text)", "after: \(after.text)"] + losses + [
      "rehearsed \(from.text) to \(to.name) on a copy in \(time) s, "
        + "using up to \(Formatting.bytes(peakBytes)) of disk space"
        + (losses.isEmpty ? "; no data would be lost" : "")
    ]
  }
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
