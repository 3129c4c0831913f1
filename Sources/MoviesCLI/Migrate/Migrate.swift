internal import MovieArguments
internal import MovieStore
package import MovieStoreMaintenance
internal import MovieSystem

/// `migrate`: migrates the database to another schema version.
struct Migrate: Command {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate the database to another schema version.",
    discussion:
      "A migration is atomic. It first writes a backup next to the database, and starts a new history, "
      + "so earlier changes cannot be undone.",
    subcommands: [
      MigrateStatus.self, MigratePlan.self, MigrateRehearse.self, MigrateCheck.self,
      MigrateUntilKilled.self,
      MigrateSchema.self, MigrateLog.self,
    ],
    examples: [
      Example("movies migrate", "Upgrade to the newest version."),
      Example(
        "movies migrate --to 3 --dry-run",
        "Show what a migration to version 3 would do."),
    ], suggestedFor: ["downgrade", "upgrade"])
  static let contract = CommandContract(.destroys, output: .anyOf([.completedMigration, .plan]))

  @OptionGroup var database: DatabaseFileArgument
  @OptionGroup var target: TargetVersion
  @Option(
    name: "--backup", help: ArgumentHelp("The file to create for the backup.", valueName: "file"),
    completion: .newFile)
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
    if let file = database.file { try Self.requireNoMistypedSubcommand(file) }
    try database.validate(global)
    if backup != nil, noBackup {
      throw ValidationError("'--backup' and '--no-backup' cannot be used together")
    }
    try backup?.requireFilePath(for: "--backup")
  }

  /// Throws if a word that names no file is probably that of a subcommand.
  private static func requireNoMistypedSubcommand(_ word: String) throws {
    let commands = configuration.subcommands.map { $0.configuration }
    let name =
      commands.first { $0.suggestedFor.contains(word) }?.commandName
      ?? Suggestion.nearest(to: word, among: commands.map(\.commandName))
    guard let name, !word.contains("/"), !word.contains("."), !FileMetadata.exists(word) else {
      return
    }
    throw ValidationError("Unexpected argument '\(word)'. \(["migrate \(name)"].question)")
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let options = Migrator.Options(
      backup: noBackup ? .none : backup.map { .file($0) } ?? .automatic,
      acceptsLosses: acceptLoss, program: "movies \(Release.version)")
    let file = try database.path(context)
    if write.dryRun {
      return try MigratePlan.run(
        of: file, to: target.version, options, asJSON: output.json, context)
    }
    let keys = ["from", "backup", "seconds", "historyEntries"]
    let report = try context.report(on: file, "migrate", keys: keys) { migrator in
      try context.ui.reportingProgress("migrating") { reporter in
        .migration(
          try migrator.apply(to: target.version, options) { reporter?.update($0) }, of: file)
      }
    }
    return try context.print(report, asJSON: output.json)
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

  package static var typeName: String { "integer" }
  package static var numberRange: ClosedRange<Int>? { 1...newest.rawValue }
  package var defaultValueDescription: String { "\(rawValue)" }
  package static func acceptsDashed(_ word: String) -> Bool { Int.acceptsDashed(word) }
  package static func expectedArgument(insteadOf argument: String) -> String? {
    "a whole number from 1 to \(newest.rawValue)"
  }
}

extension JSONSchema {
  fileprivate static let completedMigration = migration(
    "migrate",
    [
      "from": .integer.orNull, "backup": .string.orNull, "seconds": .number.orNull,
      "historyEntries": .integer.orNull,
    ])
}

extension Report {
  package static func migration(_ migration: MigrationReport, of file: String) -> Report {
    var report = Report(
      "migrate", of: file, version: migration.to.rawValue, steps: migration.steps,
      summary: migration.summary
    ) { json in
      json.add("from", migration.from.number)
      json.add("backup", migration.backup)
      json.add("seconds", migration.duration.seconds)
      json.add("historyEntries", migration.historyEntries)
    }
    report.isChange = !migration.steps.isEmpty
    return report.withTable(migration.steps, [.version, .summary, .rows, .seconds])
  }
}

extension MigrationReport {
  fileprivate var summary: [String] {
    if steps.isEmpty { return to.nothingToDo }
    let time = Formatting.seconds(duration.seconds, decimals: 1)
    let count = Formatting.pluralized(historyEntries, "change")
    let old = backup == nil ? "old one (\(count)) was deleted" : "backup has the old one (\(count))"
    return (backup.map { ["backup: \($0)"] } ?? []) + steps.lossLines
      + (historyEntries == 0 ? [] : ["started a new history; the \(old)"])
      + ["migrated from \(from.text) to \(to.name) in \(time) s"]
  }
}
