internal import MovieArguments
internal import MovieStore

/// `list`: prints the movies of the catalog.
struct List: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List movies.", aliases: ["ls"],
    examples: [
      Example(
        "movies list --favorites --sort added", "List favorites in the order they were added."),
      Example("movies list --actor 7 --json", "List the movies of actor 7, as JSON."),
      Example(
        "movies list --where 'year>=1990' --sort year", "List recent movies, by year."),
      Example("movies list --sort random --limit 1", "Pick a random movie."),
    ], suggestedFor: ["dir", "films", "movies"], alternatives: [Search.self])

  @Option(
    name: "--search",
    help: ArgumentHelp(
      "Only movies whose title contains every word, also inside other words. If the option is repeated, every value must match.",
      valueName: "text", suggestedFor: SuggestedNames.text + ["--matching", "--text"]))
  var search: [String] = []
  @OptionGroup var filter: MovieFilter
  @Option(
    name: "--sort",
    help: ArgumentHelp(
      "The sort order, also by an attribute; 'relevance' requires '--search'.", valueName: "order",
      suggestedFor: SuggestedNames.sort))
  var sort = MovieOrder.title
  @OptionGroup var page: ListPage
  @OptionGroup var shuffle: ShuffleSeed
  @OptionGroup(title: "Output options") var output: MovieOutput
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if sort == .relevance, search.isEmpty {
      throw ValidationError("'--sort relevance' requires '--search <text>'")
    }
    try shuffle.validate(for: sort)
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let text = try SearchText(search, for: "'--search <text>'")
    return try MovieList(
      order: sort,
      query: MovieQuery(
        search: text.joined, favoritesOnly: filter.favorites, order: sort.order(shuffle),
        descending: page.reverse, limit: page.limit, offset: page.offset),
      filter: filter, output: output
    ).print(context)
  }
}
