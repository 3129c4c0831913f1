internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance

/// `migrate status`: prints the schema versions of files.
struct MigrateStatus: Command {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the schema version and pending migrations.",
    discussion:
      "Nothing is written. The exit status is 3 if migrations are pending; with several files, it "
      + "is that of the file with the most severe problem.",
    examples: [
      Example("movies migrate status", "Show the status of the current database."),
      Example("movies migrate status *.db --json", "Show the status of several files, as JSON."),
    ], suggestedFor: ["pending"])

  @Argument(
    help: ArgumentHelp("A database file; by default, the current database.", valueName: "file"),
    completion: .file)
  var files: [String] = []
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if !files.isEmpty { try global.requireNoDatabase() }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let files = files.isEmpty ? [try context.database.path] : files
    let results = try context.migrationResults(of: files, failed: .status(nil)) {
      .status(try $0.status())
    }
    return try context.print(results, asJSON: output.json)
  }
}
