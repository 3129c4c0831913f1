internal import MovieArguments
internal import MovieSamples
internal import MovieStore
package import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

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
    if output.json, reports.contains(where: { $0.format == .github }) {
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
    let checked =
      files.isEmpty ? [try checkMigrations(context)] : try files.map { try check($0, context) }
    var report = Report(checks: checked)
    // Files are written first, because standard output can be blocked or full.
    for file in reports { try file.write(checked, json: report.json) }
    if reports.contains(where: { $0.format == .github }) {
      report.text = checked.annotations.map { $0 + "\n" }.joined()
    }
    return try context.print(report, asJSON: output.json)
  }

  private func checkMigrations(_ context: CommandContext) throws -> Report {
    if context.environment.value(of: "MOVIES_DB")?.isEmpty == false {
      try context.ui.info(
        "no file specified: checking the built-in migrations, not the database in MOVIES_DB")
    }
    let report = try context.ui.reportingProgress("checking") { reporter in
      try Migrator.verifyMigrations { reporter?.updatePhase($0) }
    }
    return .check(
      report, of: nil, namesFile: !context.output.isTerminal, isQuiet: context.ui.isQuiet)
  }

  private func check(_ file: String, _ context: CommandContext) throws -> Report {
    try context.report(on: file, "check", arrays: ["checks"]) { migrator in
      let report = try context.ui.reportingProgress("checking") { reporter in
        try migrator.verify { reporter?.update($0) }
      }
      return .check(
        report, of: file, isOnly: files.count < 2,
        namesFile: files.count > 1 || !context.output.isTerminal, isQuiet: context.ui.isQuiet)
    }
  }
}

extension Report {
  /// - Parameters:
  ///   - namesFile: Whether the table has a column for the file.
  ///   - isQuiet: Whether the table has only checks with errors.
  package static func check(
    _ report: CheckReport, of file: String?, isOnly: Bool = true, namesFile: Bool = true,
    isQuiet: Bool = false
  ) -> Report {
    var result = Report(
      "check", of: file, version: file == nil ? nil : report.version.number, steps: report.steps,
      findings: report.findings, isOnly: isOnly
    ) { json in
      json.array("checks", report.checks) { json, check in
        json.object {
          $0.add("name", check.name)
          $0.add("ok", !check.findings.hasErrors)
          $0.add("findings", check.findings)
          $0.add("seconds", check.duration.seconds)
        }
      }
    }
    result.checks = report.checks
    let fileColumn = RecordColumn<CheckReport.Check>(Column(name: "file", truncation: .start)) {
      _ in .text(file ?? "")
    }
    return result.withTable(
      report.checks.filter { !isQuiet || $0.findings.hasErrors },
      (namesFile ? [fileColumn] : []) + .checks)
  }

  /// The reports of all files, and a line such as `checked 3 files: 1 has problems`.
  package init(checks reports: [Report]) {
    self.init(merging: reports)
    let faulty = reports.count { $0.status != .done }
    let result =
      switch faulty {
      case 0: "no problems"
      case 1: reports.count == 1 ? "problems found" : "1 has problems"
      default: "\(Formatting.grouped(faulty)) have problems"
      }
    let files = Formatting.pluralized(reports.count, "file")
    let isBuiltIn = reports.allSatisfy { $0.file == nil }
    messages.append(
      Message(text: "checked \(isBuiltIn ? "the built-in migrations" : files): \(result)"))
  }
}
