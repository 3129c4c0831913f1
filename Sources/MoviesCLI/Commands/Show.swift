internal import MovieArguments
internal import MovieStore

/// `show`: prints movies with their actors: cards on a terminal; a tree in a pipe or with `--depth`; records with
/// `--format`.
struct Show: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show movies and their actors, or drill down with '--depth'.",
    examples: [
      Example("movies show 12", "Show a movie and its actors."),
      Example("movies show 12 --depth 2", "Also show the other movies of each actor."),
    ], suggestedFor: ["film", "get", "info", "movie", "view"])

  @Argument(help: ReferenceArguments.help, completion: .custom(CatalogCompletion.movie))
  var movies: [String] = []
  @OptionGroup var selection: Selection
  @OptionGroup var title: TitleOption
  @Option(
    name: "--sort",
    help: ArgumentHelp(
      "The order of the actors.", valueName: "order", suggestedFor: SuggestedNames.sort))
  var sort = CastOrder.Key.billing
  @Flag(
    name: "--reverse",
    help: ArgumentHelp("Reverse the order.", suggestedFor: ["--desc", "--descending", "-r"]))
  var reverse = false
  @Option(
    name: "--depth",
    help: ArgumentHelp(
      "How deep to drill down: 2 adds the movies of each actor, 3 their actors, and so on.",
      valueName: "n", suggestedFor: ["--level", "--levels", "--recursive"]),
    range: 1...100)
  var depth = 1
  @OptionGroup(title: "Output options") var output: ReferenceOutput
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var references: MovieReferences { MovieReferences(arguments: movies) }

  func validate() throws {
    try selection.validate(instead: movies, title: title)
    guard let format = output.records.format else {
      return try output.requireNoRecordOptions(references)
    }
    if depth > 1, !format.isNested {
      throw ValidationError(
        "'--depth' requires \(RecordFormat.option(where: \.isNested)), or no '--format'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let records = try output.records.format.map { _ in
      try output.stream(context, references)
    }
    let named = try output.parse(references, context)
    let query = try selection.parsed(title: title)
    let order = CastOrder(key: sort, descending: reverse)
    let store = try context.database.open(for: .reading)
    try context.io.startPager()
    let notes = try context.io.reading(store) { store in
      if query.isEmpty {
        try write(references.movies(named, in: store), order, in: store, to: records, context)
        return try references.notes(on: named, in: store)
      }
      let found = try store.movies(
        query.query(in: store), order: query.hasText ? .relevance : .title)
      try write(found, order, in: store, to: records, context)
      if !found.isEmpty { return [] }
      let hints = try NearMisses.messages(for: query.query(in: store), in: store)
      return hints.isEmpty ? ["no movies match"] : hints
    }
    try context.io.output.flush()
    for note in notes { try context.ui.info(note) }
    return .done
  }

  /// - Parameter records: The stream of `--format`, if it is given.
  private func write(
    _ movies: [Movie], _ order: CastOrder, in store: borrowing Catalog,
    to records: RecordStream<MovieRecord>?, _ context: CommandContext
  ) throws {
    let (writer, isColored) = (context.io.output, context.io.isColored)
    if var records {
      var expander = FilmographyExpander(depth: depth, order: order)
      for movie in movies { try records.write(expander.record(for: movie, in: store)) }
      try records.finish()
    } else if writer.isTerminal, depth == 1 {
      try MovieCard.write(movies, order, in: store, to: writer, isColored: isColored)
    } else {
      var tree = MovieTree(depth: depth, order: order, output: writer, isColored: isColored)
      for movie in movies { try tree.write(movie, in: store) }
    }
  }
}

extension CastOrder.Key: ExpressibleByArgument {}
