internal import MovieArguments
internal import MovieCuration
internal import MovieMatching
internal import MovieStore
internal import MovieSystem

/// `duplicates`: finds movies that are in the catalog more than once, and actors under several
/// names.
struct Duplicates: Command {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "Find movies, or names of actors, that are the same.",
    discussion: """
      Movies are in a group if they are the same, or perhaps the same: 'movies help formats' has the \
      rules. Names are the same with equal letters, or one letter apart with a common co-actor. \
      Case, accents and punctuation are ignored.

      '--merge' asks about each group: y merges it, n keeps it apart from now on, e chooses the \
      values, s skips it, q ends; all merges are one change. '--yes' merges only movies that are \
      the same and have no different value, and names with equal letters.
      """,
    examples: [
      Example("movies duplicates", "List movies that are in the catalog more than once."),
      Example("movies duplicates --merge", "Merge them, group by group."),
      Example("movies duplicates --actors --merge --yes", "Give each actor one name."),
    ], suggestedFor: ["clean", "cleanup", "dedup", "dedupe", "duplicate", "fdupes"])
  static let contract = CommandContract(
    .reads, with: ["forget": .destroys, "merge": .writes], output: .records(DuplicateRecord.self),
    exits: .notFound)

  @Argument(
    help: ArgumentHelp(
      "Only groups with a movie that matches; with '--actors', with a name that has the text.",
      valueName: "term"), completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
  @Flag(
    name: "--actors",
    help: ArgumentHelp("Find names of actors.", suggestedFor: ["--names", "--people"]))
  var actors = false
  @Flag(name: "--merge", help: "Merge the groups.")
  var merge = false
  @Flag(
    name: "--forget", help: "Show groups again that were kept apart; 'undo' does not undo this.")
  var forget = false
  @OptionGroup var maximum: LimitOption
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Output options") var output: RecordOptions<DuplicateRecord>
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if forget, merge { throw ValidationError("'--forget' and '--merge' cannot be used together") }
    if forget, output.areRequested {
      throw ValidationError("'--forget' prints no records. Remove '--format' and '--columns'.")
    }
    if forget, maximum.limit != nil {
      throw ValidationError(
        "'--forget' has no '--limit'. Choose groups by a term, as in 'movies duplicates heat "
          + "--forget'."
      )
    }
    for (isSet, option) in [(write.yes, "--yes"), (write.dryRun, "--dry-run")]
    where isSet && !merge && !forget {
      throw ValidationError("'\(option)' requires '--merge' or '--forget'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let records = try output.stream(context)
    let selection = try selection.parsed(actors ? [] : terms)
    var names = ActorQuery(search: try SearchWords.joined(actors ? terms : [], for: "'<term>'"))
    if merge, !write.yes, !write.dryRun, !context.ui.canAsk {
      throw ValidationError(
        "'--merge' asks about each group. To merge groups with no conflict, pass '--yes'.")
    }
    var store =
      merge || forget
      ? try context.database.openForUpdate(isDryRun: write.dryRun)
      : try context.database.open(for: .reading)
    names.movies = try selection.query(in: store)
    let search = actors ? DuplicateSearch.actors(names) : .movies(names.movies)
    if forget { return try forget(search, in: &store, context, selection) }
    if !merge { return try list(search, in: store, records, context, selection) }
    if write.yes || write.dryRun {
      return try mergeAll(search, in: &store, records, context, none(selection))
    }
    var groups: [DuplicateGroup] = []
    _ = try store.forEachDuplicate(search, limit: maximum.limit) { groups.append($0) }
    if groups.isEmpty { try context.ui.info(none(selection)) }
    let answers = try MergeDialog(context: context).answers(about: groups)
    if !answers.isEmpty { try MergeAnswers(answers).apply(to: &store, write, context) }
    return .done
  }

  private func none(_ selection: QuerySelection) -> String {
    if !terms.isEmpty || !selection.isEmpty { return "no group matches" }
    return actors ? "no actor has several names" : "no movie is in the catalog twice"
  }

  private func list(
    _ search: DuplicateSearch, in store: borrowing Catalog,
    _ records: RecordStream<DuplicateRecord>, _ context: CommandContext,
    _ selection: QuerySelection
  ) throws -> ExitStatus {
    var records = records
    try context.startPager()
    let total = try context.reading(store) { store in
      let total = try store.forEachDuplicate(search, limit: maximum.limit) {
        try records.write(DuplicateRecord(group: $0))
      }
      try records.finish()
      return total
    }
    try context.ui.info(total == 0 ? none(selection) : summary(records.count, of: total))
    return selection.exitStatus(matches: total)
  }

  /// Such as `100 of 153 groups. To merge them: movies duplicates --actors --merge`.
  private func summary(_ count: Int, of total: Int) -> String {
    let part = count < total ? "\(Formatting.grouped(count)) of " : ""
    return part + Formatting.pluralized(total, "group")
      + ". To merge them: movies duplicates\(actors ? " --actors" : "") --merge"
  }

  private func forget(
    _ search: DuplicateSearch, in store: inout Catalog, _ context: CommandContext,
    _ selection: QuerySelection
  ) throws -> ExitStatus {
    let groups = try store.distinctGroups(search)
    if groups.isEmpty {
      let isChosen = !terms.isEmpty || !selection.isEmpty
      try context.ui.info("no group \(isChosen ? "that matches " : "")was kept apart")
      return selection.exitStatus(matches: 0)
    }
    let count = Formatting.pluralized(groups.count, "group")
    if write.dryRun {
      for line in Self.lines(groups) { try context.ui.info(line) }
      try context.ui.info("would forget \(count)")
      return .done
    }
    let isConfirmed =
      try write.yes
      || context.ui.confirm(
        "Show \(count) again that \(groups.count == 1 ? "was" : "were") kept apart?",
        details: Self.lines(groups) + ["This cannot be undone."],
        subject: "Forgetting \(count) cannot be undone and")
    if !isConfirmed {
      try context.ui.info("nothing was forgotten")
      return .notFound
    }
    let forgotten = try store.forgetDistinct(groups, of: search)
    try context.ui.info("forgot \(Formatting.pluralized(forgotten, "group"))")
    return .done
  }

  /// The first groups, such as `2 11  Amélie | Amelie`, and the number of the others.
  private static func lines(_ groups: [DistinctGroup]) -> [String] {
    let rest = groups.count - 20
    return groups.prefix(20).map { group in
      let ids = group.ids.map(String.init).joined(separator: " ")
      return group.names.isEmpty ? ids : "\(ids)  \(group.names.joined(separator: " | "))"
    } + (rest > 0 ? ["and \(Formatting.pluralized(rest, "more group"))"] : [])
  }

  private func mergeAll(
    _ search: DuplicateSearch, in store: inout Catalog,
    _ records: RecordStream<DuplicateRecord>, _ context: CommandContext, _ none: String
  ) throws -> ExitStatus {
    let isPrinted = write.dryRun && !context.ui.isQuiet || output.areRequested
    var (records, merged) = (records, 0)
    let (others, isStored) = try context.changing(isDryRun: write.dryRun) {
      try store.mergeDuplicates(search, limit: maximum.limit) {
        merged += 1
        if isPrinted { try records.write(DuplicateRecord(group: $0)) }
      }
    } finish: { _ in
      if isPrinted { try records.finish() }
    }
    if merged + others == 0 { try context.ui.info(none) }
    if merged > 0 {
      let verb = write.verb("merged", "would merge")
      try context.ui.info(
        "\(verb) \(Formatting.pluralized(merged, "group"))"
          + (write.dryRun
            ? "" : isStored ? ". To undo it, run 'movies undo'" : "; this cannot be undone"))
    }
    if others > 0 {
      try context.ui.info(
        "\(Formatting.pluralized(others, "group")) left, in which something has to be chosen: "
          + "movies duplicates\(actors ? " --actors" : "") --merge")
    }
    return .done
  }
}
