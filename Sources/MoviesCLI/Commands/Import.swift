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
      Example(
        "movies import movies.json --keep genres,href", "Keep two more fields as attributes."),
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
      "Skip a record if the catalog has a movie with its title, cast and year. A missing cast or year matches any.",
      suggestedFor: ["--ignore-duplicates", "--ignore-existing", "--skip-duplicates"]))
  var skipExisting = false
  @Option(
    name: "--keep",
    help: ArgumentHelp(
      "Keep these fields as attributes, or 'all'; year, rating, watched, tag and note are always kept.",
      valueName: "a,b,…", suggestedFor: ["--fields", "--attributes"]))
  var keep: KeptNames?
  @Option(
    name: "--drop",
    help: ArgumentHelp(
      "Ignore these fields, including known ones such as 'rating'.",
      valueName: "a,b,…", suggestedFor: ["--exclude", "--ignore"]))
  var drop: KeptNames?
  @Option(
    name: "--on-error",
    help: ArgumentHelp(
      "How to handle invalid records: 'stop' imports nothing, 'skip' imports the others.",
      valueName: "action",
      suggestedFor: ["--ignore-errors skip", "--keep-going skip", "--skip-errors skip"]))
  var onError = ErrorAction.stop
  @OptionGroup(title: "Write options") var write: DryRunOption
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
    let options = Catalog.ImportOptions(
      format: InterchangeFormat(rawValue: format.rawValue), skipsExisting: skipExisting,
      skipsInvalid: onError == .skip, countsDuplicates: !context.ui.isQuiet && !skipExisting,
      kept: keep?.fields ?? .named([]), ignored: drop?.names ?? [])
    let sources = try sources(context)
    var store = try context.database.openForCreate(isDryRun: write.dryRun)
    let report = try context.ui.reportingProgress("importing") { reporter in
      try context.deferringOutput {
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
  private func sources(_ context: CommandContext) throws -> [Catalog.ImportSource] {
    try files.map { path in
      if path == "-" {
        return Catalog.ImportSource(name: Self.standardInput, context.input)
      }
      do {
        return try Catalog.ImportSource(path: path)
      } catch let error as SystemError where !error.isIOError {
        throw CommandError.missingFile("\(error). Check the path.")
      }
    }
  }

  private func messages(
    about report: Catalog.ImportReport, _ context: CommandContext
  ) -> [String] {
    var messages: [String] = []
    let fields = report.ignoredFields.filter { !isDropped($0.name) }
    let others = fields.filter { Self.intendedName(of: $0.name) == nil }
    let keepable = others.filter { !cannotBeKept($0.name) }
    let unkeepable = others.filter { cannotBeKept($0.name) }
    if !keepable.isEmpty {
      messages.append(
        "ignored fields: \(keepable.counts). To import them, pass '--keep <field>'")
    }
    messages += fields.compactMap { field in
      Self.intendedName(of: field.name).map {
        "ignored field '\(field.name)'; to import it as '\($0)', "
          + steps(after: report, "rename it", "import the file again")
      }
    }
    if !unkeepable.isEmpty {
      messages.append("ignored fields, which cannot be kept: \(unkeepable.counts)")
    }
    messages += missingFields(report, keep, "--keep") + missingFields(report, drop, "--drop")
    messages += report.emptySources.map { "\(Self.quoted($0)) contains no records" }
    messages.append(summary(of: report, context))
    if report.duplicates > 0 {
      let records = Formatting.pluralized(report.duplicates, "record")
      messages.append(
        report.duplicates == 1
          ? "\(records) looks like a movie already in the catalog; to skip it, "
          : "\(records) look like movies already in the catalog; to skip them, ")
      messages[messages.count - 1] += steps(after: report, "import with '--skip-existing'")
    }
    if report.movies > 0 {
      messages += report.lowRatedSources.map {
        "all ratings in \(Self.quoted($0)) are at most 5, but the scale is 0 to 10; if the file rates up to 5, "
          + steps(after: report, "double them in the file (4.5 becomes 9)", "import it again")
      }
    }
    return messages
  }

  /// What to do, after undoing the import if it added movies.
  private func steps(after report: Catalog.ImportReport, _ steps: String...) -> String {
    let all = (write.dryRun || report.movies == 0 ? [] : ["run 'movies undo'"]) + steps
    return (all.count > 1 ? all.dropLast().joined(separator: ", ") + " and " : "")
      + (all.last ?? "")
  }

  private static func quoted(_ source: String) -> String {
    source == standardInput ? source : "'\(source)'"
  }

  /// Reports the names of an option that no file has.
  private func missingFields(
    _ report: Catalog.ImportReport, _ names: KeptNames?, _ option: String
  ) -> [String] {
    (names?.names ?? []).filter { name in
      KeptFields.key(of: name).map { !report.namedFields.contains($0) } ?? true
    }.map { "no record has the field '\($0)' of '\(option)'" }
  }

  /// The name of the field of a movie that an ignored field seems to contain.
  private static func intendedName(of name: String) -> String? {
    switch name.lowercased().filter({ $0 != " " }) {
    case "cast", "actors": "cast"
    case "favorite": "favorite"
    case "yourrating": "rating"
    default: nil
    }
  }

  /// Whether the field has no name that a key can have, or has values that cannot be stored although '--keep' names it.
  private func cannotBeKept(_ name: String) -> Bool {
    KeptFields.key(of: name) == nil || keep?.fields == .all || Self.contains(keep, name)
  }

  private func isDropped(_ name: String) -> Bool { Self.contains(drop, name) }

  private static func contains(_ names: KeptNames?, _ name: String) -> Bool {
    let key = KeptFields.key(of: name)
    return key != nil && names?.names.contains { KeptFields.key(of: $0) == key } == true
  }

  private func summary(
    of report: Catalog.ImportReport, _ context: CommandContext
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

/// The value of `--keep`: names separated by commas, or `all`.
struct KeptNames: ExpressibleByArgument {
  let fields: KeptFields

  /// The names; empty for all fields.
  var names: [String] { if case .named(let names) = fields { names } else { [] } }

  init?(argument: String) {
    if Self.rejectedPart(of: argument) != nil { return nil }
    fields = argument == "all" ? .all : .named(argument.splitAtCommas)
  }

  static func rejectedPart(of argument: String) -> String? {
    argument.splitAtCommas.first { KeptFields.key(of: $0) == nil }
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "the name of a field that can be an attribute: with an ASCII letter, and not a part of every "
      + "movie, such as 'cast'"
  }
}
