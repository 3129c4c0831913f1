internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `diff`: shows how the catalog differs from another one.
struct Diff: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show how the catalog differs from another one, or from before.",
    discussion: """
      The other side is a catalog or a backup; a list that 'import' reads; 'history:12', the \
      catalog after change 12; or '@2026-11-01', at the beginning of that day. The output leads from \
      there to the catalog: 'added' is what only the catalog has.

      If one catalog is a copy of the other, movies are compared by id, otherwise as 'import' matches \
      them. Of a list, only the fields that it has are compared.
      """,
    examples: [
      Example("movies diff monday.db", "List what changed since a backup."),
      Example("movies diff @today -p", "Show all values that changed today."),
      Example("movies diff other.db --exit-status -q", "Check in a script that nothing differs."),
    ], suggestedFor: ["changes", "difference", "differences"])

  @Argument(
    help: ArgumentHelp(
      "A catalog, a list, 'history:<change>' or '@<time>'; '-' is a list on standard input.",
      valueName: "other"), completion: .file)
  var other: String
  @Flag(
    name: ["-p", "--patch"],
    help: ArgumentHelp("Show the values; short for '--format page'.", suggestedFor: ["--full"]))
  var patch = false
  @Flag(
    name: "--exit-status",
    help: ArgumentHelp("Exit with 1 if there are differences.", suggestedFor: ["--exit-code"]))
  var exitStatus = false
  @OptionGroup(title: "Reading options") var reading: ReadingArguments
  @OptionGroup(title: "Output options") var output: RecordOptions<DifferenceRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if patch, let format = output.format, format != .page {
      throw ValidationError(
        "'--patch' and '--format \(format.rawValue)' exclude each other. Use one.")
    }
    if patch { try output.requireNoColumnOption() }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let records = try output.stream(context, as: patch ? .page : nil)
    let other = try OtherSide(other, context)
    try requireApplicableOptions(other)
    let store = try context.database.open(for: .reading)
    let summary = try differences(of: store, from: other, records, context)
    try context.ui.info(Self.text(summary))
    return exitStatus && !summary.isEmpty ? .notFound : .done
  }

  private func requireApplicableOptions(_ other: OtherSide) throws {
    if case .list = other { return }
    if reading.areGiven {
      throw ValidationError(
        "'\(self.other)' is not a list: leave out the options for reading lists.")
    }
  }

  private func differences(
    of store: borrowing Catalog, from other: OtherSide, _ records: RecordStream<DifferenceRecord>,
    _ context: CommandContext
  ) throws -> DifferenceSummary {
    var records = records
    func write(_ difference: CatalogDifference) throws {
      try records.write(DifferenceRecord(difference: difference))
    }
    let summary: DifferenceSummary
    switch other {
    case .past(let moment):
      let entry = try moment.entry(of: store)
      let former = try FormerCatalog(of: context.database.filePath, after: entry)
      try context.startPager()
      summary = try context.deferringOutput { try store.differences(since: former, write) }
    case .catalog(let path):
      let other = try Catalog(path: path, access: .reading)
      try context.startPager()
      summary = try context.deferringOutput { try store.differences(from: other, write) }
    case .list(let source):
      try reading.useTimeZone(of: store)
      let (plan, found) = try context.ui.reportingProgress("reading") { reporter in
        try context.deferringOutput {
          try store.differences(
            from: [source], reading.options(), readingArchives: ListFiles.inArchive(named:_:),
            write,
            progress: { reporter?.update($0) })
        }
      }
      for line in ImportPreset.all.flatMap(plan.readings.lines) { try context.ui.info(line) }
      summary = found
    }
    try records.finish()
    return summary
  }

  /// Such as `2 added, 1 deleted, 12 updated (rating 8, tag 5)`.
  private static func text(_ summary: DifferenceSummary) -> String {
    if summary.isEmpty { return "no differences" }
    let counts = [
      (summary.added, "added"), (summary.deleted, "deleted"),
      (summary.updated, "updated (\(summary.changedFields.summary))"),
      (summary.ambiguous, "ambiguous"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\(Formatting.grouped($0.0)) \($0.1)" }
      .joined(separator: ", ")
  }
}

/// What the catalog is compared with.
private enum OtherSide {
  case past(Moment)
  case catalog(String)
  case list(ImportSource)

  /// A moment in the history of the catalog.
  enum Moment {
    case change(HistoryEntry.ID)
    case time(String)
  }

  init(_ text: String, _ context: CommandContext) throws {
    if text.hasPrefix("history:") {
      guard let id = Int(text.dropFirst(8)), id > 0 else {
        throw ValidationError(
          "'\(text)' does not name a change. Use 'history:12'; 'movies history' lists the changes.")
      }
      self = .past(.change(id))
    } else if text.hasPrefix("@") {
      let time = String(text.dropFirst())
      self = .past(.time(RelativeDay(rawValue: time)?.date ?? time))
    } else {
      let source = try ListFiles.sources([text], context)[0]
      guard try source.isDatabase else {
        self = .list(source)
        return
      }
      let location = try context.database.location
      try DatabaseLocation.requireOtherFile(text, than: location.path)
      self = .catalog(text)
    }
  }
}

extension OtherSide.Moment {
  /// The last change at the moment; 0 before the first one.
  fileprivate func entry(of store: borrowing Catalog) throws -> HistoryEntry.ID {
    switch self {
    case .change(let id): return id
    case .time(let text):
      if let id = try store.historyEntry(at: text) { return id }
      guard let first = try store.historyEntries(after: 0, limit: 1).first else {
        throw CommandError.notFound("the history has no changes, so earlier content is not known.")
      }
      throw CommandError.usage(
        "'@\(text)' is not a time since the history began (\(first.time)). Use a time such as "
          + "'@2026-11-01' or '@2026-11-01 10:15'.")
    }
  }
}
