internal import MovieArguments
internal import MovieStore

/// `actors`: prints actors.
struct Actors: Command {
  static let configuration = CommandConfiguration(
    commandName: "actors", abstract: "List actors and the number of their movies.",
    examples: [
      Example(
        "movies actors --sort movies --limit 10", "List the ten actors with the most movies."),
      Example(
        "movies actors --movie 12 --sort billing", "List the cast of a movie in billing order."),
    ], suggestedFor: ["cast", "people"])

  @Argument(
    help: ArgumentHelp(
      "Words that the name must contain, also inside other words.", valueName: "text",
      suggestedFor: SuggestedNames.text + ["--actor", "--search"]),
    completion: .custom(CatalogCompletion.name))
  var text: [String] = []
  @Option(
    name: "--movie",
    help: ArgumentHelp(
      "Only the cast of this movie: a title or an id.", suggestedFor: ["--movies"]),
    completion: .custom(CatalogCompletion.movie))
  var movie: String?
  @Option(
    name: "--sort",
    help: ArgumentHelp(
      "The sort order; 'billing' requires '--movie'.", valueName: "order",
      suggestedFor: SuggestedNames.sort))
  var sort = ActorOrder.name
  @OptionGroup var page: ListPage
  @OptionGroup(title: "Output options") var output: ListOutput<ActorRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if sort == .billing, movie == nil {
      throw ValidationError("'--sort billing' requires '--movie <movie>'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    var records = try output.stream(context)
    let text = try SearchText(text.isEmpty ? [] : [text.joined(separator: " ")], for: "'<text>'")
    let movie = try movie.map { try MovieReferenceArgument($0) }
    var query = ActorQuery(
      search: text.joined, order: sort.order, descending: page.reverse, limit: page.limit,
      offset: page.offset)
    let store = try context.database.open(for: .reading)
    try context.io.startPager()
    let (summary, notes) = try context.io.reading(store) { store in
      query.movie = try movie?.movie(in: store).id
      try store.forEachActor(query) { try records.write(ActorRecord(actor: $0)) }
      let summary = try ListSummary(actors: records.finish(), of: query, in: store, context)
      return (summary, try movie.map { try $0.references.notes(on: [$0.reference], in: store) })
    }
    let status = try summary.print(context)
    for note in notes ?? [] { try context.ui.info(note) }
    return status
  }
}

/// The orders of actors.
enum ActorOrder: String, CaseIterable, ExpressibleByArgument {
  case name, added, movies, billing

  fileprivate var order: ActorQuery.Order {
    switch self {
    case .name: .name
    case .added: .added
    case .movies: .movies
    case .billing: .billing
    }
  }
}
