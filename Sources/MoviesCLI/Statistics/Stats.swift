internal import MovieArguments
internal import MovieCharts
internal import MovieStatistics
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `stats`: prints statistics: a page on a terminal, lines of names and numbers in a pipe, JSON, or
/// a drawing.
struct Stats: Command {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show statistics and charts.",
    examples: [
      Example("movies stats year:1990s", "Show statistics about the movies of the 1990s."),
      Example("movies stats --calendar", "Show on which days of this year movies were watched."),
      Example("movies stats --by decade --value rating", "Show the average rating of each decade."),
      Example("movies stats --by year -o years.svg", "Draw the number of movies of each year."),
    ], suggestedFor: ["calendar", "chart", "charts", "count", "graph", "statistics"])
  static let contract = CommandContract(
    .reads,
    output: .anyOf([
      CatalogStatistics.schema, MovieGroups.schema, Viewings.schema, HistoryStatistics.schema,
    ]), exits: .notFound, .cannotCreate)

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
  @Option(
    name: "--by",
    help: ArgumentHelp(
      "Count the movies by decade, month, weekday, actor, title-length, or any key: 'genre'.",
      valueName: "key", suggestedFor: ["--group", "--group-by"]),
    completion: .custom(CatalogCompletion.grouping))
  var grouping: String?
  @Option(
    name: "--value",
    help: ArgumentHelp(
      "With '--by': also average, minimum, maximum of a key.",
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
      "Show the viewings by day, of this year or another.",
      valueName: "year", suggestedFor: ["--heatmap"]), implied: CalendarYear.current)
  var calendar: CalendarYear?
  @OptionGroup var period: HistoryPeriod
  @OptionGroup var options: StatsOptions
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    let modes = [
      ("--by", grouping != nil), ("--calendar", calendar != nil), ("--since", period.since != nil),
      ("--until", period.until != nil && period.since == nil),
    ].filter(\.1).map(\.0)
    if modes.count > 1 {
      throw ValidationError("'\(modes[0])' and '\(modes[1])' exclude each other. Use one.")
    }
    if grouping == nil, let option = summarized != nil ? "--value" : top != nil ? "--top" : nil {
      throw ValidationError("'\(option)' requires '--by <key>'")
    }
    try options.file.requireNone(of: terms, endingIn: StatsFormat.allCases.map(\.rawValue))
    if try options.chosenFormat == .svg, grouping == nil, calendar == nil {
      throw ValidationError("A drawing requires '--by <key>' or '--calendar'")
    }
    let isDate = { (term: String) in term.allSatisfy { $0.isNumber || $0 == "-" } }
    if calendar != nil, let term = terms.first(where: isDate), !term.isEmpty {
      throw ValidationError(
        "'\(term)' is not a year with four digits after '--calendar'. For a title, use '--title "
          + "\(term)'.")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let selection = try selection.parsed(terms)
    if options.file.path != nil { try context.database.requireDefaultCatalog() }
    let store = try context.database.open(for: .reading)
    let (output, message, count) = try context.reading(store) { store in
      let query = try selection.query(in: store)
      let (output, message) = try statistics(of: query, in: store)
      return (output, message, try store.movieCount(query, limit: 1))
    }
    try options.write(output, from: store, context)
    if count > 0 || selection.isEmpty {
      if let message { try context.ui.info(message) }
    } else if try !selection.printNearMisses(in: store, context), context.output.isTerminal {
      try context.ui.info("no movies match")
    }
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
      return (groups.output, groups.message)
    }
    if let calendar {
      let viewings = try store.viewings(of: query)
      let output = viewings.inYear(calendar.year).output(of: calendar.year)
      return (output, viewings.message(without: calendar.year))
    }
    if !period.isEmpty {
      let statistics = try store.historyStatistics(
        of: query, since: period.first, until: period.last)
      return (statistics.output(period), statistics.changes == 0 ? "no changes in this time" : nil)
    }
    return (try store.statistics(of: query).output, nil)
  }

  /// A text can have 16 KiB.
  private static let maximumGroups = 1_000
}

/// A year of the calendar.
struct CalendarYear: ExpressibleByArgument {
  static let typeName = "year"
  /// The text of the current year.
  static var current: String { String(Clock.localDate().prefix(4)) }
  let year: Int

  init?(argument: String) {
    do throws(WrittenDate.Problem) {
      guard let date = try WrittenDate(argument)?.date(typedOn: .today), date.month == nil else {
        return nil
      }
      year = date.year
    } catch { return nil }
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "a year such as 2026 or 'last-year'"
  }
}

/// The options for a part of the history.
struct HistoryPeriod: ParsableArguments {
  @Option(
    name: "--since",
    help: ArgumentHelp(
      "Show what changed in the catalog since a date.", valueName: "date",
      suggestedFor: ["--after", "--from"]), completion: .custom(CatalogCompletion.day))
  var since: HistoryDay?
  @Option(
    name: "--until",
    help: ArgumentHelp(
      "Show what changed up to a date.", valueName: "date",
      suggestedFor: ["--before", "--to"]), completion: .custom(CatalogCompletion.day))
  var until: HistoryDay?

  var isEmpty: Bool { since == nil && until == nil }
  var first: CalendarDate? { since?.period.lowerBound }
  var last: CalendarDate? { until?.period.upperBound }

  func validate() throws {
    guard let since = first, let until = last else { return }
    let length = min(since.description.utf8.count, until.description.utf8.count)
    if since.description.prefix(length) > until.description.prefix(length) {
      throw ValidationError("'--since \(since)' is after '--until \(until)'. Swap them.")
    }
  }
}

/// A date as it is typed, or a time of several days, such as `last-week`.
struct HistoryDay: ExpressibleByArgument {
  static let typeName = "date"
  let period: ClosedRange<CalendarDate>

  init?(argument: String) {
    do throws(WrittenDate.Problem) {
      // The history is shown by days.
      guard let date = WrittenDate(argument), date.time == nil else { return nil }
      period = try date.period(typedOn: .today)
    } catch { return nil }
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    do throws(WrittenDate.Problem) {
      _ = try WrittenDate(argument)?.period(typedOn: .today)
      return AttributeKey.typedDate + ", or such as 'last-week'"
    } catch { return error.readings ?? "a day of the calendar" }
  }
}
