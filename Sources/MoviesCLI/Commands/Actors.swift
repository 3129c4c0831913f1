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
        "movies actors --of 12 --sort billing", "List the cast of a movie in billing order."),
      Example(
        "movies actors --with 'Al Pacino' --sort movies",
        "List the actors who played with Al Pacino."),
    ], suggestedFor: ["cast", "people"])

  @Argument(
    help: ArgumentHelp(
      "Text that the name must contain, also inside words.", valueName: "text",
      suggestedFor: SuggestedNames.text + ["--actor", "--search"]),
    completion: .custom(CatalogCompletion.name))
  var text: [String] = []
  @Option(
    name: "--of",
    help: ArgumentHelp(
      "Only the cast of this movie: a title or an id.", valueName: "movie",
      suggestedFor: ["--movie", "--movies"]),
    completion: .custom(CatalogCompletion.movie))
  var movie: String?
  @Option(
    name: "--with",
    help: ArgumentHelp(
      "Only actors who have a movie with this actor: a name or an id.", valueName: "actor",
      suggestedFor: ["--costar"]),
    completion: .custom(CatalogCompletion.actor))
  var partner: String?
  @OptionGroup var selection: Selection
  @OptionGroup var title: TitleOption
  @Option(
    name: "--sort",
    help: ArgumentHelp(
      "The sort order; 'billing' requires '--of'.", valueName: "order",
      suggestedFor: SuggestedNames.sort))
  var sort = ActorOrder.name
  @OptionGroup var page: ListPage
  @OptionGroup(title: "Output options") var output: ListOutput<ActorRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if sort == .billing, movie == nil {
      throw ValidationError("'--sort billing' requires '--of <movie>'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    var records = try output.stream(context)
    let selection = try selection.parsed(title: title)
    let movie = try movie.map { try MovieReferenceArgument($0) }
    var query = ActorQuery(
      search: try SearchWords.joined(text, for: "'<text>'"), order: sort.order,
      descending: page.reverse, limit: page.limit,
      offset: page.offset)
    let store = try context.database.open(for: .reading)
    try context.io.startPager()
    let (summary, notes) = try context.io.reading(store) { store in
      query.movie = try movie?.movie(in: store).id
      query.movies = try selection.query(in: store)
      query.partner = try partner.map { try ReferenceSuggestions.actor($0, in: store).id }
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
