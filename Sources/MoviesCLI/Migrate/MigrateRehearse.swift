internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance

/// `migrate rehearse`: migrates a private copy.
struct MigrateRehearse: Command {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Run a migration on a private copy and verify that no data is lost.",
    examples: [
      Example("movies migrate rehearse", "Rehearse the upgrade to the newest version."),
      Example(
        "movies migrate rehearse old.db --to 3", "Rehearse the migration of a file to version 3."),
    ], suggestedFor: ["test"])

  @OptionGroup var database: DatabaseFileArgument
  @OptionGroup var target: TargetVersion
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try database.validate(global) }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let result = try context.migrationResult(
      of: try database.path(context), failed: .rehearse(nil), asJSON: output.json
    ) { migrator in
      .rehearse(
        try context.ui.reportingProgress("rehearsing") { reporter in
          try migrator.rehearse(to: target.version) { reporter?.update($0) }
        })
    }
    return try context.print([result], asJSON: output.json)
  }
}
