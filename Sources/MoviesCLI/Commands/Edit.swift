internal import MovieArguments
internal import MovieFormats
internal import MovieInterchange
internal import MovieStore

/// `edit`: changes the title, the cast or the attributes of movies.
struct Edit: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change titles, casts or attributes of movies.",
    examples: [
      Example("movies edit 12 --rating 8.5 --unset note", "Change attributes."),
      Example("movies edit --where tag:river --editor", "Edit movies as text."),
    ],
    suggestedFor: [
      "change", "modify", "rename", "set",
      "unrate <movie> --unset rating", "unwatch <movie> --unset watched=<date>", "update",
    ],
    insteadOf: [
      "--favorite": "movies favorite <movie> --on", "--unfavorite": "movies favorite <movie> --off",
    ])
  static let contract = CommandContract(
    .writes, requiresSelection: true, output: .array(MovieRecord.changeSchema), exits: .badInput)

  @Argument(help: ReferenceArguments.help, completion: .custom(CatalogCompletion.movie))
  var movies: [String] = []
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
    help: ArgumentHelp("Change a name in the cast, in its place.", valueName: "old=new"))
  var renameActor: [String] = []
  @OptionGroup var assignments: AttributeAssignments
  @Option(
    name: "--unset",
    help: ArgumentHelp(
      "Remove an attribute, or one value: 'tag=heist'.", valueName: "key",
      suggestedFor: ["--clear", "--untag"]),
    completion: .custom(CatalogCompletion.presentAttribute))
  var unset: [String] = []
  @Flag(
    name: "--editor",
    help: ArgumentHelp(
      "Edit the movies as text in $VISUAL or $EDITOR.", suggestedFor: ["--interactive", "-e"]))
  var editor = false
  @Flag(name: "--allow-delete", help: "Delete movies whose line was deleted.")
  var allowDelete = false
  @OptionGroup(title: "Selection options") var selection: SelectionTerms
  @OptionGroup(title: "Selection options") var everything: AllOption
  @OptionGroup(title: "Output options") var output: RecordOptions<MovieRecord>
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if !movies.isEmpty, let actor = selection.actors.first {
      throw ValidationError(
        "'--actor' chooses movies. Use '--add-actor' or '--remove-actor' for '\(actor)' in a cast.")
    }
    try selection.validate(instead: movies, all: everything.all)
    if editor { return try validateEditor() }
    if allowDelete { throw ValidationError("'--allow-delete' requires '--editor'") }
    if !hasChanges {
      throw ValidationError(
        "No change specified. Use '--rating', '--year', '--tag', '--watched', '--director', '--note', "
          + "'--set', '--unset', '--title', '--add-actor', '--remove-actor' or '--rename-actor'; or "
          + "'--editor'.")
    }
  }

  private var hasChanges: Bool {
    title != nil || !addActor.isEmpty || !removeActor.isEmpty || !renameActor.isEmpty
      || !assignments.isEmpty || !unset.isEmpty
  }

  private func validateEditor() throws {
    if hasChanges {
      throw ValidationError("'--editor' makes the changes. Remove the options that make some.")
    }
    if movies.contains("-") {
      throw ValidationError("'--editor' needs standard input. Name the movies instead of '-'.")
    }
    if let format = output.format, !EditedMovies.formats.map(\.rawValue).contains(format.rawValue) {
      throw ValidationError("'--editor' supports '--format ndjson' and 'csv'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    if editor { return try runEditor(context) }
    let edit = try edit()
    var change = BatchChange(
      references: MovieReferences(arguments: movies),
      selection: try selection.parsed(all: everything.all), output: output, write: write)
    change.validate = { named in
      if title == nil || named.count == 1 && !named[0].isRange { return }
      throw ValidationError(
        "'--title' requires one movie. Put '<movie>' in quotes if it contains spaces.")
    }
    return try change.edit(context, edit) { edit, movie in
      edit.renamedActors = try renameActor.map { try Self.renaming($0, in: movie) }
    }
  }

  private func runEditor(_ context: CommandContext) throws -> ExitStatus {
    if !context.ui.canAsk {
      throw CommandError.usage(
        "'--editor' requires a terminal on standard input and error, without '--no-input'. "
          + "Use options such as '--rating' or '--tag' instead.")
    }
    let selection = try selection.parsed(all: everything.all)
    try selection.requireKeys()
    let references = MovieReferences(arguments: movies)
    let named = try references.parse(context.input, separator: UInt8(ascii: "\n"))
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    let chosen: [Movie]
    do {
      let query = named.isEmpty ? try selection.query(in: store) : .all
      chosen = try store.show(named.isEmpty ? .query(query) : .references(named), listing: .max)
        .first
    } catch let error as StoreError {
      throw try references.explained(error, in: store)
    }
    if chosen.isEmpty {
      try selection.printNearMisses(in: store, context)
      try context.ui.info("no movies match; nothing to edit")
      return selection.exitStatus(matches: 0)
    }
    let session = EditorSession(
      context: context, format: output.format == .csv ? .csv : .ndjson, allowsDelete: allowDelete,
      write: write
    ) { text, isWarning in
      try isWarning ? context.ui.warn(text) : context.ui.info(text)
    }
    return try session.run(chosen, in: &store)
  }

  private func edit() throws -> MovieEdit {
    // Before the database is opened.
    _ = try MovieDraft(title: title ?? "any", cast: addActor).validatedArgument()
    var edit = try assignments.edit()
    (edit.title, edit.removedActors, edit.addedActors) = (title, removeActor, addActor)
    do throws(StoreError) {
      for text in unset {
        let (key, values) = try AttributeArgument.parse(text, toFind: true)
        if values == nil { edit.removedAttributes.append(key) }
        // Also several values of a key that allows one.
        for value in values ?? [] { edit.removedAttributeValues.addStored(value, to: key) }
      }
    } catch {
      throw AttributeArgument.usageError(error)
    }
    return edit
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
