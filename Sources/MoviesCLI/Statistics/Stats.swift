internal import MovieArguments
internal import MovieCharts
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `stats`: prints statistics: a page on a terminal, lines of names and numbers in a pipe, JSON, or a
/// drawing.
struct Stats: Command {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show statistics and charts.",
    examples: [
      Example("movies stats year:1990s", "Show statistics about the movies of the 1990s."),
      Example("movies stats --by decade --value rating", "Show the average rating of each decade."),
      Example("movies stats --calendar 2026", "Show on which days movies were watched."),
      Example("movies stats --by year -o years.svg", "Draw the number of movies of each year."),
    ], suggestedFor: ["chart", "count", "statistics"])

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
  @Option(
    name: "--by",
    help: ArgumentHelp(
      "Count the movies by decade, month, weekday, actor, title-length, or any key, such as 'genre'.",
      valueName: "key", suggestedFor: ["--group", "--group-by"]),
    completion: .custom(CatalogCompletion.grouping))
  var grouping: String?
  @Option(
    name: "--value",
    help: ArgumentHelp(
      "With '--by': also the average, minimum and maximum of these numbers, such as 'rating'.",
      valueName: "key", suggestedFor: ["--average", "--avg", "--mean"]),
    completion: .custom(CatalogCompletion.presentAttribute))
  var summarized: String?
  @Option(
    name: "--top",
    help: ArgumentHelp(
      "With '--by': only the most frequent.", valueName: "n", suggestedFor: ["--limit"]),
    range: 1...Int.max)
  var top: Int?
  @Option(
    name: "--calendar",
    help: ArgumentHelp(
      "Show on which days of a year movies were watched; by default, this year.",
      valueName: "year", suggestedFor: ["--heatmap"]), implied: CalendarYear.this)
  var calendar: CalendarYear?
  @OptionGroup var period: HistoryPeriod
  @Flag(name: "--plain", help: ArgumentHelp("Draw with ASCII.", suggestedFor: ["--ascii"]))
  var plain = false
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Output options") var options: StatsOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    let modes = [
      ("--by", grouping != nil), ("--calendar", calendar != nil),
      ("--since' and '--until", !period.isEmpty),
    ].filter(\.1).map(\.0)
    if modes.count > 1 {
      throw ValidationError("'\(modes[0])' and '\(modes[1])' exclude each other. Use one.")
    }
    if grouping == nil, let option = summarized != nil ? "--value" : top != nil ? "--top" : nil {
      throw ValidationError("'\(option)' requires '--by <key>'")
    }
    if try options.chosenFormat == .svg, grouping == nil, calendar == nil {
      throw ValidationError("'--format svg' requires '--by <key>' or '--calendar'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let selection = try selection.parsed(terms)
    let store = try context.database.open(for: .reading)
    let (output, message) = try context.reading(store) { store in
      try statistics(of: selection.query(in: store), in: store)
    }
    try options.write(output, isPlain: plain, from: store, context)
    if let message { try context.ui.info(message) }
    if selection.isEmpty { return .done }
    let count = try store.movieCount(selection.query(in: store), limit: 1)
    if count == 0 { try selection.printNearMisses(in: store, context) }
    return selection.exitStatus(matches: count)
  }

  /// - Returns: The statistics, and what is to be said about them.
  private func statistics(
    of query: MovieQuery, in store: borrowing Catalog
  ) throws -> (StatsOutput, String?) {
    if let grouping {
      let groups = try store.movieGroups(
        by: AttributeSuggestions.grouping(grouping, in: store), of: query,
        summarizing: summarized.map { try AttributeSuggestions.key($0, in: store) },
        limit: top ?? Self.maximumGroups)
      let isCut = top == nil && groups.omittedGroups > 0
      return (groups.output, isCut ? Self.omission(groups) : nil)
    }
    if let calendar {
      let viewings = try store.viewings(of: query)
      let output = viewings.inYear(calendar.year).output(of: calendar.year)
      return (output, Self.otherYears(viewings, calendar.year))
    }
    if !period.isEmpty {
      let statistics = try store.historyStatistics(
        of: query, since: period.since?.date, until: period.until?.date)
      return (statistics.output(period), statistics.changes == 0 ? "no changes in this time" : nil)
    }
    return (try store.statistics(of: query).output, nil)
  }

  /// A text can have 16 KiB.
  private static let maximumGroups = 1_000

  private static func omission(_ groups: MovieGroups) -> String {
    let count = groups.groups.count
    return "the \(Formatting.grouped(count)) most frequent values of "
      + "\(Formatting.grouped(count + groups.omittedGroups))"
  }

  /// What to say about a year in which no movies were watched, but were in others.
  private static func otherYears(_ viewings: Viewings, _ year: Int) -> String? {
    if viewings.years.contains(year) { return nil }
    let years = viewings.years.suffix(5).map { "\($0)" }
    return "no movies have a date of \(year) in 'watched'"
      + (years.isEmpty
        ? "; 'movies watch <movie>' sets one" : "; of \(years.alternatives), some have")
  }
}

/// A year of the calendar.
struct CalendarYear: ExpressibleByArgument {
  /// The text of the current year.
  static let this = "this"
  let year: Int

  init?(argument: String) {
    let date = argument == Self.this ? String(Clock.localDate().prefix(4)) : argument
    guard date.utf8.count == 4, let year = CalendarDate(date)?.year else { return nil }
    self.year = year
  }

  static func expectedArgument(insteadOf argument: String) -> String? { "a year such as 2026" }
}

/// The options for a part of the history.
struct HistoryPeriod: ParsableArguments {
  @Option(
    name: "--since",
    help: ArgumentHelp(
      "Show what happened since a date, or 'yesterday'.", valueName: "date",
      suggestedFor: ["--after", "--from"]))
  var since: HistoryDay?
  @Option(
    name: "--until",
    help: ArgumentHelp(
      "Show what happened up to a date, month or year.", valueName: "date",
      suggestedFor: ["--before", "--to"]))
  var until: HistoryDay?

  var isEmpty: Bool { since == nil && until == nil }

  func validate() throws {
    guard let since = since?.date, let until = until?.date else { return }
    let length = min(since.description.utf8.count, until.description.utf8.count)
    if since.description.prefix(length) > until.description.prefix(length) {
      throw ValidationError("'--since \(since)' is after '--until \(until)'. Swap them.")
    }
  }
}

/// A date, or a day named by its distance.
struct HistoryDay: ExpressibleByArgument {
  let date: CalendarDate

  init?(argument: String) {
    guard let date = CalendarDate(RelativeDay(rawValue: argument)?.date ?? argument) else {
      return nil
    }
    self.date = date
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "a date such as 2026-11-23, 2026-11 or 2026, or 'today' or 'yesterday'"
  }
}
