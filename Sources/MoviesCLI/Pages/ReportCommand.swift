internal import MovieArguments
internal import MovieStatistics
internal import MovieStore
internal import MovieSystem

/// `report`: writes a page about the movies that were watched.
struct ReportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write a page about what was watched, with charts.",
    discussion: """
      The page is one HTML file without scripts, which loads nothing and can be printed. It shows \
      totals, the days and months of watching, ratings, decades, genres, actors, directors, tags, \
      favorites, and what is not watched yet. If no movie was watched, it is about all movies.
      """,
    examples: [
      Example("movies report -o report.html", "Write a page about all watched movies."),
      Example("movies report --year 2026 -o 2026.html", "Write a page about a year."),
      Example(
        "movies report tag:cinema -o cinema.html --force", "Replace a page about some movies."),
    ], suggestedFor: ["dashboard", "review", "wrapped", "year"])
  static let contract = CommandContract(.reads, exits: .notFound, .cannotCreate)

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
  @Option(
    name: "--year",
    help: ArgumentHelp("Only what was watched in a year.", valueName: "year"))
  var year: CalendarYear?
  @OptionGroup var file: OutputFileOption
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try file.requireNone(of: terms, endingIn: Self.extensions)
    if let path = file.path, !Self.extensions.contains(FilePath.fileExtension(of: path)) {
      throw ValidationError("'\(path)' does not end in '.html'. Use this extension.")
    }
  }

  private static let extensions = ["html", "htm"]

  func run(_ context: CommandContext) throws -> ExitStatus {
    if file.output == nil, context.output.isTerminal {
      throw ValidationError(
        "Missing '--output <file>'. Use '-o report.html', or '-o -' for standard output.")
    }
    let selection = try selection.parsed(terms)
    if file.path != nil { try context.database.requireDefaultCatalog() }
    let store = try context.database.open(for: .reading)
    let (report, message) = try context.reading(store) { store in
      let query = try selection.query(in: store)
      let message = try year.flatMap { try store.viewings(of: query).message(without: $0.year) }
      return (try store.report(of: query, year: year?.year), message)
    }
    let page = ReportPage(
      report: report, chosen: selection.description, date: Clock.localDate()
    ).text
    if let path = file.path {
      try file.replacement.write(to: path, from: store) { sink in try sink.append(page) }
      try context.ui.info(
        "wrote \(path), about \(Formatting.pluralized(report.subjects, "movie"))")
    } else {
      try context.output.write(page)
      try context.output.flush()
    }
    if report.movies > 0 {
      if let message { try context.ui.info(message) }
    } else {
      try selection.printNearMisses(in: store, context)
    }
    return selection.exitStatus(matches: report.movies)
  }
}
