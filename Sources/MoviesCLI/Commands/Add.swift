internal import MovieArguments
internal import MovieCuration
internal import MovieSamples
internal import MovieStore
internal import MovieSystem

/// `add`: adds a movie by its title, or a random movie.
struct Add: Command {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a movie.",
    examples: [
      Example(
        "movies add 'The Score' --actor 'Robert De Niro' --actor 'Edward Norton'",
        "Add a movie with its cast, in billing order."),
      Example(
        "movies add 'Heat (1995)' --rating 8.5 --tag heist", "Add a movie with attributes."),
      Example("movies add --random", "Add a random real movie."),
    ], suggestedFor: ["create", "insert", "new"])
  static let contract = CommandContract(.writes, output: .array(MovieRecord.changeSchema))

  @Argument(
    help: ArgumentHelp(
      "The title, also with a year, as in 'Heat (1995)'; omit it with '--random'.",
      valueName: "title", suggestedFor: ["--name"]))
  var title: String?
  @Flag(
    name: "--title-as-is",
    help: ArgumentHelp(
      "Keep a year in parentheses as part of the title.",
      suggestedFor: ["--literal", "--literal-title", "--raw-title"]))
  var titleAsIs = false
  @Option(
    name: "--actor",
    help: ArgumentHelp(
      "An actor in the cast. Repeat the option for each actor, in billing order.",
      valueName: "name", suggestedFor: SuggestedNames.actor),
    completion: .custom(CatalogCompletion.name))
  var actor: [String] = []
  @Flag(
    name: "--favorite",
    help: ArgumentHelp("Mark the movie as a favorite.", suggestedFor: SuggestedNames.favorite))
  var favorite = false
  @OptionGroup var assignments: AttributeAssignments
  @Flag(name: "--random", help: "Add a random real movie that is not yet in the catalog.")
  var random = false
  @OptionGroup var generator: GeneratorSeed
  @OptionGroup(title: "Output options") var output: RecordOptions<MovieRecord>
  @OptionGroup(title: "Write options") var write: DryRunOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    switch (title, random) {
    case (nil, false):
      throw ValidationError(
        "Missing expected argument '<title>'. Specify a title, or use '--random'.")
    case (let title?, true):
      throw ValidationError("'--random' chooses the title. Remove '\(title)'.")
    case (nil, true) where titleAsIs:
      throw ValidationError("'--random' chooses the title. Remove '--title-as-is'.")
    case (nil, true) where !actor.isEmpty:
      throw ValidationError("'--random' chooses the cast. Remove '--actor'.")
    case (_?, false) where generator.seed != nil:
      throw ValidationError("'--seed <n>' requires '--random'")
    default: break
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let attributes = try assignments.attributes()
    var records = try output.stream(context, keys: attributes.keys.filter { $0 != .year })
    let draft = try title.map { try makeDraft(titled: $0, attributes, context) }
    var store = try context.database.openForCreate(isDryRun: write.dryRun)
    try output.requireColumns(in: store, setting: attributes.keys)
    let notices = try AttributeSuggestions.newKeyNotices(attributes.keys, in: store)
    if let draft, let movie = try existing(draft, in: store, context) {
      return try edit(movie, draft, context)
    }
    let doubt = attributes.doubt(
      aboutWatching: draft?.title ?? "", of: draft?.attributes.year)
    if let doubt, context.ui.canAsk, !write.dryRun,
      try !context.ui.confirm("Add the movie?", details: [doubt], subject: "Adding the movie")
    {
      try context.ui.info("nothing was added")
      return .notFound
    }
    let addition = try context.changing(isDryRun: write.dryRun) {
      try add(draft, attributes, to: &store)
    } finish: { addition in
      guard !context.ui.isQuiet || output.areRequested else { return }
      try records.write(MovieRecord(addition.added))
      try records.finish()
    }
    if !addition.duplicates.isEmpty { try context.ui.info(addition.duplicateNote) }
    for notice in notices { try context.ui.info(notice) }
    if let doubt, !context.ui.canAsk || write.dryRun { try context.ui.info(doubt) }
    try context.ui.info("\(write.verb("added", "would add")) 1 movie")
    return .done
  }

  /// The movie of the catalog that has the title and the year, if the user wants to use it instead.
  private func existing(
    _ draft: MovieDraft, in store: borrowing Catalog, _ context: CommandContext
  ) throws -> Movie? {
    guard context.ui.canAsk, !write.dryRun else { return nil }
    let found = try store.duplicates(of: draft).filter {
      $0.attributes.year == draft.attributes.year
    }
    guard found.count == 1, draft.attributes.year != nil else { return nil }
    let name = "'\(found[0].titleWithYear)' (id \(found[0].id.rawValue))"
    let isUsed = try context.ui.confirm(
      "Use that movie instead of adding another one?",
      details: ["the catalog already has \(name)"], subject: "Adding \(name) again")
    return isUsed ? found[0] : nil
  }

  /// Gives a movie the values of the command line.
  private func edit(
    _ movie: Movie, _ draft: MovieDraft, _ context: CommandContext
  ) throws -> ExitStatus {
    var edit = try assignments.edit()
    edit.addedActors = draft.cast
    if favorite { edit.isFavorite = true }
    let change = BatchChange(
      references: MovieReferences(arguments: ["id:\(movie.id.rawValue)"]),
      selection: QuerySelection(
        terms: [], actors: [], words: [], isOfAll: false, setsExitStatus: false), output: output,
      write: WriteOptions())
    return try change.edit(context, edit)
  }

  private func makeDraft(
    titled title: String, _ attributes: MovieAttributes, _ context: CommandContext
  ) throws -> MovieDraft {
    if title == "-", !context.arguments.drop(while: { $0 != "--" }).contains("-") {
      throw ValidationError(
        "'add' does not read standard input. Use 'movies import -', or 'movies add -- -' for a movie "
          + "titled '-'.")
    }
    var (title, attributes) = (title, attributes)
    if !titleAsIs, let (name, year) = MovieReference.titleAndYear(title) {
      if let other = attributes.year, other != year {
        throw ValidationError(
          "The title has the year \(year), but the options have \(other). Remove one of them, or pass "
            + "'--title-as-is'.")
      }
      title = name
      try attributes.set(.year, to: [.integer(Int64(year))])
    }
    return try MovieDraft(
      title: title, cast: actor, isFavorite: favorite, attributes: attributes
    ).validatedArgument()
  }

  private func add(
    _ draft: MovieDraft?, _ attributes: MovieAttributes, to store: inout Catalog
  ) throws -> Addition {
    guard let draft else {
      let seed = generator.seed.map(UInt64.init)
      return Addition(
        added: try store.addRandom(seed: seed, isFavorite: favorite, attributes: attributes),
        duplicates: [])
    }
    // Before the change: an error while reading must not look like one of the change.
    let duplicates = try store.duplicates(of: draft)
    return Addition(added: try store.add(draft), duplicates: duplicates)
  }
}

private struct Addition {
  let added: MovieChange
  /// Movies that it repeats.
  let duplicates: [Movie]

  /// Such as `the catalog already has 'Heat (1995)' (id 4)`.
  var duplicateNote: String {
    let shown = duplicates.prefix(3).map { "'\($0.titleWithYear)' (id \($0.id.rawValue))" }
    let rest = duplicates.count - shown.count
    let more = rest > 0 ? " and \(Formatting.pluralized(rest, "more movie"))" : ""
    return "the catalog already has \(shown.joined(separator: ", "))\(more)"
  }
}

/// The seed of generated movies.
struct GeneratorSeed: ParsableArguments {
  @Option(
    name: "--seed",
    help: ArgumentHelp(
      "The random seed; the same seed gives the same movies in an empty catalog.", valueName: "n"),
    range: 0...Int.max)
  var seed: Int?
}
