internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `undo`: undoes the latest changes.
struct Undo: Command {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the latest change, or all changes back to one.",
    discussion:
      "Each command that changed movies is one change. Undo restores ids, casts and favorites "
      + "exactly. If another program has changed one of the values since, nothing is undone. "
      + "Several changes back to a number ask first, and so do imports of more than "
      + "\(Formatting.grouped(Catalog.historyLimit)) movies in all, because 'redo' is then not "
      + "possible.\n\nWhat a 'sync' changed is passed over. Its number undoes only that, and the "
      + "next sync undoes it on the other side, too.\n\n"
      + "Prints one line for each change on standard error; with '--format', '--json' or "
      + "'--columns', also the movies.",
    examples: [
      Example("movies undo", "Undo the latest change."),
      Example("movies undo 12", "Undo change 12 of 'movies history' and all later ones."),
      Example("movies undo --last 3 --dry-run", "Show what undoing three changes would do."),
    ], suggestedFor: ["revert", "rollback", "undelete"])
  static let contract = CommandContract(.writes, output: .array(MovieRecord.changeSchema))

  @OptionGroup var changes: HistoryChanges
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    try HistoryStep(direction: .undo, changes: changes).run(context)
  }
}

/// `redo`: redoes undone changes.
struct Redo: Command {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo the change undone last, or all changes up to one.",
    discussion:
      "After a new change, undone changes can no longer be redone. Prints one line for each change on "
      + "standard error; with '--format', '--json' or '--columns', also the movies.",
    examples: [
      Example("movies redo", "Redo the change that was undone last."),
      Example("movies redo --last 3", "Redo the last three undone changes."),
    ])
  static let contract = CommandContract(.writes, output: .array(MovieRecord.changeSchema))

  @OptionGroup var changes: HistoryChanges
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    try HistoryStep(direction: .redo, changes: changes).run(context)
  }
}

/// The options of `undo` and `redo`.
struct HistoryChanges: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The number of a change, the last to undo or redo; by default, only the next one.",
      valueName: "change"),
    range: 1...Int.max)
  var id: Int?
  @Option(
    name: "--last",
    help: ArgumentHelp(
      "The number of changes.", valueName: "n", suggestedFor: ["--count", "--limit", "--steps"]),
    range: 1...Int.max)
  var last: Int?
  @OptionGroup(title: "Output options") var output: RecordOptions<MovieRecord>
  @OptionGroup(title: "Write options") var write: WriteOptions

  func validate() throws {
    if id != nil, last != nil {
      throw ValidationError("'<change>' and '--last' cannot be used together")
    }
    if !output.areRequested, output.noHeader || output.null {
      throw ValidationError(
        "'\(output.noHeader ? "--no-header" : "-0")' requires '--format <format>'")
    }
  }
}

/// The work of `undo` and `redo`.
private struct HistoryStep {
  let direction: HistoryEntry.Direction
  let changes: HistoryChanges

  private var output: RecordOptions<MovieRecord> { changes.output }
  private var write: WriteOptions { changes.write }

  func run(_ context: CommandContext) throws -> ExitStatus {
    // Checks the options before the database is opened.
    _ = try output.stream(context, showing: "change")
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    try output.requireColumns(in: store)
    let next = try store.read { store in try entries(in: store) }
    if let session = context.database.session { try requireOwn(next, session) }
    var isConfirmed = true
    if changes.id != nil, next.count > 1, !write.yes, !write.dryRun {
      let count = Formatting.pluralized(next.count, "change")
      if context.database.session != nil {
        throw CommandError.usage(
          "\(next.count - 1) later \(next.count == 2 ? "change" : "changes") would be undone, too. "
            + "Nothing was changed. Undo them first, each by a call, the latest first.")
      }
      isConfirmed = try context.ui.confirm(
        "\(direction.rawValue.capitalizedFirst) \(count)?", details: Self.lines(next),
        subject: "\(direction.gerund) \(count)")
    }
    if isConfirmed {
      do {
        try replay(next, in: &store, allowsIrreversible: write.yes || write.dryRun, context)
      } catch let error as Catalog.IrreversibleUndo {
        isConfirmed = try context.ui.confirm(
          "Undo?", details: Self.warnings(about: error.replayed),
          subject: "Undoing the \(Self.imported(error.replayed)) cannot be redone"
            + (Self.lostRedos(error.replayed).map { ", nor can \($0)," } ?? "") + " and")
        if isConfirmed { try replay(next, in: &store, allowsIrreversible: true, context) }
      }
    }
    if isConfirmed { return .done }
    try context.ui.info("nothing was changed")
    return .notFound
  }

  /// Throws an error for a change that the server did not make.
  private func requireOwn(_ entries: [HistoryEntry], _ session: ServerSession) throws {
    guard let other = entries.first(where: { !session.made($0) }) else { return }
    throw CommandError.notFound(
      "change \(other.id) was not made by this server, which undoes only its own changes. Nothing "
        + "was changed. To undo it, run 'movies undo' in a shell.")
  }

  // MARK: Entries

  /// The entries to undo or redo, in this order.
  private func entries(in store: borrowing Catalog) throws -> [HistoryEntry] {
    if let id = changes.id {
      let entry = try store.historyEntry(id)
      if let problem = try problem(with: entry, id, in: store) {
        throw CommandError.notFound(problem)
      }
      return try store.nextEntries(direction, through: id)
    }
    let count = changes.last ?? 1
    let next = try store.nextEntries(direction, limit: count)
    if next.isEmpty { throw try nothing(in: store) }
    if next.count < count { throw try tooMany(next.count, in: store) }
    return next
  }

  /// Why the entry with the number cannot be undone or redone; `nil` if it can.
  private func problem(
    with entry: HistoryEntry?, _ id: Int, in store: borrowing Catalog
  ) throws -> String? {
    guard let entry else {
      let count = try store.nextEntries(direction, limit: id).count
      return "the history has no entry \(id). "
        + (id > 1 && count == id
          ? "For the last \(id) changes, run: movies \(direction) --last \(id)"
          : "Run 'movies history' to see the changes.")
    }
    if let target = entry.target {
      let (kind, opposite) = entry.kind == .undo ? ("an undo", "redo") : ("a redo", "undo")
      return
        "entry \(id) is not a change, but \(kind) of change \(target). To take that back, run: "
        + "movies \(opposite) \(target)"
    }
    return switch (direction, entry.state) {
    case (.undo, .done), (.redo, .undone): nil
    case (.undo, .undone): "change \(id) is undone already. To redo it, run: movies redo \(id)"
    case (.undo, .superseded): "change \(id) is undone already."
    case (.redo, .done): "change \(id) is not undone."
    case (.redo, .superseded):
      "change \(id) can no longer be redone, because of a change that was made after its undo."
    }
  }

  private func tooMany(_ count: Int, in store: borrowing Catalog) throws -> CommandError {
    // Numbers of entries begin with 1 and are not used again.
    let oldest = direction == .undo ? try store.historyEntries(after: 0, limit: 1).first : nil
    let isComplete = oldest.map { $0.id == 1 } ?? true
    return .notFound(
      "only \(Formatting.pluralized(count, "change")) can be \(direction.done)"
        + (isComplete ? "" : "; the history no longer has older ones")
        + ". Nothing was changed. Run: movies \(direction) --last \(count)"
        + (try sync(in: store).map { "\nFor the latest sync, run: \($0)" } ?? ""))
  }

  private func nothing(in store: borrowing Catalog) throws -> CommandError {
    if try store.history(limit: 1).isEmpty {
      return .notFound("there is nothing to \(direction): the history is empty.")
    }
    let advice =
      try sync(in: store).map { " but a sync. For that, run: \($0)" }
      ?? ". Run 'movies history' to see the changes."
    return .notFound("there is nothing to \(direction)" + advice)
  }

  /// The command that undoes or redoes the next sync, if there is one.
  private func sync(in store: borrowing Catalog) throws -> String? {
    try store.nextSync(direction).map { "movies \(direction) \($0.id)" }
  }

  /// The error; if movies were changed after the entry, with the number of a sync that can have
  /// changed them.
  private func explained(
    _ error: StoreError, in store: borrowing Catalog
  ) throws -> any Error {
    switch error.problem {
    case .cannotUndo(let entry, .moviesChanged), .cannotRedo(let entry, .moviesChanged):
      guard let sync = try store.nextSync(.undo, after: entry.id) else { return error }
      return CommandError.notFound(
        "\(error). Nothing was changed. Change them back first, or undo the sync: movies undo "
          + "\(sync.id)")
    default: return error
    }
  }

  // MARK: Messages

  private static func lines(_ entries: [HistoryEntry]) -> [String] {
    let rest = entries.count - 20
    return entries.prefix(20).map { "\($0.id) \($0.label)" }
      + (rest > 0 ? ["and \(Formatting.pluralized(rest, "more change"))"] : [])
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

  // MARK: Replay

  private func replay(
    _ next: [HistoryEntry], in store: inout Catalog, allowsIrreversible: Bool,
    _ context: CommandContext
  ) throws {
    let isPrinted = output.areRequested
    var records = try output.stream(context, showing: "change")
    let replayed = try context.changing(isDryRun: write.dryRun) {
      do {
        return try store.replay(
          direction, next.count, expecting: next, allowsIrreversible: allowsIrreversible
        ) { if isPrinted { try records.write(MovieRecord($0)) } }
      } catch let error as StoreError where error.category == .notDurable {
        try report(next, context)
        throw error
      } catch let error as StoreError {
        throw try explained(error, in: store)
      }
    } finish: { _ in
      if isPrinted { try records.finish() }
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
}

extension HistoryEntry.Direction {
  fileprivate var done: String { self == .undo ? "undone" : "redone" }
  fileprivate var gerund: String { self == .undo ? "Undoing" : "Redoing" }
}

extension HistoryEntry {
  /// The description and the summary, such as `movies delete 3 4 5 (deleted 3 movies)`.
  var label: String { description.map { "\($0) (\(summary))" } ?? summary }
}
