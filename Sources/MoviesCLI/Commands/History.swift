internal import MovieArguments
internal import MovieMCP
internal import MovieStore
internal import MovieSystem

/// `history`: prints the changes of the catalog.
struct History: Command {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show the changes of the catalog.",
    discussion: """
      Prints the changes, newest first: one for each command that changed movies, and one for each \
      undo and redo. The state of a change is 'undone', 'superseded' if it was undone and can no longer \
      be redone, 'not undoable', or empty.

      The history stores the values of \(Formatting.grouped(Catalog.historyLimit)) movies, and then \
      deletes the oldest changes. It does not contain changes by programs that do not use the MovieStore \
      library.
      """,
    subcommands: [HistoryList.self, HistoryShow.self, HistoryClear.self],
    examples: [
      Example("movies history --search heat", "Show the changes of movies with this title."),
      Example("movies history --since 12 --follow --json", "Print every change after change 12."),
    ], suggestedFor: ["changes", "log"])
  static let contract = CommandContract(
    .reads, output: .records(HistoryRecord.self), exits: .notFound)

  @OptionGroup var list: HistoryOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus { try list.print(context) }
}

/// `history list`: the same as `history`.
struct HistoryList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the changes, as without a subcommand.",
    discussion: """
      With '--since', a program can continue after the last change that it has seen. The numbers \
      of changes stay when the history is cleared, or begins anew after a migration; changes that \
      it no longer stores are left out. Only 'movies restore' can set the numbers back: a change \
      with a higher number than the latest is an error.

      With '--follow', the changes of all processes are printed as they are committed, until a \
      signal ends the command, the reader closes the pipe, or there were as many as '--limit' \
      says. Without '--since', only new changes are printed.
      """,
    examples: [
      Example("movies history list --limit 10", "Show the latest ten changes."),
      Example("movies history list --follow --limit 1", "Wait for the next change."),
    ])
  static let contract = CommandContract(
    .reads, output: .records(HistoryRecord.self), exits: .notFound)

  @OptionGroup var list: HistoryOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus { try list.print(context) }
}

/// The options of `history list`.
struct HistoryOptions: ParsableArguments {
  @Option(
    name: "--search",
    help: ArgumentHelp(
      "Only changes with these words in the command, the summary or a title, except titles of imported movies.",
      valueName: "text", suggestedFor: SuggestedNames.text + ["<text>"]))
  var text: String?
  @Option(
    name: "--since",
    help: ArgumentHelp(
      "Only changes after this one, oldest first; 0 for all.", valueName: "change",
      suggestedFor: ["--after", "--from"]),
    range: 0...Int.max)
  var since: Int?
  @Flag(
    name: "--follow",
    help: ArgumentHelp(
      "Print new changes as they are made, until interrupted: TSV, or for '--json' NDJSON.",
      suggestedFor: ["--tail", "--watch", "--wait"]))
  var follows = false
  @Option(
    name: "--limit",
    help: ArgumentHelp("The maximum number of changes; then '--follow' ends.", valueName: "n"),
    range: 0...Int.max)
  var limit: Int?
  @Option(
    name: "--offset",
    help: ArgumentHelp(
      "The number of changes to skip.", valueName: "n", suggestedFor: ["--skip", "--start"]),
    range: 0...Int.max)
  var offset = 0
  @OptionGroup(title: "Output options") var output: RecordOptions<HistoryRecord>

  func validate() throws {
    if follows, offset > 0 {
      throw ValidationError("'--follow' cannot be combined with '--offset'")
    }
    if follows, output.format == .table {
      throw ValidationError("'--follow' cannot print a table. Pass '--format tsv' or 'page'.")
    }
  }

  func print(_ context: CommandContext) throws -> ExitStatus {
    let text = try SearchWords.joined(text.map { [$0] } ?? [], for: "'--search'")
    if follows { return try follow(context, matching: text) }
    var records = try output.stream(context)
    let store = try context.database.open(for: .reading)
    let entries = try store.read { store in
      let entries: [HistoryEntry]
      if let since {
        var feed = HistoryFeed(matching: text, after: since, limit: limit, offset: offset)
        entries = try feed.next(in: store)
      } else {
        entries = try store.historyEntries(matching: text, limit: limit, offset: offset)
      }
      if let session = context.database.session {
        session.page = try ToolPage(
          of: "changes", count: entries.count, offset: offset, limit: limit
        ) { limit throws(StoreError) in
          try store.historyEntryCount(matching: text, after: since, limit: limit)
        }
      }
      return entries
    }
    try context.startPager()
    for entry in entries { try records.write(HistoryRecord(entry: entry)) }
    try records.finish()
    if entries.isEmpty, limit != 0, context.output.isTerminal {
      try context.ui.info(text.isEmpty && since == nil ? "no changes yet" : "no changes match")
    }
    return .done
  }

  private func follow(_ context: CommandContext, matching text: String) throws -> ExitStatus {
    // An array has no end here, and the widths of a table are unknown.
    let format = output.format == .json ? .ndjson : output.format ?? .tsv
    var records = try output.stream(context, as: format)
    _ = try context.database.filePath
    try context.database.requireDefaultCatalog()
    let store = try context.database.open(for: .reading, waitingInTotal: false)
    var feed = HistoryFeed(
      matching: text, after: try since ?? store.lastHistoryID, limit: limit)
    try feed.follow(store, to: context.output) { entries in
      for entry in entries { try records.write(HistoryRecord(entry: entry)) }
      try records.finish()
    }
    return .done
  }
}

/// `history clear`: deletes the history.
struct HistoryClear: Command {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Delete the history; earlier changes can no longer be undone.",
    discussion: "The numbers of the changes are not used again.",
    examples: [Example("movies history clear --yes", "Delete the history without a question.")],
    suggestedFor: ["delete", "purge", "remove"])
  static let contract = CommandContract(.destroys)

  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    let (newest, count) = try store.read { store in
      (try store.history(limit: 1).first, try store.historySize.entries)
    }
    let changes = "\(Formatting.pluralized(count, "change")) from the history"
    guard let newest else {
      try context.ui.info("the history is empty")
      return .done
    }
    if !write.yes, !write.dryRun {
      let isConfirmed = try context.ui.confirm(
        "Delete \(changes)? They can then no longer be undone.", subject: "Deleting the history")
      guard isConfirmed else {
        try context.ui.info("nothing was changed")
        return .notFound
      }
    }
    guard try store.clearHistory(through: newest, count: count) else {
      throw CommandError.notFound(
        "another process changed the history. Nothing was changed. Run the command again.")
    }
    try context.ui.info("\(write.verb("deleted", "would delete")) \(changes)")
    return .done
  }
}

/// `history show`: prints the movies of a change.
struct HistoryShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the movies of a change, before and after.",
    discussion:
      "The history does not store the values of imported movies: those that still exist are shown with "
      + "their current values.",
    examples: [
      Example("movies history show 12", "Show what change 12 did."),
      Example(
        "movies history show 12 --json", "Show all values before and after, as JSON."),
    ])
  static let contract = CommandContract(
    .reads, output: .records(ChangeRecord.self), exits: .notFound)

  @Argument(
    help: ArgumentHelp("The number of the change; see 'movies history'.", valueName: "change"),
    range: 1...Int.max)
  var entry: Int
  @OptionGroup(title: "Output options") var output: RecordOptions<ChangeRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    var records = try output.stream(context)
    let store = try context.database.open(for: .reading)
    try context.startPager()
    let count = try context.deferringOutput {
      try store.forEachChange(of: entry) { try records.write(ChangeRecord(change: $0)) }
      return try records.finish()
    }
    if count == 0 { try context.ui.info("the history does not store the movies of this change") }
    return .done
  }
}
