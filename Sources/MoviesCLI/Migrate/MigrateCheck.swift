internal import MovieArguments
internal import MovieSamples
internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// `migrate check`: checks files and their migrations, or the built-in migrations.
struct MigrateCheck: Command {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check files and their migrations, for example in CI.",
    discussion: """
      Checks each file and rehearses its migrations, up and down, on a copy. Without a file or \
      '--db', checks the built-in migrations on built-in catalogs; MOVIES_DB is ignored.

      Report files are written atomically, and replace only existing reports.
      """,
    examples: [
      Example("movies migrate check old.db", "Check a file and its migrations."),
      Example(
        "movies migrate check old.db --report junit:checks.xml --report github",
        "Also write a JUnit report and GitHub annotations."),
    ], suggestedFor: ["verify"])

  @Argument(
    help: ArgumentHelp(
      "A database file; by default, the built-in migrations are checked.", valueName: "file"),
    completion: .file)
  var files: [String] = []
  @Option(
    name: "--report",
    help: ArgumentHelp(
      "Also write a report: 'junit:<file>', 'json:<file>', or 'github' for annotations on standard output.",
      valueName: "format:file"))
  var reports: [ReportFile] = []
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if !files.isEmpty { try global.requireNoDatabase() }
    if output.json, reports.contains(.github) {
      throw ValidationError("'--report github' and '--json' cannot be used together")
    }
    let paths = reports.compactMap(\.path)
    for (index, path) in paths.enumerated() {
      if try paths[..<index].contains(where: { try FileMetadata.refersToSamePath($0, path) }) {
        throw ValidationError("Two reports cannot be written to the same file '\(path)'")
      }
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let files = files.isEmpty && global.db != nil ? [try context.database.path] : files
    for report in reports { try report.requireWritable(checking: files) }
    let results = try results(of: files, context)
    // Files are written first, because standard output can be a closed pipe.
    for report in reports { try report.write(results) }
    let status = try context.print(results, asJSON: output.json)
    if reports.contains(.github) {
      let lines = GitHubReport(results).lines.map { $0 + "\n" }
      try context.io.output.write(lines: lines.joined())
    }
    return status
  }

  private func results(
    of files: [String], _ context: CommandContext
  ) throws -> [MigrationResult] {
    if files.isEmpty {
      if context.io.environment.value(of: "MOVIES_DB")?.isEmpty == false {
        try context.ui.info(
          "no file specified: checking the built-in migrations, not the database in MOVIES_DB")
      }
      let verification = try context.ui.reportingProgress("checking") { reporter in
        try Migrator.verifyMigrations {
          reporter?.updatePhase($0)
        }
      }
      return [MigrationResult(.check(verification), file: nil)]
    }
    return try context.migrationResults(of: files, failed: .check(nil)) { migrator in
      .check(
        try context.ui.reportingProgress("checking") { reporter in
          try migrator.verify { reporter?.update($0) }
        })
    }
  }
}

extension ReportFile: ExpressibleByArgument {
  static func expectedArgument(insteadOf argument: String) -> String? {
    "'junit:<file>', 'json:<file>' or 'github'"
  }
}
