internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `history`: prints the changes of the catalog, or follows them.
struct History: Command {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show the changes of the catalog.",
    discussion: """
      Prints the changes, newest first: one for each command that changed movies, and one for each \
      undo and redo. The state of a change is 'undone', 'superseded' if it was undone and can no longer \
      be redone, 'not undoable', or empty. Words select changes by command, summary and title, except \
      the titles of imported movies.

      The history stores the values of \(Formatting.grouped(Catalog.historyLimit)) movies, and then \
      deletes the oldest changes. It does not contain changes by programs that do not use the MovieStore \
      library.
      """,
    subcommands: [HistoryShow.self],
    examples: [
      Example("movies history --limit 10", "Show the latest ten changes."),
      Example("movies history heat", "Show the changes of movies with this title."),
      Example("movies history --follow --json", "Print each change when it is committed."),
    ], suggestedFor: ["changes", "log"])

  @Argument(
    help: ArgumentHelp(
      "Words that must occur in the command, the summary or a title.", valueName: "text"))
  var text: [String] = []
  @Option(
    name: "--limit",
    help: ArgumentHelp("Print at most this many changes.", valueName: "n"), range: 0...Int.max)
  var limit: Int?
  @Flag(
    name: "--follow",
    help: ArgumentHelp(
      "Print changes when they are committed, by any process, until interrupted. Changes that '--clear' deletes within 0.1 s are not printed.",
      suggestedFor: ["--tail", "--watch"]))
  var follow = false
  @Flag(
    name: "--clear",
    help: ArgumentHelp(
      "Delete the history; earlier changes can no longer be undone. Their numbers are not used again.",
      suggestedFor: ["--delete"]))
  var clear = false
  @OptionGroup(title: "Output options") var output: ListOutput<HistoryRecord>
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if clear, follow || limit != nil || !text.isEmpty {
      throw ValidationError("'--clear' deletes the whole history. Remove the other arguments.")
    }
    if follow, limit != nil {
      throw ValidationError("'--follow' and '--limit' cannot be used together")
    }
    if !clear, write.dryRun || write.yes {
      throw ValidationError("'--\(write.dryRun ? "dry-run" : "yes")' requires '--clear'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    if clear { return try clearHistory(context) }
    let text = try SearchWords.joined(text, for: "'<text>'")
    if follow { try HistoryFollower(text: text, output: output).run(context) }
    var records = try output.stream(context)
    let store = try context.database.open(for: .reading)
    let entries = try store.historyEntries(matching: text, limit: limit)
    try context.io.startPager()
    for entry in entries { try records.write(HistoryRecord(entry: entry)) }
    try records.finish()
    if entries.isEmpty, limit != 0, context.io.output.isTerminal {
      try context.ui.info(text.isEmpty ? "no changes yet" : "no changes match")
    }
    return context.ui.isQuiet && entries.isEmpty ? .notFound : .done
  }

  private func clearHistory(_ context: CommandContext) throws -> ExitStatus {
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

  @Argument(
    help: ArgumentHelp("The number of the change; see 'movies history'.", valueName: "entry"),
    range: 1...Int.max)
  var entry: Int
  @OptionGroup(title: "Output options") var output: ListOutput<ChangeRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    var records = try output.stream(context)
    let store = try context.database.open(for: .reading)
    try context.io.startPager()
    let count = try context.io.deferringOutput {
      try store.forEachChange(of: entry) { try records.write(ChangeRecord(change: $0)) }
      return try records.finish()
    }
    if count == 0 { try context.ui.info("the history does not store the movies of this change") }
    return .done
  }
}

/// Prints entries when they are committed, until a signal ends the program.
private struct HistoryFollower {
  let text: String
  let output: ListOutput<HistoryRecord>

  func run(_ context: CommandContext) throws -> Never {
    var records = try output.stream(context, follows: true)
    var latest = LatestEntries(context.database)
    while true {
      for entry in try latest.next(matching: text) {
        try records.write(HistoryRecord(entry: entry))
      }
      try context.io.output.flush()
    }
  }
}

/// The entries that are added to the history from now on.
private struct LatestEntries: ~Copyable {
  private let database: DatabaseAccess
  /// `nil` as long as the file does not exist.
  private var store: Catalog?
  private var version: DatabaseVersion?
  /// The latest entry at the time of the last read, or `nil` if there was none.
  private var newest: HistoryEntry?
  private var hasRead = false

  init(_ database: DatabaseAccess) { self.database = database }

  /// Waits for entries that match, and returns them, oldest first.
  mutating func next(matching text: String) throws -> [HistoryEntry] {
    while true {
      if Interruption.isRequested { throw StoreError(.interrupted) }
      do {
        let entries = try read(matching: text)
        if !entries.isEmpty { return entries }
      } catch {
        guard case .busy = (error as? StoreError)?.problem else { throw error }
      }
      Clock.sleep(microseconds: Int64(DatabaseVersion.pollingMilliseconds) * 1_000)
    }
  }

  private mutating func read(matching text: String) throws -> [HistoryEntry] {
    guard let store = try store.take() ?? openIfExists() else {
      hasRead = true
      return []
    }
    let state = State(version: version, newest: newest, hasRead: hasRead)
    let result = Result { try Self.entries(in: store, after: state, text) }
    self.store = consume store
    let entries: [HistoryEntry]
    (version, newest, entries) = try result.get()
    hasRead = true
    return entries
  }

  private struct State {
    let version: DatabaseVersion?
    let newest: HistoryEntry?
    let hasRead: Bool
  }

  private static func entries(
    in store: borrowing Catalog, after state: State, _ text: String
  ) throws -> (DatabaseVersion, HistoryEntry?, [HistoryEntry]) {
    let version = try DatabaseVersion(of: store)
    if version == state.version { return (version, state.newest, []) }
    return try store.read { store in
      let newest = try store.history(limit: 1).first
      guard state.hasRead else { return (version, newest, []) }
      let last = try state.newest.flatMap {
        try hasBegun(after: $0, newest: newest, in: store) ? nil : $0.id
      }
      return (version, newest, try store.historyEntries(matching: text, after: last ?? 0))
    }
  }

  /// Whether the history began again after the entry, as after a restoration: its numbers are
  /// lower, or the number of the entry is that of another one.
  private static func hasBegun(
    after entry: HistoryEntry, newest: HistoryEntry?, in store: borrowing Catalog
  ) throws -> Bool {
    guard let newest, newest.id >= entry.id else { return true }
    guard let current = try store.historyEntry(entry.id) else { return false }
    return current.time != entry.time || current.summary != entry.summary
      || current.description != entry.description
  }

  private func openIfExists() throws -> Catalog? {
    try database.location.isDefault && !database.location.exists
      ? nil : database.open(for: .reading, waitingInTotal: false)
  }
}
