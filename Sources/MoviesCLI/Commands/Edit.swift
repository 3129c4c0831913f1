internal import MovieArguments
internal import MovieStore

/// `edit`: changes the title or the cast of a movie.
struct Edit: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the title or the cast of a movie.",
    examples: [
      Example("movies edit 12 --title 'The Score'", "Change the title."),
      Example(
        "movies edit 12 --rename-actor 'Bob De Niro=Robert De Niro'", "Change a name in the cast."),
    ], suggestedFor: ["change", "modify", "rename", "set", "update"])

  @Argument(
    help: ArgumentHelp(
      "A title or an id; use 'id:12' or 'title:12' to be explicit.", valueName: "movie"),
    completion: .custom(CatalogCompletion.movie))
  var movie: String
  @Option(
    name: "--title", help: ArgumentHelp("The new title.", suggestedFor: ["--name", "--rename"]))
  var title: String?
  @Option(
    name: "--add-actor",
    help: ArgumentHelp(
      "Add an actor at the end of the cast.", valueName: "name", suggestedFor: ["--cast"]),
    completion: .custom(CatalogCompletion.name))
  var addActor: [String] = []
  @Option(
    name: "--remove-actor",
    help: ArgumentHelp(
      "Remove an actor from the cast.", valueName: "name",
      suggestedFor: ["--cast", "--delete-actor", "--drop-actor"]),
    completion: .custom(CatalogCompletion.cast))
  var removeActor: [String] = []
  @Option(
    name: "--rename-actor",
    help: ArgumentHelp(
      "Change a name in the cast of this movie; the billing order stays the same.",
      valueName: "old=new", suggestedFor: ["--cast"]))
  var renameActor: [String] = []
  @OptionGroup(title: "Output options") var output: MovieOutput
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if title == nil, addActor.isEmpty, removeActor.isEmpty, renameActor.isEmpty {
      throw ValidationError(
        "No change specified. Use '--title', '--add-actor', '--remove-actor' or '--rename-actor'.")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    var records = try output.stream(context)
    let movie = try MovieReferenceArgument(movie)
    // Before the database is opened.
    _ = try MovieDraft(title: title ?? "any", cast: addActor).validatedArgument()
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    let changed = try context.io.changing(isDryRun: write.dryRun) {
      let changed = try movie.references.resolving(in: &store) { store in
        try store.edit(movie.reference) { try edit(of: $0) }
      }
      guard let changed else { throw ValidationError("Specify one movie, not a range") }
      return changed
    } finish: { changed in
      try records.write(MovieRecord(changed))
      try records.finish()
    }
    try context.ui.info(
      changed.outcome == .unchanged
        ? "nothing to change" : "\(write.verb("changed", "would change")) 1 movie")
    return .done
  }

  private func edit(of movie: MovieWithCast) throws -> MovieEdit {
    MovieEdit(
      title: title, removedActors: removeActor,
      renamedActors: try renameActor.map { try Self.renaming($0, in: movie) },
      addedActors: addActor)
  }

  /// Splits `old=new` at the first equals sign with an actor of the cast before it: names can contain equals
  /// signs.
  private static func renaming(
    _ text: String, in movie: MovieWithCast
  ) throws -> MovieEdit.Renaming {
    let splits = text.indices.filter { text[$0] == "=" }.map {
      (old: String(text[..<$0]), new: String(text[text.index(after: $0)...]))
    }
    guard let first = splits.first else {
      throw ValidationError("'--rename-actor' requires '<old>=<new>', not '\(text)'")
    }
    let names = Set(movie.cast.map(\.name))
    let split = splits.first { names.contains($0.old) } ?? first
    let draft = try MovieDraft(title: "any", cast: [split.new]).validatedArgument()
    return MovieEdit.Renaming(old: split.old, new: draft.cast[0])
  }
}
