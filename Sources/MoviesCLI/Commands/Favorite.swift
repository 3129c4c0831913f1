internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `favorite`: marks movies as favorites, or unmarks them.
struct Favorite: Command {
  static let configuration = CommandConfiguration(
    commandName: "favorite", abstract: "Mark movies as favorites, or unmark them.",
    aliases: ["fav"],
    examples: [
      Example("movies favorite 12 40", "Mark each movie, or unmark it if it is a favorite."),
      Example(
        "movies favorite --where rating:9.. --on",
        "Mark all movies that are rated 9 or more."),
    ],
    suggestedFor: [
      "bookmark", "like", "mark", "star", "unfavorite --off", "unmark --off", "unstar --off",
    ])

  @Argument(help: ReferenceArguments.help, completion: .custom(CatalogCompletion.movie))
  var movies: [String] = []
  @OptionGroup var selection: Selection
  @OptionGroup var title: TitleOption
  @OptionGroup var everything: AllOption
  @Flag(
    name: "--on",
    help: ArgumentHelp(
      "Mark the movies instead of toggling them.", suggestedFor: ["--mark", "--set"]))
  var on = false
  @Flag(
    name: "--off",
    help: ArgumentHelp(
      "Unmark the movies instead of toggling them.",
      suggestedFor: ["--remove", "--unmark", "--unset"]))
  var off = false
  @OptionGroup(title: "Output options") var output: ReferenceOutput
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var references: MovieReferences { MovieReferences(arguments: movies) }

  func validate() throws {
    try selection.validate(instead: movies, title: title, all: everything.all)
    if on, off { throw ValidationError("'--on' and '--off' cannot be used together") }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    // Checks the options before the database is opened.
    let stream = try output.stream(context, references)
    let chosen = try selection.chosen(
      output.parse(references, context), title: title, all: everything.all)
    if chosen.isEmpty {
      var records = stream
      try records.finish()
      return .done
    }
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    let result = try context.confirmingChange(
      chosen, in: &store, write, readsInput: references.readsInput
    ) { store, selection, allowsIrreversible in
      var records = stream
      var summary = FavoriteSummary(isDryRun: write.dryRun)
      let isStored = try context.io.changing(isDryRun: write.dryRun) {
        try references.resolving(in: &store) { store in
          try store.setFavorite(
            on ? true : off ? false : nil, of: selection, allowsIrreversible: allowsIrreversible
          ) {
            summary.add($0)
            try records.write(MovieRecord($0))
          }
        }
      } finish: { _ in
        try records.finish()
      }
      return (summary: summary, isStored: isStored)
    }
    guard let (summary, isStored) = result else {
      try context.ui.info("nothing was changed")
      return .notFound
    }
    if summary.isEmpty {
      try chosen.printNearMisses(in: store, context)
      try context.ui.info("no movies match; nothing to change")
      return context.ui.isQuiet ? .notFound : .done
    }
    try context.ui.info(summary.text + (isStored ? "" : "; this cannot be undone"))
    return .done
  }
}

/// Counts the changed movies, for one line.
private struct FavoriteSummary {
  let isDryRun: Bool
  private var (added, removed, unchanged) = (0, 0, 0)
  private var first: ChangedMovie?

  init(isDryRun: Bool) { self.isDryRun = isDryRun }

  var isEmpty: Bool { first == nil }

  mutating func add(_ changed: ChangedMovie) {
    first = first ?? changed
    if changed.outcome == .unchanged {
      unchanged += 1
    } else if changed.movie.isFavorite {
      added += 1
    } else {
      removed += 1
    }
  }

  /// `'Heat' is now a favorite`, or of several, `changed 3 movies: 2 added to favorites, 1 removed`.
  var text: String {
    if let first, added + removed + unchanged == 1 { return sentence(about: first) }
    var parts: [String] = []
    if added > 0 { parts.append("\(Formatting.grouped(added)) added to favorites") }
    if removed > 0 {
      parts.append("\(Formatting.grouped(removed)) removed" + (added > 0 ? "" : " from favorites"))
    }
    if unchanged > 0 { parts.append("\(Formatting.grouped(unchanged)) unchanged") }
    return "\(isDryRun ? "would change" : "changed") "
      + "\(Formatting.pluralized(added + removed, "movie")): \(parts.joined(separator: ", "))"
  }

  private func sentence(about changed: ChangedMovie) -> String {
    let isFavorite = changed.movie.isFavorite
    let state =
      switch (changed.outcome == .unchanged, isDryRun) {
      case (true, _): isFavorite ? "is already a favorite" : "is not a favorite"
      case (false, true): isFavorite ? "would become a favorite" : "would no longer be a favorite"
      case (false, false): isFavorite ? "is now a favorite" : "is no longer a favorite"
      }
    return "'\(changed.movie.title)' \(state)"
  }
}
