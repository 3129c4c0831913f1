internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `edit`: changes the title, the cast or the attributes of movies.
struct Edit: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the title, the cast or the attributes of movies.",
    examples: [
      Example("movies edit 12 --title 'The Score'", "Change the title."),
      Example(
        "movies edit 12 --rename-actor 'Bob De Niro=Robert De Niro'", "Change a name in the cast."),
      Example("movies edit 12 --set rating=8.5 --unset note", "Change attributes."),
      Example(
        "movies edit --where title:river --set tag=water",
        "Add a tag to all movies whose title has the text."),
    ], suggestedFor: ["change", "modify", "rate", "rename", "set", "tag", "update", "watch"])

  @Argument(help: ReferenceArguments.help, completion: .custom(CatalogCompletion.movie))
  var movies: [String] = []
  @OptionGroup var selection: Selection
  @OptionGroup var everything: AllOption
  @Option(
    name: "--title",
    help: ArgumentHelp(
      "The new title; requires one movie.", suggestedFor: ["--name", "--rename"]))
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
      "Change a name in the cast of these movies; the billing order stays the same.",
      valueName: "old=new"))
  var renameActor: [String] = []
  @OptionGroup var attributes: AttributeChanges
  @OptionGroup(title: "Output options") var output: ReferenceOutput
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var references: MovieReferences { MovieReferences(arguments: movies) }

  func validate() throws {
    if !movies.isEmpty, let actor = selection.actors.first {
      throw ValidationError(
        "'--actor' chooses movies. Use '--add-actor' or '--remove-actor' for '\(actor)' in a cast.")
    }
    try selection.validate(instead: movies, all: everything.all)
    if title == nil, addActor.isEmpty, removeActor.isEmpty, renameActor.isEmpty, attributes.isEmpty
    {
      throw ValidationError(
        "No change specified. Use '--set', '--unset', '--title', '--add-actor', '--remove-actor' or "
          + "'--rename-actor'.")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    var edit = try attributes.edit()
    let stream = try output.stream(context, references, setting: edit.attributes)
    edit.title = title
    edit.removedActors = removeActor
    edit.addedActors = addActor
    // Before the database is opened.
    _ = try MovieDraft(title: title ?? "any", cast: addActor).validatedArgument()
    let named = try output.parse(references, context)
    if title != nil, named.count != 1 || named[0].isRange {
      throw ValidationError(
        "'--title' requires one movie. Put '<movie>' in quotes if it contains spaces.")
    }
    let chosen = try selection.chosen(named, all: everything.all)
    if chosen.isEmpty {
      var records = stream
      try records.finish()
      return .done
    }
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    for key in edit.removedAttributes { try AttributeSuggestions.require(key, in: store) }
    let notices = try AttributeSuggestions.newKeyNotices(edit.attributes.keys, in: store)
    let result = try context.confirmingChange(
      chosen, in: &store, write, readsInput: references.readsInput
    ) { store, selection, allowsIrreversible in
      var records = stream
      var changedCount = 0
      var current: Movie?
      let isStored = try context.io.changing(isDryRun: write.dryRun) {
        try references.resolving(in: &store) { store in
          do {
            return try store.edit(selection, allowsIrreversible: allowsIrreversible) { movie in
              current = movie
              edit.renamedActors = try renameActor.map { try Self.renaming($0, in: movie) }
              return edit
            } _: { changed in
              if changed.outcome == .updated { changedCount += 1 }
              try records.write(MovieRecord(changed))
            }
          } catch let error as StoreError where error.category == .invalidInput {
            let subject = current.map { "'\($0.title)' (\($0.id.rawValue))" } ?? "the movie"
            throw CommandError.usage("cannot edit \(subject): \(error).")
          }
        }
      } finish: { _ in
        try records.finish()
      }
      return (changed: changedCount, count: records.count, isStored: isStored)
    }
    guard let result else {
      try context.ui.info("nothing was changed")
      return .notFound
    }
    if result.count == 0 { try chosen.printNearMisses(in: store, context) }
    if result.changed > 0 { for notice in notices { try context.ui.info(notice) } }
    try context.ui.info(summary(result.changed, of: result.count, isStored: result.isStored))
    return context.ui.isQuiet && result.count == 0 ? .notFound : .done
  }

  private func summary(_ changed: Int, of count: Int, isStored: Bool) -> String {
    if count == 0 { return "no movies match; nothing to change" }
    if changed == 0 { return "nothing to change" }
    let unchanged = count - changed
    return "\(write.verb("changed", "would change")) \(Formatting.pluralized(changed, "movie"))"
      + (unchanged > 0 ? ", \(Formatting.grouped(unchanged)) unchanged" : "")
      + (isStored ? "" : "; this cannot be undone")
  }

  /// Splits `old=new` at the first equals sign with an actor of the cast before it: names can contain equals
  /// signs.
  private static func renaming(
    _ text: String, in movie: Movie
  ) throws -> MovieEdit.Renaming {
    // A name can start with a combining mark, with which a sign before it is one `Character`.
    let scalars = text.unicodeScalars
    let splits = scalars.indices.filter { scalars[$0] == "=" }.map {
      (old: String(scalars[..<$0]), new: String(scalars[scalars.index(after: $0)...]))
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
