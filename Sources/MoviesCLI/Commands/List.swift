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
      Example("movies list pacino year:1990s", "List the movies of the 1990s with Pacino."),
      Example("movies list --not is:watched --sort year", "List what is not watched yet, by year."),
      Example("movies list --sort random --limit 1", "Pick a random movie."),
    ], suggestedFor: ["dir", "films", "movies"], alternatives: [Search.self])

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
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
