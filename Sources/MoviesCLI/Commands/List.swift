internal import MovieArguments
internal import MovieStore

/// `list`: prints the movies of the catalog.
struct List: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List movies.", aliases: ["ls"],
    examples: [
      Example("movies list pacino year:1990s", "List the movies of the 1990s with Pacino."),
      Example("movies list --not is:watched --sort year", "List what is not watched yet, by year."),
      Example("movies list --favorites --sort -rating", "List the favorites, the best first."),
    ], suggestedFor: ["dir", "films", "movies"], alternatives: [Search.self])

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

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String]
  @OptionGroup var options: ListOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    try options.listing(of: terms).print(context)
  }
}

/// `random`: prints movies chosen at random.
struct Random: Command {
  static let configuration = CommandConfiguration(
    commandName: "random", abstract: "Pick a movie at random.",
    discussion: "Nothing is added; 'movies add --random' adds a random real movie.",
    examples: [
      Example("movies random", "Pick one of all movies."),
      Example("movies random '!is:watched' runtime:..120", "Pick one for tonight."),
    ], suggestedFor: ["choose", "pick", "shuffle"])

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
      "The sort order, also by an attribute; '-year' descends, '+rating' ascends (default: relevance if there is a text, otherwise title).",
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
