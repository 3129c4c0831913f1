internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `delete`: deletes movies.
struct Delete: Command {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete movies.",
    discussion:
      "Actors that have no movies left are deleted as well. Deleting three or more movies requires "
      + "confirmation, and so do movies that a query chooses, '--all' and a deletion that cannot be "
      + "undone; when not run interactively, these need '--yes'.",
    aliases: ["rm"],
    examples: [
      Example("movies delete 12", "Delete one movie."),
      Example(
        "movies delete --where title:river --dry-run", "Show which movies would be deleted."),
    ], suggestedFor: ["destroy", "drop", "erase", "purge", "remove"])

  @Argument(
    help: ReferenceArguments.help, completion: .custom(CatalogCompletion.movie))
  var movies: [String] = []
  @OptionGroup var selection: Selection
  @OptionGroup var title: TitleOption
  @OptionGroup var everything: AllOption
  @OptionGroup(title: "Output options") var output: ReferenceOutput
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var references: MovieReferences { MovieReferences(arguments: movies) }

  func validate() throws {
    try selection.validate(instead: movies, title: title, all: everything.all)
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    var records = try output.stream(context, references)
    let chosen = try selection.chosen(
      output.parse(references, context), title: title, all: everything.all)
    if chosen.isEmpty {
      try records.finish()
      return .done
    }
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    let requested = try chosen.movies(in: store)
    try chosen.requireMetExclusions(in: store)
    guard let confirmed = try confirm(requested, in: &store, context) else {
      try context.ui.info("nothing was deleted")
      return .notFound
    }
    let isStored = try context.io.changing(isDryRun: write.dryRun) {
      try references.resolving(in: &store) { store in
        try store.delete(confirmed) { try records.write(MovieRecord($0)) }
      }
    } finish: { _ in
      try records.finish()
    }
    if records.count == 0 { try chosen.printNearMisses(in: store, context) }
    return try summarize(records.count, isStored: isStored, context)
  }

  /// Returns the movies to delete, or `nil` if the user declines. After a question, these are exactly the movies
  /// that were shown.
  private func confirm(
    _ requested: MovieSelection, in store: inout Catalog, _ context: CommandContext
  ) throws -> MovieSelection? {
    if write.yes || write.dryRun { return requested }
    let shown = try references.resolving(in: &store) { store in
      try store.show(requested, listing: 20)
    }
    // Up to two named movies are deleted without a question.
    let asksFrom = movies.isEmpty || !shown.isDeletionStorable ? 1 : 3
    guard shown.count >= asksFrom else { return .shown(shown) }
    let count = Formatting.pluralized(shown.count, "movie")
    let subject = "Deleting \(count)"
    let isConfirmed = try context.ui.confirm(
      "Delete \(count)?",
      details: shown.lines
        + (shown.isDeletionStorable ? [] : [CommandContext.irreversibleWarning]),
      subject: shown.isDeletionStorable ? subject : CommandContext.irreversible(subject),
      readsInput: references.readsInput)
    return isConfirmed ? .shown(shown) : nil
  }

  private func summarize(
    _ count: Int, isStored: Bool, _ context: CommandContext
  ) throws -> ExitStatus {
    if count == 0 {
      let reason = everything.all ? "the catalog is empty" : "no movies match"
      try context.ui.info("\(reason); nothing to delete")
      return context.ui.isQuiet ? .notFound : .done
    }
    let deleted = Formatting.pluralized(count, "movie")
    if !isStored {
      try context.ui.info(
        "\(write.verb("deleted", "would delete")) \(deleted); this cannot be undone")
    } else if write.dryRun {
      try context.ui.info("would delete \(deleted)")
    } else if context.ui.isInteractive {
      let option = global.db.map { " --db \(ShellQuoting.quoted($0))" } ?? ""
      try context.ui.info("deleted \(deleted). To undo: movies undo\(option)")
    } else {
      try context.ui.info("deleted \(deleted)")
    }
    return .done
  }
}
