internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance

/// `migrate log`: prints the completed migrations of a file.
struct MigrateLog: Command {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show which migrations were run, when, and by which program.",
    examples: [
      Example("movies migrate log", "Show the log of the current database."),
      Example("movies migrate log old.db --json", "Show the log of a file, as JSON."),
    ], suggestedFor: ["history", "list"])

  @OptionGroup var database: DatabaseFileArgument
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try database.validate(global) }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let result = try context.migrationResult(
      of: try database.path(context), failed: .log([], version: nil), asJSON: output.json
    ) { migrator in
      .log(try migrator.log(), version: output.json ? try migrator.status().version : nil)
    }
    try context.io.startPager()
    return try context.print([result], asJSON: output.json)
  }
}
