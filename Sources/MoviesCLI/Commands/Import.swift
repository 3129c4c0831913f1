internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `import`: adds the movies of files.
struct Import: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import movies from files, all or nothing.",
    examples: [
      Example("movies import movies.csv", "Import all movies of a file."),
      Example("movies import movies.ndjson --skip-existing", "Import only new movies."),
    ], suggestedFor: ["load"])

  @Argument(
    help: ArgumentHelp(
      "An NDJSON, JSON, CSV or TSV file; '-' is standard input.", valueName: "file"),
    completion: .file)
  var files: [String]
  @Option(
    name: "--format",
    help: ArgumentHelp(
      "The input format; 'auto' detects it from the first bytes.",
      suggestedFor: ["--json-lines ndjson", "--jsonl ndjson"]))
  var format = ImportFormat.auto
  @Flag(
    name: "--skip-existing",
    help: ArgumentHelp(
      "Skip records whose title and cast are already in the catalog.",
      suggestedFor: ["--ignore-duplicates", "--ignore-existing", "--skip-duplicates"]))
  var skipExisting = false
  @Option(
    name: "--on-error",
    help: ArgumentHelp(
      "How to handle invalid records: 'stop' imports nothing, 'skip' imports the others.",
      valueName: "action",
      suggestedFor: ["--ignore-errors skip", "--keep-going skip", "--skip-errors skip"]))
  var onError = ErrorAction.stop
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  enum ImportFormat: String, CaseIterable, ExpressibleByArgument {
    case auto, ndjson, json, csv, tsv
  }

  enum ErrorAction: String, CaseIterable, ExpressibleByArgument {
    case stop, skip
  }

  func validate() throws {
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once. Use a single '-'.")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let options = MovieStore.ImportOptions(
      format: InterchangeFormat(rawValue: format.rawValue), skipsExisting: skipExisting,
      skipsInvalid: onError == .skip, countsDuplicates: !context.ui.isQuiet && !skipExisting)
    let sources = try sources(context)
    var store = try context.database.openForCreate(isDryRun: write.dryRun)
    let report = try context.ui.reportingProgress("importing") { reporter in
      try context.io.deferringOutput {
        try store.importMovies(
          from: sources, options,
          onInvalid: { error in
            reporter?.clear()
            try context.ui.warn("\(error)")
          },
          progress: { reporter?.update($0) })
      }
    }
    for message in messages(about: report, context) { try context.ui.info(message) }
    return report.invalid > 0 ? .badInput : .done
  }

  private static let standardInput = "standard input"

  /// The files. Unreadable ones are reported before the database is opened.
  private func sources(_ context: CommandContext) throws -> [MovieStore.ImportSource] {
    try files.map { path in
      if path == "-" {
        return MovieStore.ImportSource(name: Self.standardInput, context.io.input)
      }
      do {
        return try MovieStore.ImportSource(path: path)
      } catch {
        throw CommandError.missingFile("\(error). Check the path.")
      }
    }
  }

  private func messages(
    about report: MovieStore.ImportReport, _ context: CommandContext
  ) -> [String] {
    var messages: [String] = []
    if !report.ignoredKeys.isEmpty {
      messages.append("ignored fields: \(report.ignoredKeys.joined(separator: ", "))")
    }
    for name in report.emptySources {
      messages.append(
        "\(name == Self.standardInput ? name : "'\(name)'") contains no records")
    }
    messages.append(summary(of: report, context))
    if report.duplicates > 0 {
      messages.append(
        "duplicates of movies in the catalog: \(Formatting.grouped(report.duplicates)) "
          + "(same title and cast); pass '--skip-existing' to skip them")
    }
    return messages
  }

  private func summary(
    of report: MovieStore.ImportReport, _ context: CommandContext
  ) -> String {
    let skipped =
      "; \(Formatting.pluralized(report.skipped, "record")) skipped: already in the catalog"
    let invalid = "; \(Formatting.pluralized(report.invalid, "record")) skipped: invalid"
    return "\(write.verb("imported", "would import")) "
      + "\(Formatting.pluralized(report.movies, "movie")), "
      + Formatting.pluralized(report.newActors, "new actor") + write.duration(context)
      + (report.skipped > 0 ? skipped : "") + (report.invalid > 0 ? invalid : "")
  }
}
