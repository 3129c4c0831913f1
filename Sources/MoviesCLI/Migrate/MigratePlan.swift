internal import MovieArguments
internal import MovieStore
package import MovieStoreMaintenance
internal import MovieSystem

/// `migrate plan`: prints the steps of a migration.
struct MigratePlan: Command {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Show what a migration would do.",
    discussion:
      "An 'instant' step changes only the schema; its duration does not depend on the number of "
      + "rows. A 'scan' reads all rows, and a 'rewrite' writes them. Nothing is changed.",
    examples: [
      Example("movies migrate plan --to 3", "Show the steps to version 3, up or down."),
      Example("movies migrate plan old.db --sql", "Print the SQL that would run on a file."),
    ], suggestedFor: ["diff", "preview"])
  static let contract = CommandContract(.reads, output: .plan, exits: .notFound)

  @OptionGroup var database: DatabaseFileArgument
  @OptionGroup var target: TargetVersion
  @Flag(name: "--sql", help: "Print the SQL of the steps instead of the plan.") var sql = false
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if sql, output.json {
      throw ValidationError("'--sql' and '--json' cannot be used together")
    }
    try database.validate(global)
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    try Self.run(
      of: database.path(context), to: target.version, Migrator.Options(), asSQL: sql,
      asJSON: output.json, context)
  }

  /// Prints the plan of a migration, also for `migrate --dry-run`.
  static func run(
    of file: String, to target: SchemaVersion, _ options: Migrator.Options, asSQL: Bool = false,
    asJSON: Bool, _ context: CommandContext
  ) throws -> ExitStatus {
    let keys = ["from", "to", "bytesNeeded", "bytesFree", "historyEntries"]
    let report = try context.report(on: file, "plan", keys: keys) {
      .plan(try $0.plan(to: target, options), of: file, asSQL: asSQL)
    }
    if asSQL { try context.startPager() }
    return try context.print(report, asJSON: asJSON)
  }
}

extension JSONSchema {
  static let plan = migration(
    "plan",
    [
      "from": .integer.orNull, "to": .integer.orNull, "bytesNeeded": .integer.orNull,
      "bytesFree": .integer.orNull, "historyEntries": .integer.orNull,
    ])
}

extension Report {
  package static func plan(_ plan: MigrationPlan, of file: String, asSQL: Bool = false) -> Report {
    var report = Report(
      "plan", of: file, version: plan.from.number, steps: plan.steps, findings: plan.findings,
      summary: asSQL ? [] : plan.summary
    ) { json in
      json.add("from", plan.from.number)
      json.add("to", plan.to.rawValue)
      json.add("bytesNeeded", plan.bytesNeeded)
      json.add("bytesFree", plan.bytesFree)
      json.add("historyEntries", plan.historyEntries)
    }
    if asSQL {
      report.text = plan.script
      return report
    }
    return report.withTable(plan.steps, [.version, .summary, .kind, .rows, .losses])
  }
}

extension MigrationPlan {
  /// The statements of the steps for reading. Statements that run in chunks contain parameters.
  fileprivate var script: String {
    steps.map { step in
      let statements = Migrator.sql(of: step).map { $0.hasSuffix(";") ? $0 : $0 + ";" }
      return "-- \(step.version.name): \(step.title)\n"
        + statements.map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  fileprivate var summary: [String] {
    // A file that cannot be migrated has no steps either.
    if steps.isEmpty { return findings.isEmpty ? to.nothingToDo : [] }
    let (needed, free) = (Formatting.bytes(bytesNeeded), Formatting.bytes(bytesFree))
    let need = "needs about \(needed) of disk space; \(free) available"
    let loss = "would lose \(losses.text); requires '--accept-loss'"
    return [need] + (losses.isEmpty ? [] : [loss])
      + plannedHistoryLines(historyEntries)
  }
}
