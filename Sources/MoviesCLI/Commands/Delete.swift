internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `delete`: deletes movies.
struct Delete: Command {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete movies.",
    discussion:
      "Actors that have no movies left are deleted as well. Deleting three or more movies asks first, "
      + "and so do a query, '--all' and a deletion that cannot be undone.",
    aliases: ["rm"],
    examples: [
      Example("movies delete 12", "Delete one movie."),
      Example(
        "movies delete --where title:river --dry-run", "Show which movies would be deleted."),
    ], suggestedFor: ["destroy", "drop", "erase", "purge", "remove"])
  static let contract = CommandContract(
    .destroys, requiresSelection: true, output: .array(MovieRecord.changeSchema), exits: .badInput)

  @Argument(help: ReferenceArguments.help, completion: .custom(CatalogCompletion.movie))
  var movies: [String] = []
  @OptionGroup var options: ChangeOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try options.selection.validate(instead: movies) }

  func run(_ context: CommandContext) throws -> ExitStatus {
    return try options.change(.delete, of: movies).run(context) {
      store, selection, allowsIrreversible, report in
      try store.delete(selection, allowsIrreversible: allowsIrreversible, report)
    } summary: { result in
      summary(result, context)
    }
  }

  private func summary(_ result: BatchChange.Result, _ context: CommandContext) -> String {
    let verb = options.write.verb("deleted", "would delete")
    let deleted = verb + " " + Formatting.pluralized(result.count, "movie")
    if !result.isStored { return "\(deleted); this cannot be undone" }
    if options.write.dryRun || !context.ui.isInteractive { return deleted }
    let option = global.db.map { " --db \(ShellQuoting.quoted($0))" } ?? ""
    return "\(deleted). To undo: movies undo\(option)"
  }
}
