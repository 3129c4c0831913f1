internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `undo`: undoes the latest changes.
struct Undo: Command {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the latest changes.",
    discussion:
      "Each command that changed movies is one change; 'undo', 'redo' and changes that are undone do not "
      + "count. Undo restores ids, casts and favorites exactly. If another program has changed one of "
      + "the values since, nothing is undone. Undoing imports of more than "
      + "\(Formatting.grouped(Catalog.historyLimit)) movies in all asks first, because 'redo' is then not "
      + "possible.\n\nPrints one line for each change on standard error; with '--format', '--json' or "
      + "'--columns', also the movies.",
    examples: [
      Example("movies undo", "Undo the latest change."),
      Example("movies undo 3 --dry-run", "Show what undoing the latest three changes would do."),
    ], suggestedFor: ["revert", "rollback", "undelete"])

  @Argument(
    help: ArgumentHelp("The number of changes; by default, one.", valueName: "n"),
    range: 1...Int.max)
  var count: Int?
  @OptionGroup(title: "Output options") var output: MovieOutput
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    try HistoryStep(direction: .undo, count: count ?? 1, output: output, write: write).run(context)
  }
}

/// The work of `undo` and `redo`.
struct HistoryStep {
  let direction: HistoryEntry.Direction
  let count: Int
  let output: MovieOutput
  let write: WriteOptions

  /// Whether the changed movies are printed. An import can have many.
  private var printsMovies: Bool {
    output.records.format != nil || output.columns.columns != nil
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    // Checks the options before the database is opened.
    _ = try output.stream(context, showingChange: true)
    if !printsMovies, output.header.noHeader || output.terminator.null {
      throw ValidationError(
        "'\(output.header.noHeader ? "--no-header" : "-0")' requires '--format <format>'")
    }
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    let next = try store.nextEntries(direction, limit: count)
    if next.isEmpty { throw try nothing(in: store) }
    if next.count < count { throw try tooMany(next.count, in: store) }
    do {
      try replay(
        next, in: &store, allowsIrreversible: write.yes || write.dryRun, context)
    } catch let error as Catalog.IrreversibleUndo {
      let isConfirmed = try context.ui.confirm(
        "Undo?", details: Self.warnings(about: error.replayed),
        subject: "Undoing the \(Self.imported(error.replayed)) cannot be redone"
          + (Self.lostRedos(error.replayed).map { ", nor can \($0)," } ?? "") + " and")
      guard isConfirmed else {
        try context.ui.info("nothing was changed")
        return .notFound
      }
      try replay(next, in: &store, allowsIrreversible: true, context)
    }
    return .done
  }

  /// The movies that cannot be restored, such as `import of 120,000 movies`.
  private static func imported(_ replayed: Catalog.ReplayedEntries) -> String {
    let count = replayed.irreversible.reduce(0) { $0 + $1.importedMovieCount }
    return "import of \(Formatting.pluralized(count, "movie"))"
  }

  private static func warnings(about replayed: Catalog.ReplayedEntries) -> [String] {
    [
      "The \(imported(replayed)) cannot be redone: the history has no room for that many movies."
    ] + (lostRedos(replayed).map { ["\($0) cannot be redone either."] } ?? [])
  }

  /// The changes that cannot be redone because of the irreversible ones, or `nil` if there are
  /// none.
  private static func lostRedos(_ replayed: Catalog.ReplayedEntries) -> String? {
    let others = replayed.lostRedos - replayed.irreversible.count
    return others > 0 ? Formatting.pluralized(others, "other undone change") : nil
  }

  private func replay(
    _ next: [HistoryEntry], in store: inout Catalog, allowsIrreversible: Bool,
    _ context: CommandContext
  ) throws {
    var records = try output.stream(context, showingChange: true)
    let replayed = try context.io.changing(isDryRun: write.dryRun) {
      do {
        return try store.replay(
          direction, count, expecting: next, allowsIrreversible: allowsIrreversible
        ) { if printsMovies { try records.write(MovieRecord($0)) } }
      } catch let error as StoreError where error.category == .notDurable {
        try report(next, context)
        throw error
      }
    } finish: { _ in
      if printsMovies { try records.finish() }
    }
    if replayed.entries.isEmpty {
      throw CommandError.notFound(
        "another process changed the history. Nothing was changed. Run the command again.")
    }
    try report(replayed.entries, irreversible: replayed.irreversible, context)
    if let others = Self.lostRedos(replayed) {
      try context.ui.info("\(others) cannot be redone either")
    }
  }

  private func report(
    _ entries: [HistoryEntry], irreversible: [HistoryEntry] = [], _ context: CommandContext
  ) throws {
    let verb =
      direction == .undo ? write.verb("undid", "would undo") : write.verb("redid", "would redo")
    for entry in entries {
      let isFinal = irreversible.contains(entry)
      try context.ui.info(
        "\(verb) change \(entry.id): \(entry.label)" + (isFinal ? "; this cannot be redone" : ""))
    }
  }

  private func tooMany(_ count: Int, in store: borrowing Catalog) throws -> CommandError {
    // Numbers of entries begin with 1 and are not used again.
    let oldest = direction == .undo ? try store.historyEntries(after: 0, limit: 1).first : nil
    let isComplete = oldest.map { $0.id == 1 } ?? true
    return .notFound(
      "only \(Formatting.pluralized(count, "change")) can be \(direction.done)"
        + (isComplete ? "" : "; the history no longer has older ones")
        + ". Nothing was changed. Run: movies \(direction) \(count)")
  }

  private func nothing(in store: borrowing Catalog) throws -> CommandError {
    .notFound(
      try store.history(limit: 1).isEmpty
        ? "there is nothing to \(direction): the history is empty."
        : "there is nothing to \(direction). Run 'movies history' to see the changes.")
  }
}

extension HistoryEntry.Direction {
  fileprivate var done: String { self == .undo ? "undone" : "redone" }
}

extension HistoryEntry {
  /// The description and the summary, such as `movies delete 3 4 5 (deleted 3 movies)`.
  var label: String { description.map { "\($0) (\(summary))" } ?? summary }
}
