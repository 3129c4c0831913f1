internal import MovieArguments
internal import MovieStore

/// `show`: prints movies with their actors: pages on a terminal; a tree in a pipe or with
/// `--depth`; records with `--format`.
struct Show: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show movies with their actors.",
    discussion:
      "On a terminal, and with '--format page' or '--color always', a movie is a page: title, "
      + "attributes and cast. In a pipe, it is a line, with its actors below.",
    examples: [
      Example("movies show 12", "Show a movie and its actors."),
      Example("movies show 12 --depth 2", "Also show the other movies of each actor."),
    ], suggestedFor: ["film", "get", "info", "movie", "view"])
  static let contract = CommandContract(
    .reads, requiresSelection: true, output: .array(JSONTreeWriter.schema), exits: .notFound,
    .badInput)

  @Argument(help: ReferenceArguments.help, completion: .custom(CatalogCompletion.movie))
  var movies: [String] = []
  @Option(
    name: "--sort",
    help: ArgumentHelp(
      "The order of the actors; '-name' descends.", valueName: "order",
      suggestedFor: SuggestedNames.sort))
  var sort = SignedCastOrder(.billing)
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
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Output options") var output: RecordOptions<MovieRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var references: MovieReferences { MovieReferences(arguments: movies) }

  func validate() throws {
    try selection.validate(instead: movies)
    guard let format = output.format else {
      if output.null, !references.readsInput {
        throw RecordOptions<MovieRecord>.nullError(takesReferences: true)
      }
      return try output.requireColumnOptions(apply: nil)
    }
    if depth > 1, output.columns != nil {
      throw ValidationError("'--columns' cannot be combined with '--depth'")
    }
    if depth > 1, !format.isJSON {
      throw ValidationError(
        "'--depth' requires \(RecordFormat.option(where: \.isJSON)), or no '--format'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    // Checks the options before the database is opened.
    _ = try output.stream(context, readsReferences: references.readsInput)
    let named = try references.parse(
      context.input, separator: output.null ? 0 : UInt8(ascii: "\n"))
    let selection = try selection.parsed()
    let store = try context.database.open(for: .reading)
    try output.requireColumns(in: store)
    try context.startPager()
    let count: Int
    let notes: [String]
    do {
      (count, notes) = try context.reading(store) { store in
        let movies =
          try selection.isEmpty
          ? store.movies(referredToBy: named)
          : store.movies(selection.query(in: store), order: selection.hasText ? .relevance : .title)
        try write(movies, in: store, context)
        return (movies.count, try references.notes(on: named, in: store))
      }
    } catch let error as StoreError {
      throw try references.explained(error, in: store)
    }
    try context.output.flush()
    for note in notes { try context.ui.info(note) }
    if count == 0, !selection.isEmpty, try !selection.printNearMisses(in: store, context) {
      try context.ui.info("no movies match")
    }
    return selection.exitStatus(matches: count)
  }

  private func write(
    _ movies: [Movie], in store: borrowing Catalog, _ context: CommandContext
  ) throws {
    let (writer, isColored) = (context.output, context.isColored)
    let order = CastOrder(key: sort.key, descending: (sort.isDescending ?? false) != reverse)
    let isPage = depth == 1 && (writer.isTerminal || isColored)
    var tree = MovieTree(depth: depth, order: order)
    switch output.format ?? (isPage ? .page : nil) {
    case nil:
      var text = TextTreeWriter(to: writer, isColored: isColored)
      for movie in movies { try tree.write(movie, in: store, to: &text) }
    case let format? where depth > 1:
      var json = JSONTreeWriter(isArray: format == .json, to: writer)
      for movie in movies { try tree.write(movie, in: store, to: &json) }
      try json.finish()
    case let format?:
      var records = try output.stream(
        context, as: format, readsReferences: references.readsInput)
      for movie in movies {
        var record = MovieRecord(movie.with(cast: order.sorted(movie.cast)))
        if format == .page {
          record.movieCounts = Dictionary(
            try store.actors(in: movie.id).map { ($0.id, $0.movieCount) },
            uniquingKeysWith: { first, _ in first })
        }
        try records.write(record)
      }
      try records.finish()
    }
  }
}

extension CastOrder.Key: ExpressibleByArgument {}

/// An order of the actors of a movie.
struct SignedCastOrder: SignedOrder {
  let key: CastOrder.Key
  let isDescending: Bool?

  init(_ key: CastOrder.Key, isDescending: Bool?) {
    (self.key, self.isDescending) = (key, isDescending)
  }
}
