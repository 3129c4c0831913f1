internal import MovieArguments
internal import MovieStatistics
internal import MovieStore
internal import MovieSystem

/// `actors`: prints actors.
struct Actors: Command {
  static let configuration = CommandConfiguration(
    commandName: "actors", abstract: "List actors and the number of their movies.",
    examples: [
      Example("movies actors --sort movies --limit 10", "List the busiest actors."),
      Example("movies actors --of 12", "List the cast of a movie."),
      Example("movies actors --with 'Al Pacino'", "List who played with Al Pacino, and how often."),
    ], suggestedFor: ["cast", "people"])
  static let contract = CommandContract(
    .reads, output: .records(ActorRecord.self), exits: .notFound)

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
      "Only actors who have a movie with this actor, a name or an id; 'movies' counts those movies.",
      valueName: "actor", suggestedFor: ["--costar"]),
    completion: .custom(CatalogCompletion.actor))
  var partner: String?
  @Option(
    name: "--sort",
    help: ArgumentHelp(
      "The sort order, after '-' or '+' to descend or ascend; 'billing' requires '--of' "
        + "(default: name, or movies with '--with').",
      valueName: "order", suggestedFor: SuggestedNames.sort))
  var sort: ActorOrder?
  @OptionGroup var page: ListPage
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Output options") var output: RecordOptions<ActorRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if sort?.key == .billing, movie == nil {
      throw ValidationError("'--sort billing' requires '--of <movie>'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    var records = try output.stream(context)
    let selection = try selection.parsed()
    let order = sort ?? ActorOrder(partner == nil ? .name : .movies)
    var query = ActorQuery(
      search: try SearchWords.joined(text, for: "'<text>'"), order: order.key.order,
      descending: order.isReversed != page.reverse, limit: page.limit, offset: page.offset)
    let movie = try movie.map { try MovieReferenceArgument($0) }
    let store = try context.database.open(for: .reading)
    // Before the list, because the search for similar titles is long.
    let notes = try movie.map { argument in
      query.movie = try argument.movie(in: store).id
      return try argument.references.notes(on: [argument.reference], in: store)
    }
    query.partner = try partner.map { try ReferenceSuggestions.actor($0, in: store).id }
    query.movies = try selection.query(in: store)
    try context.startPager()
    let summary = try context.reading(store) { store in
      try store.forEachActor(query) { try records.write(ActorRecord(actor: $0)) }
      return try makeSummary(records.finish(), of: query, in: store, context)
    }
    try summary.print(context)
    for note in notes ?? [] { try context.ui.info(note) }
    return selection.exitStatus(matches: records.count)
  }

  private func makeSummary(
    _ count: Int, of query: ActorQuery, in store: borrowing Catalog, _ context: CommandContext
  ) throws -> ListSummary {
    var summary = ListSummary(count: count, noun: "actor")
    if context.ui.isQuiet { return summary }
    if count == 0, query.limit != 0, query.offset == 0 {
      let hint =
        query.search.isEmpty ? nil : try NearMisses.message(forName: query.search, in: store)
      let isEmpty = query.isFiltered ? "no actors match" : "no actors yet"
      summary.messages = hint.map { [$0] } ?? (context.output.isTerminal ? [isEmpty] : [])
    } else if context.output.isTerminal, query.limit == count || query.offset > 0 {
      summary.addTotal(try store.actorCount(query))
    }
    return summary
  }
}

/// What actors are ordered by.
enum ActorKey: String, CaseIterable, ExpressibleByArgument {
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

/// An order of actors.
struct ActorOrder: SignedOrder {
  let key: ActorKey
  let isDescending: Bool?

  init(_ key: ActorKey, isDescending: Bool?) {
    (self.key, self.isDescending) = (key, isDescending)
  }

  /// Without a sign, the actors with the most movies are first, and other orders ascend.
  fileprivate var isReversed: Bool { isDescending.map { $0 == (key != .movies) } ?? false }
}

/// `connect`: prints how two actors are connected.
struct Connect: Command {
  static let configuration = CommandConfiguration(
    commandName: "connect", abstract: "Show how two actors are connected by movies.",
    discussion:
      "Prints the shortest chain of actors, each with a movie that leads to the next one.",
    examples: [
      Example("movies connect 'Buster Keaton' 'Al Pacino'", "Show the chain between two actors.")
    ], suggestedFor: ["bacon", "chain", "link", "route"])
  static let contract = CommandContract(.reads, output: ActorConnection.schema, exits: .notFound)

  @Argument(
    help: ArgumentHelp("The first actor: a name or an id.", valueName: "actor"),
    completion: .custom(CatalogCompletion.actor))
  var from: String
  @Argument(
    help: ArgumentHelp("The last actor: a name or an id.", valueName: "other"),
    completion: .custom(CatalogCompletion.actor))
  var to: String
  @OptionGroup(title: "Output options") var options: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    let store = try context.database.open(for: .reading)
    let from = try ReferenceSuggestions.actor(from, in: store).actor
    let to = try ReferenceSuggestions.actor(to, in: store).actor
    if from.id == to.id { throw ValidationError("Both are the same actor, \(from.name.excerpt())") }
    guard let chain = try store.connection(from: from.id, to: to.id) else {
      throw CommandError.notFound(
        "no chain of movies connects \(from.name.excerpt()) with \(to.name.excerpt()).")
    }
    if options.json {
      try context.print(json: chain.json)
      return .done
    }
    var writer = TextTreeWriter(to: context.output, isColored: context.isColored)
    for (index, actor) in chain.actors.enumerated() {
      try writer.begin(actor, hasMovies: false, isAbove: false, isLast: true)
      if index < chain.movies.count {
        try writer.begin(chain.movies[index], hasActors: false, isAbove: false, isLast: true)
        writer.end(chain.movies[index])
      }
      writer.end(actor, hasMovies: false)
    }
    try context.output.flush()
    let count = Formatting.pluralized(chain.movies.count, "movie")
    try context.ui.info("connected by \(count)")
    return .done
  }
}

extension ActorConnection {
  fileprivate static let schema = JSONSchema.object([
    "actors": .array(.object(["id": .integer, "name": .string])),
    "movies": .array(MovieRecord.schema),
  ])

  /// One object on a line. Each movie is between two actors.
  fileprivate var json: [UInt8] {
    JSONBuilder.line { json in
      json.array("actors", actors) { json, actor in
        json.object {
          $0.add("id", actor.id.rawValue)
          $0.add("name", actor.name)
        }
      }
      json.array("movies", movies) { MovieRecord($1).append(to: &$0) }
    }
  }
}
