internal import MovieArguments
internal import MovieFormats
internal import MovieInterchange
internal import MovieStore
internal import MovieSystem

/// `compare`: shows which movies of a list the catalog has.
struct Compare: Command {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Show which movies of a list were seen or are missing.",
    discussion: """
      Movies of the list are matched as 'import' does, and printed in groups: 'seen', with a date \
      in 'watched' or the tag 'seen'; 'unseen'; 'missing'; and 'ambiguous', which can be a movie of \
      the catalog: see 'movies help formats'. With '--missing --format csv', the output is a list \
      that 'import' reads.
      """,
    examples: [
      Example("movies compare top250.csv", "List the movies of a list in groups."),
      Example(
        "movies compare top250.csv --missing --format csv", "Print what is missing as a list."),
    ], suggestedFor: ["missing", "checklist"])
  static let contract = CommandContract(
    .reads, output: .records(ListedRecord.self), exits: .notFound, .badInput)

  @Argument(
    help: ArgumentHelp(
      "A list or a catalog that 'import' reads; '-' is standard input.", valueName: "list"),
    completion: .file)
  var lists: [String]
  @Flag(name: "--seen", help: "Print the movies that were seen.") var seen = false
  @Flag(
    name: "--unseen",
    help: ArgumentHelp("Print those that the catalog has, but that were not seen."))
  var unseen = false
  @Flag(name: "--missing", help: "Print those that the catalog does not have.") var missing = false
  @Flag(name: "--ambiguous", help: "Print those that can be a movie of the catalog.")
  var ambiguous = false
  @OptionGroup(title: "Reading options") var reading: ReadingArguments
  @OptionGroup(title: "Output options") var output: RecordOptions<ListedRecord>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var groups: Set<ListedMovie.Group> {
    let chosen: [(ListedMovie.Group, Bool)] = [
      (.seen, seen), (.unseen, unseen), (.missing, missing),
      (.ambiguous, ambiguous),
    ]
    let groups = chosen.filter(\.1).map(\.0)
    return Set(groups.isEmpty ? ListedMovie.Group.allCases : groups)
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let isList = groups == [.missing] && output.format == .csv && output.columns == nil
    var records = try output.stream(context, showingOnly: isList ? ListedRecord.listColumns : nil)
    let sources = try ListFiles.sources(lists, context)
    let store = try context.database.open(for: .reading)
    try output.requireColumns(in: store)
    try reading.useTimeZone(of: store)
    try context.startPager()
    let (plan, counts) = try ListFiles.comparing(context) { progress in
      try store.compare(
        with: sources, reading.options(), readingArchives: ListFiles.inArchive(named:_:),
        showing: groups,
        { try records.write(ListedRecord($0)) }, progress: progress)
    }
    try records.finish()
    for line in ImportPreset.all.flatMap(plan.readings.lines) { try context.ui.info(line) }
    try context.ui.info(Self.text(counts))
    return .done
  }

  /// Such as `250 movies: 120 seen, 40 unseen, 90 missing`.
  private static func text(_ counts: [ListedMovie.Group: Int]) -> String {
    let groups = ListedMovie.Group.allCases.filter { $0 != .ambiguous || counts[$0] != nil }
    let total = counts.values.reduce(0, +)
    return "\(Formatting.pluralized(total, "movie")): "
      + groups.map { "\(Formatting.grouped(counts[$0] ?? 0)) \($0.rawValue)" }
      .joined(separator: ", ")
  }
}
