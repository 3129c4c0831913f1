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
  static let contract = CommandContract(
    .writes, requiresSelection: true, output: .array(MovieRecord.changeSchema), exits: .badInput)

  @Argument(help: ReferenceArguments.help, completion: .custom(CatalogCompletion.movie))
  var movies: [String] = []
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
  @OptionGroup var options: ChangeOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try options.selection.validate(instead: movies)
    if on, off { throw ValidationError("'--on' and '--off' cannot be used together") }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    var addedCount = 0
    return try options.change(of: movies).run(context) {
      store, selection, allowsIrreversible, report in
      addedCount = 0
      return try store.setFavorite(
        on ? true : off ? false : nil, of: selection, allowsIrreversible: allowsIrreversible
      ) { changed in
        if changed.outcome == .updated, changed.movie.isFavorite { addedCount += 1 }
        try report(changed)
      }
    } summary: { result in
      summary(result, added: addedCount) + (result.isStored ? "" : "; this cannot be undone")
    }
  }

  /// `'Heat' is now a favorite`, or of several, `changed 3 movies: 2 added to favorites, 1 removed`.
  private func summary(_ result: BatchChange.Result, added: Int) -> String {
    if let first = result.first, result.count == 1 { return sentence(about: first) }
    let changed = result.count - result.unchangedCount
    let parts = [
      (added, "added to favorites"),
      (changed - added, added > 0 ? "removed" : "removed from favorites"),
      (result.unchangedCount, "unchanged"),
    ].filter { $0.0 > 0 }.map { "\(Formatting.grouped($0.0)) \($0.1)" }
    return "\(options.write.verb("changed", "would change")) "
      + "\(Formatting.pluralized(changed, "movie")): \(parts.joined(separator: ", "))"
  }

  private func sentence(about changed: MovieChange) -> String {
    let isFavorite = changed.movie.isFavorite
    let state =
      switch (changed.outcome == .unchanged, options.write.dryRun) {
      case (true, _): isFavorite ? "is already a favorite" : "is not a favorite"
      case (false, true): isFavorite ? "would become a favorite" : "would no longer be a favorite"
      case (false, false): isFavorite ? "is now a favorite" : "is no longer a favorite"
      }
    return "'\(changed.movie.titleWithYear)' \(state)"
  }
}
