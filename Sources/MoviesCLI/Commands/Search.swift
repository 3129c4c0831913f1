internal import MovieArguments
internal import MovieStore

/// `search`: prints the movies whose titles contain words.
struct Search: Command {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search movies by title.",
    examples: [
      Example("movies search amelie", "Find 'Amélie'; case and accents are ignored."),
      Example("movies search '\"golden river\"' --sort title", "Search for a phrase, by title."),
    ], suggestedFor: ["filter", "find", "grep", "query"])

  @Argument(
    help: ArgumentHelp(
      "Words that the title must contain, also inside other words. Words in double quotes form a phrase.",
      valueName: "text", suggestedFor: SuggestedNames.text + ["--search"]))
  var text: [String]
  @OptionGroup var filter: MovieFilter
  @Option(
    name: "--sort",
    help: ArgumentHelp(
      "The sort order, also by an attribute.", valueName: "order",
      suggestedFor: SuggestedNames.sort))
  var sort = MovieOrder.relevance
  @OptionGroup var page: ListPage
  @OptionGroup var shuffle: ShuffleSeed
  @OptionGroup(title: "Output options") var output: MovieOutput
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try shuffle.validate(for: sort) }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let text = try SearchText([text.joined(separator: " ")], for: "'<text>'")
    return try MovieList(
      order: sort,
      query: MovieQuery(
        search: text.joined, favoritesOnly: filter.favorites, order: sort.order(shuffle),
        descending: page.reverse, limit: page.limit, offset: page.offset),
      filter: filter, output: output
    ).print(context)
  }
}
