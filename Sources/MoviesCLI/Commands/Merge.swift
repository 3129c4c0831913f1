internal import MovieArguments
internal import MovieCuration
internal import MovieStore
internal import MovieSystem

/// `merge`: merges movies.
struct Merge: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge movies into the first one.",
    discussion:
      "The first movie gets what it does not have: actors after its own, dates, tags and other lists, "
      + "and the star. The others are deleted. Where a year, a rating or another value differs, it keeps "
      + "its own, or that of '--prefer'; on a terminal, it asks: y, n, or e to choose each value.",
    examples: [
      Example("movies merge 12 40", "Merge movie 40 into movie 12."),
      Example("movies merge 12 40 --prefer 40", "Take the values of 40 where they differ."),
    ], suggestedFor: ["combine", "join", "unite"])
  static let contract = CommandContract(
    .writes, output: .array(MovieRecord.changeSchema), exits: .badInput)

  @Argument(
    help: ArgumentHelp(
      "The movies, two or more: titles or ids. The first one stays.", valueName: "movie"),
    completion: .custom(CatalogCompletion.movie))
  var movies: [String] = []
  @Option(
    name: "--prefer",
    help: ArgumentHelp("Take values that differ from this movie.", valueName: "movie"),
    completion: .custom(CatalogCompletion.movie))
  var preferred: String?
  @OptionGroup(title: "Output options") var output: RecordOptions<MovieRecord>
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    let references = MovieReferences(arguments: movies)
    var records = try output.stream(context, readsReferences: references.readsInput)
    let named = try references.parse(context.input, separator: output.null ? 0 : UInt8(ascii: "\n"))
    let preferred = try preferred.map { try MovieReferenceArgument($0) }
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    try output.requireColumns(in: store)
    let ids: [Movie.ID]
    do { ids = try self.ids(named, in: store) } catch let error as StoreError {
      throw try references.explained(error, in: store)
    }
    let choices = MergeChoices(preferred: try preferred?.movie(in: store).id)
    if let preferred, let id = choices.preferred, !ids.contains(id) {
      throw ValidationError("'\(preferred.text)' of '--prefer' is not one of the movies to merge")
    }
    if ids.count < 2 {
      throw ValidationError("'merge' needs two movies or more. 'movies duplicates' lists some.")
    }
    let preview = try store.mergePreview(of: ids, choices)
    guard let agreed = try agreed(preview, context) else {
      try context.ui.info("nothing was merged")
      return .notFound
    }
    let isPrinted = !context.ui.isQuiet || output.areRequested
    let subject = "Merging \(Formatting.pluralized(ids.count, "movie"))"
    let merged = try context.undoable(write, subject) { allowsIrreversible in
      try context.changing(isDryRun: write.dryRun) {
        try store.merge(agreed, allowsIrreversible: allowsIrreversible)
      } finish: { merged in
        if isPrinted {
          try records.write(MovieRecord(merged))
          try records.finish()
        }
      }
    }
    guard let merged else {
      try context.ui.info("nothing was merged")
      return .notFound
    }
    let isChosen = agreed != preview || context.ui.canAsk
    for message in messages(about: agreed, merged.movie, isChosen: isChosen) {
      try context.ui.info(message)
    }
    return .done
  }

  private func ids(
    _ references: [MovieReference], in store: borrowing Catalog
  ) throws -> [Movie.ID] {
    var ids: [Movie.ID] = []
    for reference in references {
      let found = try store.show(.references([reference]), listing: .max).first
      for movie in found {
        if ids.contains(movie.id) {
          throw ValidationError(
            "'\(movie.titleWithYear)' (\(movie.id.rawValue)) cannot be merged with itself")
        }
        ids.append(movie.id)
      }
    }
    return ids
  }

  /// The merge that the user agrees to; `nil` for none.
  private func agreed(_ preview: MergePreview, _ context: CommandContext) throws -> MergePreview? {
    if write.yes || write.dryRun { return preview }
    if preview.hasConflict, preferred == nil, context.ui.canAsk {
      let dialog = MergeDialog(context: context, isSingle: true)
      let answers = try dialog.answers(about: [.movies(preview)])
      if case .merge(let agreed)? = answers.first { return agreed }
      return nil
    }
    if preview.movies.count < 3 { return preview }
    let count = Formatting.pluralized(preview.movies.count, "movie")
    let isConfirmed = try context.ui.confirm(
      "Merge \(count)?",
      details: preview.movies.map { "\($0.id.rawValue) \($0.titleWithYear)\($0.briefCast)" },
      subject: "Merging \(count)", readsInput: movies.contains("-"))
    return isConfirmed ? preview : nil
  }

  /// What the movie got, and which values were not taken.
  ///
  /// - Parameter isChosen: Whether the user saw the values before.
  private func messages(
    about preview: MergePreview, _ merged: Movie, isChosen: Bool
  ) -> [String] {
    let first = preview.movies[0]
    let changes = MovieDifference.text(from: first, to: merged)
    let verb = write.verb("merged", "would merge")
    let summary =
      "\(verb) \(Formatting.pluralized(preview.movies.count, "movie")) into "
      + "'\(merged.titleWithYear)' (\(merged.id.rawValue))"
      + (changes.isEmpty ? "" : ": \(changes)")
    let lost = preview.differences.filter { $0.isConflict && $0.field != MergePreview.castField }
      .map { difference in
        let others = difference.values.dropFirst().map { "\($0.text) (\($0.movie.rawValue))" }
        return
          "\(difference.field) \(difference.values[0].text), not \(others.joined(separator: ", "))"
      }
    if lost.isEmpty { return [summary] }
    let others = Set(
      preview.differences.filter(\.isConflict).flatMap { $0.values.dropFirst() }.map(\.movie))
    let other = others.count == 1 ? others.first.map { "\($0)" } : nil
    let isAdvised = preferred == nil && !write.dryRun && !isChosen
    return [summary, "kept \(lost.joined(separator: "; "))"]
      + (isAdvised
        ? ["for the other values: movies undo, then pass '--prefer \(other ?? "<movie>")'"] : [])
  }
}
