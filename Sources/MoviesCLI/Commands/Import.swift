internal import MovieArguments
internal import MovieFormats
internal import MovieInterchange
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `import`: adds the movies of files, and updates those that exist.
struct Import: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import movies from files: add new ones, update others.",
    examples: [
      Example("movies import letterboxd-me.zip --dry-run", "Show what a list would change."),
      Example("movies import movies.csv", "Add or update the movies of a file."),
    ], suggestedFor: ["load", "upsert"])
  static let contract = CommandContract(
    .writes, output: .records(PlannedRecord.self), exits: .badInput)

  @Argument(
    help: ArgumentHelp(
      "A list of a service or a program, as a file, an archive or a directory ('movies help lists'), "
        + "or another catalog; '-' is standard input.",
      valueName: "file"),
    completion: .file)
  var files: [String]
  @Flag(
    name: "--add",
    help: ArgumentHelp(
      "Add every record as a new movie, also if it exists.",
      suggestedFor: ["--allow-duplicates", "--force"]))
  var add = false
  @Flag(
    name: ["--new-only", "--skip-existing"],
    help: ArgumentHelp(
      "Only add movies that do not exist, each once.",
      suggestedFor: ["--ignore-duplicates", "--ignore-existing", "--skip", "--skip-duplicates"]))
  var newOnly = false
  @Flag(
    name: "--existing-only",
    help: ArgumentHelp(
      "Only update movies that exist.", suggestedFor: ["--only-existing", "--update"]))
  var existingOnly = false
  @Option(
    name: "--tag", help: "Add a tag to the movies of all records.",
    completion: .custom(CatalogCompletion.tag))
  var tags: [String] = []
  @Option(
    name: "--on-error",
    help: ArgumentHelp(
      "'skip' leaves out invalid records; 'stop' imports nothing.",
      valueName: "action",
      suggestedFor: ["--ignore-errors skip", "--keep-going skip", "--skip-errors skip"]))
  var onError: ErrorAction?
  @Option(
    name: "--unresolved",
    help: ArgumentHelp(
      "Write invalid and ambiguous records there, to decide.",
      valueName: "directory", suggestedFor: ["--rejects", "--report"]),
    completion: .newFile)
  var unresolved: String?
  @Option(
    name: "--format",
    help: ArgumentHelp(
      "The input format.",
      suggestedFor: ["--json-lines ndjson", "--jsonl ndjson"]))
  var format = Format.auto
  @OptionGroup(title: "Merging options") var merging: MergingArguments
  @OptionGroup(title: "Reading options") var reading: ReadingArguments
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Write options") var write: DryRunOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case auto, ndjson, json, csv, tsv
  }

  enum ErrorAction: String, CaseIterable, ExpressibleByArgument {
    case stop, skip
  }

  func validate() throws {
    let options = [
      ("--add", add), ("--new-only", newOnly), ("--existing-only", existingOnly),
    ].filter(\.1).map(\.0)
    if options.count > 1 {
      throw ValidationError("'\(options[0])' and '\(options[1])' exclude each other. Use one.")
    }
    if let change = merging.option, add || newOnly {
      throw ValidationError(
        "'\(change)' changes movies that exist, but '\(options[0])' only adds movies. Use one.")
    }
    if onError == .stop, unresolved != nil {
      throw ValidationError(
        "'--unresolved' skips invalid records, but '--on-error stop' stops at them. Use one.")
    }
  }

  private var options: ImportOptions {
    get throws {
      ImportOptions(
        reading: reading.options(format: InterchangeFormat(rawValue: format.rawValue)),
        records: add ? .added : newOnly ? .new : existingOnly ? .existing : .all,
        merge: merging.rule, replacesCasts: merging.cast == .replace,
        replacesNotes: merging.reviews == .replace,
        tags: try AttributeAssignments.attributes(tags.map { "tag=\($0)" }).tags,
        skipsInvalid: onError == .skip, unresolvedDirectory: unresolved)
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let options = try options
    let sources = try ListFiles.sources(files, context)
    var store = try context.database.openForCreate(isDryRun: write.dryRun)
    try reading.useTimeZone(of: store)
    var records = JSONRecordWriter(isArray: true, output: context.output)
    let onRecord: ((ImportPlan.Record) throws -> Void)? =
      output.json ? { try records.write(PlannedRecord(record: $0)) { [] } } : nil
    let plan = try context.ui.reportingProgress("importing") { reporter in
      let onInvalid: (InterchangeError) throws -> Void = { error in
        reporter?.clear()
        try context.ui.warn(
          "\(error)\(error.hidesRest ? "; what follows in the file was not read" : "")")
      }
      return try context.deferringOutput {
        write.dryRun
          ? try store.planImport(
            from: sources, options, readingArchives: ListFiles.inArchive(named:_:),
            onRecord: onRecord,
            onInvalid: onInvalid, progress: { reporter?.update($0) })
          : try store.importMovies(
            from: sources, options, readingArchives: ListFiles.inArchive(named:_:),
            onRecord: onRecord,
            onInvalid: onInvalid, progress: { reporter?.update($0) })
      }
    }
    if output.json { try records.finish() }
    let warnings = plan.readings.flatMap { reading in
      reading.facts.leftOutValues.map { Self.warning(about: $0, of: Self.quoted(reading.source)) }
    }
    for warning in warnings { try context.ui.warn(warning) }
    for message in messages(about: plan, context) { try context.ui.info(message) }
    if write.dryRun, !output.json {
      for line in table(of: plan) {
        try context.output.write(context.output.sanitized(line) + "\n")
      }
    }
    try context.output.flush()
    return plan[.invalid] > 0 || !warnings.isEmpty ? .badInput : .done
  }

  private static func warning(
    about values: SourceFacts.LeftOutValues, of source: String
  ) -> String {
    let what =
      values.areAll
      ? "ignored '\(values.name)', of which no value can be read"
      : "left out \(Formatting.pluralized(values.count, "value")) of '\(values.name)'"
    return "\(source): \(what), such as in line \(values.first.line): \(values.first.message)"
  }

  /// A line for each class of records.
  private func table(of plan: ImportPlan) -> [String] {
    let rows = ImportPlan.Class.allCases.filter { plan[$0] > 0 }
    let width = rows.map { Formatting.grouped(plan[$0]).count }.max() ?? 0
    return rows.map { row in
      let count = Formatting.grouped(plan[row])
      let note =
        switch row {
        case .updated: cut(plan.changedFields, by: \.summary)
        case .byTitle: "nearly the same title or year: sets only missing values"
        case .ambiguous:
          "several movies, or one that can be another"
            + (unresolved == nil ? "; see '--unresolved <directory>'" : "")
        case .leftOut: cut(plan.leftOutKinds, by: \.summary)
        default: ""
        }
      return TerminalText.padded(row.rawValue, to: 11)
        + TerminalText.padded(count, to: width, alignment: .right)
        + (note.isEmpty ? "" : "   \(note)")
    }
  }

  private func messages(about plan: ImportPlan, _ context: CommandContext) -> [String] {
    var messages = ImportPreset.all.flatMap(plan.readings.lines)
    let isChange = !write.dryRun && plan[.new] + plan[.updated] + plan[.byTitle] > 0
    messages += plan.readings.flatMap { reading in
      taken(
        reading.facts, of: Self.quoted(reading.source), describes: reading.preset == nil,
        isChange: isChange)
    }
    if !plan.skippedFiles.isEmpty {
      messages.append("files that were not read: \(Self.list(plan.skippedFiles))")
    }
    if !plan.omittedLists.isEmpty {
      messages.append(
        "lists that were not imported: \(Self.list(plan.omittedLists)). To import them, with their names as "
          + "tags, pass '--lists'")
    }
    let publicRatings = Set(plan.readings.compactMap(\.facts.publicRating))
    let fields = plan.ignoredFields.filter {
      !isDropped($0.name) && !publicRatings.contains($0.name)
    }
    let keepable = fields.filter { !cannotBeKept($0.name) }
    let unkeepable = fields.filter { cannotBeKept($0.name) }
    let plain = plan.readings.filter { $0.preset == nil }.map(\.facts)
    if !keepable.isEmpty {
      messages.append(
        "ignored fields: \(cut(keepable, by: \.counts)). To import them, pass '--keep <field>'"
          + hint(about: plain))
    }
    if !unkeepable.isEmpty, !plain.isEmpty {
      messages.append("ignored fields, which cannot be kept: \(cut(unkeepable, by: \.counts))")
    }
    messages +=
      missingFields(plan, reading.keep, "--keep") + missingFields(plan, reading.drop, "--drop")
    if let first = plan.unresolvedFiles.first {
      let decided = reading.undecidedOptions(plain)
      let further = decided.isEmpty ? "" : " and '\(decided.joined(separator: " "))'"
      let others = plan.unresolvedFiles.count - 1
      let files =
        "'\(first)'"
        + (others > 0 ? " and \(Formatting.pluralized(others, "other file"))" : "")
      let target = others > 0 ? "'\(FilePath.directory(of: first))'" : "it"
      messages.append(
        "to decide about the records in \(files), put one of the candidates or 'new' into 'decision', and "
          + "import \(target) with the same options\(further)")
    }
    messages += reading.mappings.map(\.mapping).filter { mapping in
      !plan.readings.isEmpty && !plan.readings.contains { $0.facts.has(mapping.field) }
    }.map { "no record has the field '\($0.column)' of '--map'" }
    let lacksTitles = plan.readings.contains { !$0.facts.has("title") }
    if lacksTitles, plan.leftOutKinds.contains(where: { $0.name == "rows without a title" }) {
      messages.append(
        "rows without a title can only complete movies: import them together with the file of the titles"
      )
    }
    if plan.joinedRows.rows > 0 {
      let movies = Formatting.pluralized(plan.joinedRows.movies, "movie")
      messages.append(
        "\(Formatting.pluralized(plan.joinedRows.rows, "row")) with the same title and year and "
          + "different days \(write.dryRun ? "would be" : "are") viewings of \(movies); to add each row "
          + "as a movie, \(isChange ? "run 'movies undo' and " : "")pass '--add'")
    }
    let zeros = plan.readings.reduce(0) { $0 + $1.facts.zeroRatings }
    if zeros > 0 {
      messages.append(
        "\(Formatting.pluralized(zeros, "rating")) of 0 taken as none; if 0 is a rating, pass '--scale "
          + "0..<highest>'")
    }
    if let held = plan.leftOutKinds.first(where: { $0.name == ImportPlan.heldKind }) {
      let titles = plan.heldTitles.map { "'\(Self.start(of: $0))'" }.joined(separator: ", ")
      messages.append(
        "held back \(Formatting.pluralized(held.count, "title")) that can be those of episodes: "
          + "\(titles)\(held.count > plan.heldTitles.count ? ", …" : ""). To import "
          + "them as movies, pass '--series keep'")
    }
    messages += plan.emptySources.map { "\(Self.quoted($0)) contains no records" }
    if let replaced = replacements(of: plan) { messages.append(replaced) }
    if let matched = titleMatches(of: plan) { messages.append(matched) }
    if plan.duplicates > 0 {
      messages.append(
        "\(Formatting.pluralized(plan.duplicates, "new movie")) can be the same as others. To see them: "
          + "movies duplicates")
    }
    if !write.dryRun { messages.append(summary(of: plan, context)) }
    return messages
  }

  /// How to import a field as one that the plain lists do not have; empty if they have all.
  private func hint(about plain: [SourceFacts]) -> String {
    let missing: [(key: AttributeKey, isMissing: (SourceFacts) -> Bool, text: String)] = [
      (.year, { !$0.hasYears }, "the year"),
      (.rating, { !$0.has(AttributeKey.rating.name) }, "your rating"),
      (.watched, { !$0.hasDays }, "days of watching"),
    ]
    return missing.filter { plain.contains(where: $0.isMissing) }
      .map { ", or '--map \($0.key)=<field>' for \($0.text)" }.joined()
  }

  /// The counts of fields: in a preview of all, otherwise of the first ones.
  private func cut(_ fields: [FieldCount], by text: KeyPath<[FieldCount], String>) -> String {
    let others = fields.count - Self.countLimit
    if write.dryRun || others <= 1 { return fields[keyPath: text] }
    return Array(fields.prefix(Self.countLimit))[keyPath: text]
      + " and \(Formatting.pluralized(others, "other")), which '--dry-run' lists"
  }

  private static let countLimit = 6

  /// What was taken of a source of another program.
  ///
  /// - Parameter isChange: Whether the import changed the catalog.
  private func taken(
    _ facts: SourceFacts, of source: String, describes: Bool, isChange: Bool
  ) -> [String] {
    var messages: [String] = []
    if describes, !facts.clauses.isEmpty {
      messages.append("\(source): \(Formatting.pluralized(facts.rowCount, "record"))")
      messages += facts.clauses.map { "  " + $0 }
    }
    if facts.roundedRatings > 0 {
      messages.append(
        "\(source): \(Formatting.pluralized(facts.roundedRatings, "rating")) rounded to tenths")
    }
    if facts.cutNotes > 0 {
      messages.append(
        "\(source): \(Formatting.pluralized(facts.cutNotes, "note")) cut after 16 KiB")
    }
    let cells = [(facts.castsWithCommas, "cast"), (facts.directorsWithCommas, "director list")]
      .filter { $0.0 > 0 }.map { Formatting.pluralized($0.0, $0.1) }
    if !cells.isEmpty {
      messages.append(
        "\(source): \(cells.joined(separator: " and ")) with commas kept as one name; to split them, "
          + "\(isChange ? "run 'movies undo' and " : "")pass '--split ,'")
    }
    return messages
  }

  /// Such as `replaced 410 ratings: Ran 10 by 8, …; to keep such values, …`.
  private func replacements(of plan: ImportPlan) -> String? {
    if plan.replacedFields.isEmpty { return nil }
    let shown = plan.replacedFields.prefix(4).map { field in
      let first = plan.firstReplacements.filter { $0.field == field.name }
      let examples = first.map {
        "\(Self.start(of: $0.title)) \(Self.example($0.before)) by \(Self.example($0.after))"
      }
      let hasOthers = field.count > examples.count
      return "\(Self.values(of: field)): "
        + (examples + (hasOthers ? ["…"] : [])).joined(separator: ", ")
    }
    let others = plan.replacedFields.count - shown.count
    let further = others > 0 ? ["values of \(Formatting.pluralized(others, "other field"))"] : []
    let undo = write.dryRun ? "" : "run 'movies undo' and "
    let instead = merging.option.map { " instead of '\($0)'" } ?? ""
    return
      "\(write.verb("replaced", "would replace")) \((shown + further).joined(separator: "; ")); "
      + "to keep such values, \(undo)pass '--fill'\(instead)"
  }

  /// Such as `matched 2 records by title, which sets only missing values: Crazy (2005) with …`.
  private func titleMatches(of plan: ImportPlan) -> String? {
    if plan.titleMatchCount == 0 { return nil }
    let examples = plan.firstTitleMatches.map {
      "\(Self.start(of: $0.record)) with \(Self.start(of: $0.movie))"
    }
    let hasOthers = plan.titleMatchCount > examples.count
    return
      "\(write.verb("matched", "would match")) "
      + "\(Formatting.pluralized(plan.titleMatchCount, "record")) by title, which sets only missing "
      + "values: " + (examples + (hasOthers ? ["…"] : [])).joined(separator: ", ")
  }

  /// Such as `410 ratings`.
  private static func values(of field: FieldCount) -> String {
    ["title", "rating", "runtime", "note", "year"].contains(field.name)
      ? Formatting.pluralized(field.count, field.name)
      : "\(Formatting.pluralized(field.count, "value")) of '\(field.name)'"
  }

  /// A number, or the start of a text in quotes.
  private static func example(_ value: String) -> String {
    value.isEmpty ? "nothing" : Double(value) == nil ? "'\(start(of: value))'" : value
  }

  /// The start of a text, in one line.
  private static func start(of text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return TerminalText.truncated(line, to: 40)
  }

  /// The first names of files, and the number of the others.
  private static func list(_ files: [String]) -> String {
    let names = files.prefix(5).joined(separator: ", ")
    return names
      + (files.count > 5 ? " and \(Formatting.pluralized(files.count - 5, "other"))" : "")
  }

  private static func quoted(_ source: String) -> String {
    source == ListFiles.standardInput ? source : "'\(source)'"
  }

  /// Reports the names of an option that no file has.
  private func missingFields(
    _ plan: ImportPlan, _ names: KeptNames?, _ option: String
  ) -> [String] {
    (names?.names ?? []).filter { name in
      KeptFields.key(of: name).map { !plan.namedFields.contains($0) } ?? true
    }.map { "no record has the field '\($0)' of '\(option)'" }
  }

  /// Whether the field has no name that a key can have, or has values that cannot be stored although '--keep' names it.
  private func cannotBeKept(_ name: String) -> Bool {
    KeptFields.key(of: name) == nil || reading.keep?.fields == .all
      || Self.contains(reading.keep, name)
  }

  private func isDropped(_ name: String) -> Bool { Self.contains(reading.drop, name) }

  private static func contains(_ names: KeptNames?, _ name: String) -> Bool {
    let key = KeptFields.key(of: name)
    return key != nil && names?.names.contains { KeptFields.key(of: $0) == key } == true
  }

  /// Such as `imported 3 movies, 5 new actors, updated 2 (rating 2) in 0.1 s; 4 unchanged`.
  private func summary(of plan: ImportPlan, _ context: CommandContext) -> String {
    var done = "imported \(Formatting.pluralized(plan[.new], "movie"))"
    if plan.newActors > 0 || plan[.updated] + plan[.byTitle] == 0 {
      done += ", \(Formatting.pluralized(plan.newActors, "new actor"))"
    }
    let updated = plan[.updated] + plan[.byTitle]
    if updated > 0 {
      done += ", updated \(Formatting.grouped(updated)) (\(cut(plan.changedFields, by: \.summary)))"
    }
    let notes: [ImportPlan.Class: String] = [
      .ambiguous: unresolved == nil ? " (see '--unresolved <directory>')" : "",
      .leftOut: plan.leftOutKinds.isEmpty ? "" : " (\(cut(plan.leftOutKinds, by: \.summary)))",
    ]
    let rest = [ImportPlan.Class.unchanged, .ambiguous, .leftOut, .invalid].filter { plan[$0] > 0 }
      .map { "\(Formatting.grouped(plan[$0])) \($0.rawValue)" + (notes[$0] ?? "") }
    return done + write.duration(context)
      + (rest.isEmpty ? "" : "; " + rest.joined(separator: ", "))
      + (updated > 0 ? ". To undo it, run 'movies undo'" : "")
      + (updated + plan[.ambiguous] > 0
        ? ". To add every record as a new movie, pass '--add'" : "")
  }
}

/// A record of an import as JSON.
private struct PlannedRecord: OutputRecord {
  static let columns: [RecordColumn<Self>] = []

  let record: ImportPlan.Record

  var recordID: Int64 { record.movie?.rawValue ?? 0 }

  static let schema = JSONSchema.object([
    "class": .values(of: ImportPlan.Class.self), "source": .string, "line": .integer,
    "title": .string, "year": .integer.orNull, "id": .integer.orNull, "changes": .array(.string),
    "candidates": .array(.integer), "reason": .string.orNull,
    "replaced": .array(.object(["field": .string, "before": .string, "after": .string])),
  ])

  func append(to json: inout JSONBuilder) {
    json.object {
      $0.add("class", record.class.rawValue)
      $0.add("source", record.source)
      $0.add("line", record.line)
      $0.add("title", record.title)
      $0.add("year", record.year)
      $0.add("id", record.movie?.rawValue)
      $0.array("changes", record.changes) { $0.add($1) }
      $0.array("candidates", record.candidates) { $0.add($1.rawValue) }
      $0.add("reason", record.reason)
      $0.array("replaced", record.replacements) { json, replacement in
        json.object {
          $0.add("field", replacement.field)
          $0.add("before", replacement.before)
          $0.add("after", replacement.after)
        }
      }
    }
  }
}

extension [FieldCount] {
  /// The names with their counts, such as `rating 12, tag 3`.
  var summary: String {
    map { "\($0.name) \(Formatting.grouped($0.count))" }.joined(separator: ", ")
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

  /// The names of several options; `nil` for none.
  init?(_ options: [KeptNames]) {
    if options.isEmpty { return nil }
    let isAll = options.contains { $0.fields == .all }
    fields = isAll ? .all : .named(options.flatMap(\.names))
  }

  static func rejectedPart(of argument: String) -> String? {
    argument.splitAtCommas.first { KeptFields.key(of: $0) == nil }
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "the name of a field that can be an attribute: with an ASCII letter, and not a part of every "
      + "movie, such as 'cast'"
  }
}
