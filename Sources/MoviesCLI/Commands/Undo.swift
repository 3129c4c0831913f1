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
      + "the movies since, nothing is undone. After undoing an import of more than 10,000 movies, "
      + "'redo' is not possible; on a terminal, 'undo' asks first.",
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

  func run(_ context: CommandContext) throws -> ExitStatus {
    // Checks the options before the database is opened.
    _ = try output.stream(context, showingChange: true)
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    guard let first = try store.nextEntries(direction, limit: 1).first else { throw nothing }
    do {
      let asks = !write.yes && !write.dryRun && context.ui.canAsk
      try replay(in: &store, expecting: first.id, allowsFinal: !asks, context)
    } catch let error as MovieStore.FinalUndo {
      let movies = Formatting.pluralized(error.entry.importedMovieCount, "imported movie")
      let isConfirmed = try context.ui.confirm(
        "Undo?",
        details: [
          "This deletes \(movies), too many for 'movies redo': only importing them again brings them back."
        ], subject: "Undoing an import")
      guard isConfirmed else {
        try context.ui.info("nothing was changed")
        return .notFound
      }
      try replay(in: &store, expecting: first.id, allowsFinal: true, context)
    }
    return .done
  }

  private func replay(
    in store: inout MovieStore, expecting first: HistoryEntry.ID, allowsFinal: Bool,
    _ context: CommandContext
  ) throws {
    var records = try output.stream(context, showingChange: true)
    let entries = try context.io.changing(isDryRun: write.dryRun) {
      do {
        return try store.replay(
          direction, count, expecting: first, allowsFinal: allowsFinal
        ) { try records.write(MovieRecord($0)) }
      } catch let error as MovieStore.HistoryExhausted {
        throw CommandError.notFound(
          "only \(Formatting.pluralized(error.count, "change")) can be \(direction.done). Nothing was "
            + "changed. Run: movies \(direction) \(error.count)")
      }
    } finish: { _ in
      try records.finish()
    }
    if entries.isEmpty {
      throw CommandError.notFound(
        "another process changed the history. Nothing was changed. Run the command again.")
    }
    let verb =
      direction == .undo ? write.verb("undid", "would undo") : write.verb("redid", "would redo")
    for replayed in entries {
      try context.ui.info(
        "\(verb) change \(replayed.entry.id): \(replayed.entry.label)"
          + (replayed.isReversible ? "" : "; this cannot be redone"))
    }
  }

  private var nothing: CommandError {
    .notFound("there is nothing to \(direction). Run 'movies history' to see the changes.")
  }
}

extension HistoryEntry.Direction {
  fileprivate var done: String { self == .undo ? "undone" : "redone" }
}

extension HistoryEntry {
  /// The description and the summary, such as `movies delete 3 4 5 (deleted 3 movies)`.
  var label: String { description.map { "\($0) (\(summary))" } ?? summary }
}
