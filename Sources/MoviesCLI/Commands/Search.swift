internal import MovieArguments
internal import MovieStore

/// `search`: prints the movies of a query.
struct Search: Command {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search movies by title, cast or attributes.",
    examples: [
      Example("movies search amelie", "Find 'Amélie'; case and accents are ignored."),
      Example(
        "movies search de niro rating:8..", "Find the movies with De Niro that are rated 8 or more."
      ),
      Example("movies search '\"golden river\"' --sort title", "Search for a phrase, by title."),
    ], suggestedFor: ["filter", "find", "grep", "query"])

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String]
  @OptionGroup var selection: Selection
  @OptionGroup var title: TitleOption
  @Option(name: "--sort", help: SelectionArgument.sortHelp) var sort: ListOrder?
  @OptionGroup var page: ListPage
  @OptionGroup var shuffle: ShuffleSeed
  @OptionGroup(title: "Output options") var output: MovieOutput
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try shuffle.validate(for: sort) }

  func run(_ context: CommandContext) throws -> ExitStatus {
    try MovieListing(
      order: sort, shuffle: shuffle, selection: selection.parsed(terms, title: title), page: page,
      output: output
    ).print(context)
  }
}
