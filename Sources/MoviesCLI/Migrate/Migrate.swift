internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance

/// `migrate`: migrates the database to another schema version.
struct Migrate: Command {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate the database to another schema version.",
    discussion: """
      A migration is atomic. It first writes a backup next to the database, named after the version \
      and the time; '--backup' chooses another file, and '--no-backup' skips the backup. It starts a \
      new history, so earlier changes cannot be undone.

      A downgrade that would lose data is refused unless '--accept-loss' is given.
      """,
    subcommands: [
      MigrateStatus.self, MigratePlan.self, MigrateRehearse.self, MigrateCheck.self,
      MigrateSchema.self, MigrateLog.self,
    ],
    examples: [
      Example("movies migrate", "Upgrade to the newest version."),
      Example(
        "movies migrate --to 3 --dry-run",
        "Show what migrating to version 3 would do and what it would lose."),
      Example(
        "movies migrate --db old.db --backup old.backup.db",
        "Upgrade another database, with a backup of your choice."),
    ], suggestedFor: ["downgrade", "upgrade"])

  @OptionGroup var target: TargetVersion
  @Option(
    name: "--backup", help: ArgumentHelp("The file to create for the backup.", valueName: "file"),
    completion: .file)
  var backup: String?
  @Flag(name: "--no-backup", help: "Do not write a backup.") var noBackup = false
  @Flag(
    name: "--accept-loss",
    help: ArgumentHelp(
      "Allow a downgrade to lose data that the older schema cannot store.",
      suggestedFor: ["--allow-loss"]))
  var acceptLoss = false
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Write options") var write: DryRunOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if backup != nil, noBackup {
      throw ValidationError("'--backup' and '--no-backup' cannot be used together")
    }
    try backup?.requireFilePath(for: "--backup")
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let options = Migrator.Options(
      backup: noBackup ? .none : backup.map { .file($0) } ?? .automatic,
      acceptsLosses: acceptLoss, program: "movies \(Release.version)")
    let file = try context.database.path
    if write.dryRun {
      let plan = try context.migrationResult(of: file, failed: .plan(nil), asJSON: output.json) {
        .plan(try $0.plan(to: target.version, options))
      }
      return try context.print([plan], asJSON: output.json)
    }
    let result = try context.migrationResult(
      of: file, failed: .migrate(nil), asJSON: output.json
    ) { migrator in
      .migrate(
        try context.ui.reportingProgress("migrating") { reporter in
          try migrator.apply(to: target.version, options) {
            reporter?.update($0)
          }
        })
    }
    return try context.io.printing(afterChange: !result.outcome.steps.isEmpty) {
      try context.print([result], asJSON: output.json)
    }
  }
}

/// The option `--to`.
struct TargetVersion: ParsableArguments {
  @Option(
    name: "--to",
    help: ArgumentHelp(
      "The schema version to migrate to, such as 3 or v3.", valueName: "n",
      suggestedFor: ["--down", "--rollback", "--target"]))
  var version = SchemaVersion.newest
}

extension SchemaVersion: ExpressibleByArgument {
  /// `3` or `v3`.
  package init?(argument: String) {
    let number = argument.first == "v" ? String(argument.dropFirst()) : argument
    guard let version = Int(argument: number).flatMap(Self.init(rawValue:)) else { return nil }
    self = version
  }

  package var defaultValueDescription: String { "\(rawValue)" }
  package static func acceptsDashed(_ word: String) -> Bool { Int.acceptsDashed(word) }
  package static func expectedArgument(insteadOf argument: String) -> String? {
    "a whole number from 1 to \(newest.rawValue)"
  }
}

// MARK: - Results

extension CommandContext {
  /// - Returns: The exit status.
  func print(_ results: [MigrationResult], asJSON: Bool) throws -> ExitStatus {
    try print(Report(results), asJSON: asJSON)
  }

  /// The result of one file. With `--json`, a failure is also printed as JSON.
  ///
  /// - Parameter failed: The outcome of a failure.
  func migrationResult(
    of file: String, failed: MigrationResult.Outcome, asJSON: Bool,
    _ work: (Migrator) throws -> MigrationResult.Outcome
  ) throws -> MigrationResult {
    do {
      return MigrationResult(try work(Migrator(path: file)), file: file)
    } catch let error as StoreError {
      if asJSON {
        try io.print(json: [MigrationResult(failed, file: file, failure: error)].json)
      }
      throw error
    }
  }

  /// The results of files. A failure is printed, and does not stop the others.
  func migrationResults(
    of files: [String], failed: MigrationResult.Outcome,
    _ work: (Migrator) throws -> MigrationResult.Outcome
  ) throws -> [MigrationResult] {
    try files.map { file in
      do {
        return MigrationResult(try work(Migrator(path: file)), file: file)
      } catch let error as StoreError where error.category != .interrupted {
        try ui.warn("Error: \(ErrorMessage(database.explained(error)).text)")
        return MigrationResult(failed, file: file, failure: error)
      }
    }
  }
}
