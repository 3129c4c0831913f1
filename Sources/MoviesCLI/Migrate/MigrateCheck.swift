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
      Checks each file and rehearses its migrations, up and down, on a copy. Without a file, \
      '--db' or '--scale', checks the built-in migrations between all versions; MOVIES_DB is \
      ignored. Report files are written atomically, and replace only existing reports.
      """,
    examples: [
      Example(
        "movies migrate check old.db --report junit:checks.xml --report github",
        "Also write a JUnit report and GitHub annotations."),
      Example(
        "movies migrate check --scale 100000 --max-time 5s",
        "Migrate 100,000 generated movies from v1 within five seconds."),
    ], suggestedFor: ["verify"])
  static let contract = CommandContract(
    .reads, output: .ofFiles(.check), exits: .notFound, .badInput, .cannotCreate)

  @Argument(
    help: ArgumentHelp(
      "A database file; by default, the built-in migrations are checked.", valueName: "file"),
    completion: .catalog)
  var files: [String] = []
  @Option(
    name: "--report",
    help: ArgumentHelp(
      "Also write a report: 'summary:<file>' (Markdown), 'junit:…', 'json:…', 'sarif:…'; or print 'github' annotations.",
      valueName: "format:file"))
  var reports: [ReportFile] = []
  @Option(
    name: "--baseline",
    help: ArgumentHelp(
      "A JSON report of an earlier check; its findings are known, and only notes.",
      valueName: "file"), completion: .file)
  var baseline: String?
  @Flag(name: "--kill", help: "Also kill migrations of copies at system calls.")
  var kill = false
  @Flag(name: "--matrix", help: "Print what each migration between two versions loses.")
  var matrix = false
  @Option(
    name: "--scale",
    help: ArgumentHelp("Check a generated catalog with n movies instead of files.", valueName: "n"),
    range: 1...100_000_000)
  var scale: Int?
  @Option(
    name: "--from",
    help: ArgumentHelp("The schema version of that catalog; by default, 1.", valueName: "version"))
  var start: SchemaVersion?
  @OptionGroup(title: "Budget options") var budget: MigrationBudget
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if !files.isEmpty { try global.requireNoDatabase() }
    if output.json, reports.contains(where: { $0.format == .github }) {
      throw ValidationError("'--report github' and '--json' cannot be used together")
    }
    let paths = reports.compactMap(\.path)
    for path in paths { try path.requireFilePath(for: "--report") }
    for (index, path) in paths.enumerated() {
      if try paths[..<index].contains(where: { try FileMetadata.refersToSamePath($0, path) }) {
        throw ValidationError("Two reports cannot be written to the same file '\(path)'")
      }
    }
    try validateSubject()
  }

  /// Checks the options that apply to files, to a generated catalog or to the built-in migrations.
  private func validateSubject() throws {
    let hasFile = !files.isEmpty || global.db != nil
    for (option, isGiven) in [("--scale", scale != nil), ("--matrix", matrix)]
    where isGiven && hasFile {
      throw ValidationError(
        "'\(files.isEmpty ? "--db" : "<file>")' and '\(option)' cannot be used together")
    }
    if matrix, scale != nil {
      throw ValidationError("'--matrix' and '--scale' cannot be used together")
    }
    if start != nil, scale == nil { throw ValidationError("'--from' requires '--scale'") }
    if hasFile || scale != nil { return }
    if kill { throw ValidationError("'--kill' requires a file or '--scale'") }
    if !budget.isEmpty {
      throw ValidationError(
        "'--max-time', '--max-memory' and '--max-space' require a file or '--scale'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let files = files.isEmpty && global.db != nil ? [try context.database.path] : files
    let known = try baseline.map { path throws in try CheckBaseline(path: path) }
    for report in reports { try report.requireWritable(checking: files) }
    let checked =
      if let scale {
        [try checkGenerated(scale, known, context)]
      } else if files.isEmpty {
        [try checkMigrations(known, context)]
      } else {
        try files.map { file throws in try check(file, known, isOnly: files.count < 2, context) }
      }
    var report = Report(checks: checked)
    // Files are written first, because standard output can be blocked or full.
    for file in reports { try file.write(checked, json: report.json) }
    if reports.contains(where: { $0.format == .github }) {
      report.text = checked.annotations.map { $0 + "\n" }.joined()
    }
    return try context.print(report, asJSON: output.json)
  }

  private func checkMigrations(
    _ known: CheckBaseline?, _ context: CommandContext
  ) throws -> Report {
    if context.environment.value(of: "MOVIES_DB")?.isEmpty == false {
      try context.ui.info(
        "no file specified: checking the built-in migrations, not the database in MOVIES_DB")
    }
    let checks = try context.ui.reportingProgress("checking") { reporter in
      try Migrator.verifyMigrations { reporter?.updatePhase($0) }
    }
    let report = Report.check(
      known?.applied(to: checks, of: nil) ?? checks, of: nil,
      namesFile: !context.output.isTerminal, isQuiet: context.ui.isQuiet)
    return matrix
      ? report.withTable(MigrationMatrixRow.rows(of: checks.pairs), MigrationMatrixRow.columns)
      : report
  }

  private func check(
    _ file: String, _ known: CheckBaseline?, isOnly: Bool, _ context: CommandContext
  ) throws -> Report {
    try context.report(on: file, "check", arrays: ["checks", "rehearsals", "pairs"]) { migrator in
      let checks = try checks(migrator, context)
      return .check(
        known?.applied(to: checks, of: file) ?? checks, of: file, isOnly: isOnly,
        namesFile: !isOnly || !context.output.isTerminal, isQuiet: context.ui.isQuiet)
    }
  }

  private func checkGenerated(
    _ movies: Int, _ known: CheckBaseline?, _ context: CommandContext
  ) throws -> Report {
    let file = try TemporaryCopy(in: nil)
    try context.ui.reportingProgress("generating") { _ in
      try SampleCatalog.scaled(to: movies).create(start ?? .v1, at: file.path)
    }
    let checks = try checks(Migrator(path: file.path), context)
    let report = Report.check(known?.applied(to: checks, of: nil) ?? checks, of: nil)
    let columns: [RecordColumn<MigrationStep>] = [
      .version, .summary, .rows, .seconds, .memory, .space,
    ]
    return report.withTable(checks.rehearsals.first?.steps ?? [], columns)
  }

  private func checks(_ migrator: Migrator, _ context: CommandContext) throws -> CheckReport {
    var report = try context.ui.reportingProgress("checking") { reporter in
      try migrator.verify { reporter?.update($0) }
    }
    if kill, report.isSound, !report.rehearsals.isEmpty {
      report.checks.append(
        try context.ui.reportingProgress("killing migrations") { reporter in
          try MigrationKills(of: migrator).check { reporter?.update($0) }
        })
    } else if kill {
      report.checks.append(CheckReport.Check("kill") { [.nothingMigrated] })
    }
    return report.checked(budget)
  }
}
