internal import MovieArguments
internal import MovieFormats
internal import MovieInterchange
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `diff`: shows how the catalog differs from another one.
struct Diff: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show differences from another or an earlier catalog.",
    discussion: """
      The other side is a catalog or a backup; a list that 'import' reads; 'history:12', the \
      catalog after change 12; or '@2026-11-01' or '@friday', at the beginning of that day. The output leads from \
      there to the catalog: 'added' is what only the catalog has.

      Movies that a sync united are compared, in copies those with the same id, and others as \
      'import' matches them. Of a list, only the fields that it has are compared.
      """,
    examples: [
      Example("movies diff monday.db", "List what changed since a backup."),
      Example("movies diff @today -p", "Show all values that changed today."),
      Example("movies diff other.db --exit-status -q", "Exit with 1 if anything differs."),
    ], suggestedFor: ["difference", "differences"])
  static let contract = CommandContract(
    .reads, output: .records(DifferenceRecord.self), exits: .notFound, .badInput)

  @Argument(
    help: ArgumentHelp(
      "A catalog, a list, 'history:<change>' or '@<time>'; '-' is a list on standard input.",
      valueName: "other"), completion: .catalog)
  var other: String
  @Flag(
    name: ["-p", "--patch"],
    help: ArgumentHelp("Show the values; short for '--format page'.", suggestedFor: ["--full"]))
  var patch = false
  @Flag(
    name: "--exit-status",
    help: ArgumentHelp("Exit with 1 if anything differs.", suggestedFor: ["--exit-code"]))
  var exitStatus = false
  @OptionGroup(title: "Reading options") var reading: ReadingArguments
  @OptionGroup(title: "Output options") var output: RecordOptions<DifferenceRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if patch, let format = output.format, format != .page {
      throw ValidationError(
        "'--patch' and '--format \(format.rawValue)' exclude each other. Use one.")
    }
    if patch { try output.requireColumnOptions(apply: nil) }
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
      let former = try moment.catalog(of: store, context)
      try context.startPager()
      summary = try context.deferringOutput { try store.differences(since: former, write) }
    case .catalog(let path):
      do {
        var other = try UntouchedCatalog(path: path)
        try context.startPager()
        summary = try context.deferringOutput { try store.differences(from: other.catalog, write) }
        try other.requireReliable()
        if !summary.isEmpty, !summary.pairsIDs {
          try context.ui.info(
            "movies are compared by title and year: the histories have nothing in common")
        }
      } catch let error as StoreError {
        throw Self.explained(error, about: path)
      }
    case .list(let source):
      try reading.useTimeZone(of: store)
      let (plan, found) = try ListFiles.comparing(context) { progress in
        try store.differences(
          from: [source], reading.options(), readingArchives: ListFiles.inArchive(named:_:), write,
          progress: progress)
      }
      for line in ImportPreset.all.flatMap(plan.readings.lines) { try context.ui.info(line) }
      summary = found
    }
    try records.finish()
    return summary
  }

  /// The advice about a damaged file is about the other one.
  private static func explained(_ error: StoreError, about path: String) -> any Error {
    guard case .damaged(let damaged, let detail) = error.problem,
      FilePath.name(of: damaged) == FilePath.name(of: path)
    else { return error }
    return CommandError.inputOutput(
      "'\(path)' is damaged (\(detail)). Compare with another copy, or run: movies doctor "
        + ShellQuoting.quoted(path))
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
      self = .past(.time(String(text.dropFirst())))
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
  /// A copy of the catalog with the content of the moment.
  fileprivate func catalog(
    of store: borrowing Catalog, _ context: CommandContext
  ) throws -> FormerCatalog {
    let entry = try entry(of: store)
    let path = try context.database.filePath
    do throws(StoreError) {
      return try FormerCatalog(of: path, after: entry)
    } catch {
      switch error.problem {
      case .cannotUndo(let change, let obstacle), .cannotRedo(let change, let obstacle):
        throw CommandError.missingFile(
          "the content after change \(entry) cannot be rebuilt: of change \(change.id) (\(change.summary)), "
            + "\(obstacle). Compare with a later change, or with a backup.")
      case .unknownHistoryEntry(let id):
        throw CommandError.missingFile(
          "the history has no entry \(id). Run 'movies history' to see the entries.")
      default: throw error
      }
    }
  }

  /// The first day of a date as it is typed; a date with a time as it is.
  private static func start(_ text: String) throws -> String {
    guard let written = WrittenDate(text), written.time == nil, text.lowercased() != "now" else {
      return text
    }
    do throws(WrittenDate.Problem) {
      let date = try written.period(typedOn: .today).lowerBound
      return "\(CalendarDate(year: date.year, month: date.month ?? 1, day: date.day ?? 1) ?? date)"
    } catch {
      throw ValidationError("\(error.description.capitalizedFirst).")
    }
  }

  /// The last change at the moment; 0 before the first one.
  private func entry(of store: borrowing Catalog) throws -> HistoryEntry.ID {
    switch self {
    case .change(let id): return id
    case .time(let text):
      guard let moment = try store.moment(try Self.start(text)) else {
        throw ValidationError(
          "'@\(text)' is not a time. Use one such as '@2026-11-01', '@2026-11-01 10:15' or '@friday'; for "
            + "a file of that name, './@\(text)'.")
      }
      if let id = try store.historyEntry(at: moment) { return id }
      guard let first = try store.historyEntries(after: 0, limit: 1).first else {
        throw CommandError.missingFile(
          "the history has no changes, so earlier content is not known. Compare with a backup.")
      }
      throw CommandError.missingFile(
        "the history begins later, at \(first.time). Use a later time, or compare with a backup.")
    }
  }
}
