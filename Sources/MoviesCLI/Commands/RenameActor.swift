internal import MovieArguments
internal import MovieCuration
internal import MovieStore
internal import MovieSystem

/// `rename-actor`: gives an actor another name.
struct RenameActor: Command {
  static let configuration = CommandConfiguration(
    commandName: "rename-actor", abstract: "Rename an actor in all movies.",
    discussion:
      "If another actor has the name, the two become one. For the name in one movie, use 'movies edit "
      + "<movie> --rename-actor'.",
    examples: [
      Example("movies rename-actor 'Zasu Pitts' 'ZaSu Pitts'", "Correct a name."),
      Example("movies rename-actor 7 'Robert Downey Jr.' -n", "Show what would be renamed."),
    ], suggestedFor: ["merge-actors", "rename-person"])
  static let contract = CommandContract(.writes, output: .records(ActorRecord.self))

  @Argument(
    help: ArgumentHelp("The actor: a name or an id.", valueName: "actor"),
    completion: .custom(CatalogCompletion.actor))
  var actor: String
  @Argument(
    help: ArgumentHelp("The new name.", valueName: "name"),
    completion: .custom(CatalogCompletion.name))
  var name: String
  @OptionGroup(title: "Output options") var output: RecordOptions<ActorRecord>
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    var records = try output.stream(context)
    let name = try MovieDraft(title: "any", cast: [name]).validatedArgument().cast[0]
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    let actor = try ReferenceSuggestions.actor(actor, in: store)
    let renaming = try store.renamingPreview(ofActor: actor.id, to: name)
    if renaming.result == actor {
      try context.ui.info("\(name.excerpt()) has this name already")
      return .done
    }
    guard try isConfirmed(renaming, context) else {
      try context.ui.info("nothing was renamed")
      return .notFound
    }
    let isPrinted = !context.ui.isQuiet || output.areRequested
    let renamed = try context.undoable(write, "Renaming an actor") { allowsIrreversible in
      try context.changing(isDryRun: write.dryRun) {
        try store.merge(
          DuplicateActors(actors: [actor], isEqual: true), named: name,
          allowsIrreversible: allowsIrreversible)
      } finish: { renamed in
        if isPrinted {
          try records.write(ActorRecord(actor: renamed))
          try records.finish()
        }
      }
    }
    if renamed == nil {
      try context.ui.info("nothing was renamed")
      return .notFound
    }
    let verb = write.verb("renamed", "would rename")
    try context.ui.info("\(verb) \(Self.sentence(about: renaming))")
    return .done
  }

  private func isConfirmed(_ renaming: ActorRenaming, _ context: CommandContext) throws -> Bool {
    if write.yes || write.dryRun || renaming.actor.movieCount < 3 { return true }
    return try context.ui.confirm(
      "Rename \(Self.sentence(about: renaming))?",
      subject: "Renaming an actor of \(Formatting.pluralized(renaming.actor.movieCount, "movie"))")
  }

  /// Such as `'Zasu Pitts' to 'ZaSu Pitts' in 10 movies; with the 50 of that name, 60 movies`.
  private static func sentence(about renaming: ActorRenaming) -> String {
    let count = Formatting.pluralized(renaming.actor.movieCount, "movie")
    let sentence = "\(renaming.actor.name.excerpt()) to \(renaming.name.excerpt()) in \(count)"
    guard let existing = renaming.existing else { return sentence }
    return sentence
      + "; with the \(Formatting.grouped(existing.movieCount)) of that name, "
      + "\(Formatting.grouped(renaming.result.movieCount))"
  }
}
