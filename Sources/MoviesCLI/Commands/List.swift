internal import MovieArguments
internal import MovieMCP
internal import MovieStore
internal import MovieSystem

/// `list`: prints the movies of the catalog.
struct List: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List movies.", aliases: ["ls"],
    examples: [
      Example("movies list pacino year:1990s", "List the movies of the 1990s with Pacino."),
      Example("movies list --not is:watched --sort year", "List what is not watched yet, by year."),
      Example("movies list --favorites --sort -rating", "List the favorites, the best first."),
    ], suggestedFor: ["dir", "films", "movies"], alternatives: [Search.self])
  static let contract = CommandContract(
    .reads, output: .records(MovieRecord.self), exits: .notFound)

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
  @OptionGroup var options: ListOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    try options.listing(of: terms).print(context)
  }
}

/// `search`: prints the movies of a query.
struct Search: Command {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search movies by title, cast or attributes.",
    examples: [
      Example("movies search amelie", "Find 'Amélie'; case and accents are ignored."),
      Example("movies search de niro rating:8..", "Find movies with De Niro rated 8 or more."),
      Example("movies search '\"golden river\"' --sort title", "Search for a phrase, by title."),
    ], suggestedFor: ["filter", "find", "grep", "query"])
  static let contract = CommandContract(
    .reads, requiresSelection: true, output: .records(MovieRecord.self), exits: .notFound)

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
  @OptionGroup var options: ListOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    let listing = try options.listing(of: terms)
    if listing.selection.isEmpty {
      throw ValidationError("Missing expected argument '<term> ...'. 'movies list' lists all.")
    }
    return try listing.print(context)
  }
}

/// `random`: prints movies chosen at random.
struct Random: Command {
  static let configuration = CommandConfiguration(
    commandName: "random", abstract: "Pick a movie at random.",
    discussion: "Nothing is added; 'movies add --random' adds a random real movie.",
    examples: [
      Example("movies random", "Pick one of all movies."),
      Example("movies random '!is:watched' year:1990..", "Pick one for tonight."),
    ], suggestedFor: ["choose", "pick", "shuffle"])
  static let contract = CommandContract(
    .reads, output: .records(MovieRecord.self), exits: .notFound)

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
  @Option(
    name: "--limit",
    help: ArgumentHelp("The maximum number of movies.", valueName: "n"), range: 0...Int.max)
  var limit = 1
  @OptionGroup var shuffle: ShuffleSeed
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Output options") var output: RecordOptions<MovieRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    let listing = MovieListing(
      selection: try selection.parsed(terms), order: ListOrder(.random), seed: shuffle.seed,
      limit: limit, isPage: false, output: output)
    return try listing.print(context)
  }
}

/// The options of `list` and `search`.
struct ListOptions: ParsableArguments {
  @Option(
    name: "--sort",
    help: ArgumentHelp(
      "The sort order, also by an attribute: rating and watched from the highest, others from the lowest; '-year' and '+rating' for the opposite (default: relevance if there is a text, otherwise title).",
      valueName: "order", suggestedFor: SuggestedNames.sort))
  var sort: ListOrder?
  @OptionGroup var page: ListPage
  @OptionGroup var shuffle: ShuffleSeed
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Output options") var output: RecordOptions<MovieRecord>

  func validate() throws {
    if shuffle.seed != nil, sort?.key != .random {
      throw ValidationError("'--seed <n>' requires '--sort random'")
    }
  }

  func listing(of terms: [String]) throws -> MovieListing {
    MovieListing(
      selection: try selection.parsed(terms), order: sort, seed: shuffle.seed,
      isReversed: page.reverse, limit: page.limit, offset: page.offset, output: output)
  }
}

/// Options that select a part of a list.
struct ListPage: ParsableArguments {
  @Flag(
    name: "--reverse",
    help: ArgumentHelp("Reverse the order.", suggestedFor: ["--desc", "--descending", "-r"]))
  var reverse = false
  @OptionGroup var maximum: LimitOption
  @Option(
    name: "--offset",
    help: ArgumentHelp(
      "The number of results to skip.", valueName: "n", suggestedFor: ["--skip", "--start"]),
    range: 0...Int.max)
  var offset = 0

  var limit: Int? { maximum.limit }
}

/// The option `--limit`.
struct LimitOption: ParsableArguments {
  @Option(
    name: "--limit",
    help: ArgumentHelp(
      "The maximum number of results.", valueName: "n",
      suggestedFor: ["--first", "--max", "--top", "-l", "-n"]),
    range: 0...Int.max)
  var limit: Int?
}

/// The seed of a random order.
struct ShuffleSeed: ParsableArguments {
  @Option(
    name: "--seed",
    help: ArgumentHelp("The seed of the random order, which repeats it.", valueName: "n"),
    range: 0...Int.max)
  var seed: Int?
}

/// Prints the movies of a query: the work of `list`, `search` and `random`.
struct MovieListing {
  let selection: QuerySelection
  /// `nil` for relevance if there is a text, otherwise by title.
  let order: ListOrder?
  let seed: Int?
  var isReversed = false
  let limit: Int?
  var offset = 0
  /// Whether the movies are a part of a list, of which the message gives the length.
  var isPage = true
  let output: RecordOptions<MovieRecord>

  func print(_ context: CommandContext) throws -> ExitStatus {
    let order = order ?? ListOrder(selection.hasText ? .relevance : .title)
    if order.key == .relevance { try selection.requireText() }
    let keys = selection.keys + [order.attribute].compactMap(\.self)
    var records = try output.stream(context, keys: keys)
    let store = try context.database.open(for: .reading)
    try context.startPager()
    let summary = try context.reading(store) { store in
      let query = try selection.query(in: store)
      try order.requireAttribute(in: store)
      try output.requireColumns(in: store)
      try store.forEachMovie(
        query, order: order.order(seed: seed), descending: order.descends != isReversed,
        limit: limit, offset: offset
      ) { try records.write(MovieRecord($0)) }
      return try makeSummary(records.finish(), of: query, in: store, context)
    }
    try summary.print(context)
    return selection.exitStatus(matches: records.count)
  }

  private func makeSummary(
    _ count: Int, of query: MovieQuery, in store: borrowing Catalog, _ context: CommandContext
  ) throws -> ListSummary {
    var summary = ListSummary(count: count, noun: "movie")
    if context.ui.isQuiet { return summary }
    if count == 0, limit != 0, offset == 0 {
      // Not only for a terminal: a script can have a value in another spelling, too.
      let hints = try NearMisses.messages(for: query, in: store)
      let isEmpty =
        query.isEmpty ? "no movies yet; add one with 'movies add --random'" : "no movies match"
      summary.messages = hints.isEmpty && context.output.isTerminal ? [isEmpty] : hints
    } else if isPage, let session = context.database.session {
      session.page = try ToolPage(
        of: "movies", count: count, offset: offset, limit: limit,
        isContinued: order?.key != .random || seed != nil
      ) { limit throws(StoreError) in try store.movieCount(query, limit: limit) }
    } else if isPage, context.output.isTerminal, limit == count || offset > 0 {
      summary.addTotal(
        try store.movieCount(query, limit: ListSummary.countLimit + 1), isBounded: true)
    }
    return summary
  }
}

/// The number of records of a list, and messages to print after the catalog is unlocked.
struct ListSummary {
  /// The number up to which the movies of a query are counted.
  fileprivate static let countLimit = 10_000

  let count: Int
  let noun: String
  var messages: [String] = []

  /// Adds a message such as `20 of 27,329 movies` if the list is a part.
  ///
  /// - Parameter isBounded: Whether the total was counted only up to the limit.
  mutating func addTotal(_ total: Int, isBounded: Bool = false) {
    if count >= total { return }
    let isMore = isBounded && total > Self.countLimit
    let number =
      isMore ? "more than \(Formatting.grouped(Self.countLimit))" : Formatting.grouped(total)
    messages.append("\(Formatting.grouped(count)) of \(number) \(noun)\(total == 1 ? "" : "s")")
  }

  func print(_ context: CommandContext) throws {
    for message in messages { try context.ui.info(message) }
    try context.ui.verbose("\(Formatting.pluralized(count, noun)) in \(context.ui.elapsed.text)")
  }
}

extension ToolPage {
  /// A part of a list, whose elements are counted only as far as needed.
  ///
  /// - Parameters:
  ///   - count: The number of elements of the part.
  ///   - limit: The maximum number of elements of the part.
  ///   - countAll: Counts the elements of the list, but not more than its argument.
  init<Failure: Error>(
    of noun: String, count: Int, offset: Int, limit: Int?, isContinued: Bool = true,
    counting countAll: (Int) throws(Failure) -> Int
  ) throws(Failure) {
    let (end, isOver) = offset.addingReportingOverflow(count)
    var (total, isExact) = (end, true)
    let isLast = count > 0 ? count != limit : offset == 0
    if !isLast, !isOver {
      let bound = min(max(ListSummary.countLimit, end), .max - 1) + 1
      total = try countAll(bound)
      isExact = total < bound
    }
    self.init(
      of: noun, offset: offset, total: total, isTotalExact: isExact, isContinued: isContinued)
  }
}

/// What movies are ordered by: a name, or the key of an attribute.
enum ListKey: Equatable {
  case title, added, relevance, random
  case attribute(AttributeKey)
}

/// An order of movies.
struct ListOrder: SignedOrder {
  let key: ListKey
  let isDescending: Bool?

  init(_ key: ListKey, isDescending: Bool?) {
    (self.key, self.isDescending) = (key, isDescending)
  }

  /// Without a sign, the best and the latest movies are first.
  var descends: Bool {
    isDescending ?? (key == .attribute(.rating) || key == .attribute(.watched))
  }

  var attribute: AttributeKey? { if case .attribute(let key) = key { key } else { nil } }

  func order(seed: Int?) -> MovieOrder {
    switch key {
    case .title: .title
    case .added: .added
    case .relevance: .relevance
    case .random: .random(seed: seed.map(UInt64.init) ?? .random(in: 0...UInt64.max))
    case .attribute(let key): .attribute(key)
    }
  }

  /// Throws a usage error for a key that no movie has, unless it is known.
  func requireAttribute(in store: borrowing Catalog) throws {
    guard let attribute else { return }
    try AttributeSuggestions.require(attribute, in: store, or: ListKey.named.map(\.name))
  }
}

extension ListKey: ExpressibleByArgument {
  fileprivate static let named: [(name: String, key: Self)] = [
    ("title", .title), ("added", .added), ("relevance", .relevance), ("random", .random),
  ]

  init?(argument: String) {
    if let named = Self.named.first(where: { $0.name == argument }) {
      self = named.key
    } else {
      do { self = .attribute(try AttributeKey(argument)) } catch { return nil }
    }
  }

  /// Any other key is accepted, too.
  static var typeName: String { "string" }
  static var allValueStrings: [String] {
    named.map(\.name) + AttributeKey.known.map(\.name)
  }
}
