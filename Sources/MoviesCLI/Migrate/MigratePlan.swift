internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance

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
    let result = try context.migrationResult(
      of: try database.path(context), failed: .plan(nil), asJSON: output.json
    ) {
      .plan(try $0.plan(to: target.version, Migrator.Options()))
    }
    guard sql else { return try context.print([result], asJSON: output.json) }
    try context.io.startPager()
    return try context.print(Report(script: result.outcome.steps.script, result), asJSON: false)
  }
}
