internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `rate`: rates movies.
struct Rate: Command {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Rate a movie from 0 to 10.",
    discussion: "Short for 'movies edit <movie> --rating <rating>'.",
    examples: [
      Example("movies rate heat 8.5", "Rate a movie."),
      Example("movies rate --where year:1999 8", "Rate all movies of a year."),
    ], suggestedFor: ["score", "vote"],
    insteadOf: [
      "--clear": "movies edit <movie> --unset rating",
      "--remove": "movies edit <movie> --unset rating",
      "--unset": "movies edit <movie> --unset rating",
    ])
  static let contract = CommandContract(
    .writes, requiresSelection: true, output: .array(MovieRecord.changeSchema), exits: .badInput)

  @Argument(help: ValueArguments.movieHelp, completion: .custom(CatalogCompletion.movie))
  var movie: String?
  @Argument(
    help: ArgumentHelp(
      "A number with at most one decimal, or one of another scale, such as '4.5/5'.",
      valueName: "rating"))
  var rating: String?
  @OptionGroup var options: ChangeOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var arguments: ValueArguments { ValueArguments([movie, rating], options) }

  func validate() throws { try arguments.validate(valueName: "rating") }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let rating = arguments.values[0]
    if ["none", "no", "null", "clear", "remove", "unrated", "unset", "-"].contains(
      rating.lowercased())
    {
      throw ValidationError(
        "'\(rating)' is not a rating. To remove one, use: movies edit \(arguments.chosen) --unset rating"
      )
    }
    let attributes = try AttributeAssignments.attributes(["rating=\(rating)"])
    let options = "--rating \(ShellQuoting.quoted(rating))"
    return try arguments.change(adding: options, global).edit(
      context, MovieEdit(attributes: attributes))
  }
}

/// `watch`: records when movies were watched.
struct Watch: Command {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Record when a movie was watched.",
    discussion:
      "Short for 'movies edit <movie> --set watched=<date>'. A movie can have several dates.",
    examples: [
      Example("movies watch heat", "Watched today."),
      Example("movies watch heat friday", "Watched on another day."),
    ], suggestedFor: ["seen", "watched"],
    insteadOf: [
      "--clear": "movies edit <movie> --unset watched=<date>",
      "--remove": "movies edit <movie> --unset watched=<date>",
      "--unset": "movies edit <movie> --unset watched=<date>",
    ])
  static let contract = CommandContract(
    .writes, requiresSelection: true, output: .array(MovieRecord.changeSchema), exits: .badInput)

  @Argument(help: ValueArguments.movieHelp, completion: .custom(CatalogCompletion.movie))
  var movie: String?
  @Argument(
    help: ArgumentHelp(
      "A date, such as 2026-11-23, 'jan 5', 'friday' or '3d' (three days ago); by default, today.",
      valueName: "date"), completion: .custom(CatalogCompletion.day))
  var date: String?
  @OptionGroup var options: ChangeOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var arguments: ValueArguments { ValueArguments([movie, date], options) }

  func validate() throws { try arguments.validate() }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let typed = arguments.values.first ?? "today"
    let edit = try AttributeAssignments.edit(["watched=\(typed)"])
    var change = try arguments.change(
      adding: "--watched \(ShellQuoting.quoted(typed))", global)
    if let date = edit.addedAttributeValues.watched.first {
      change.note = { bareYearNote(date, $0) }
    }
    return try change.edit(context, edit)
  }

  /// A year after a title can be that of the movie.
  private func bareYearNote(_ date: CalendarDate, _ changed: Movie) -> String? {
    guard options.selection.isEmpty, arguments.values.first?.isDigits == true, date.month == nil,
      let movie, !movie.isDigits
    else { return nil }
    let meant = ShellQuoting.quoted("\(movie) (\(date))")
    return
      "watched \(date): \(changed.titleWithYear); for the movie of \(date): "
      + (options.write.dryRun ? "" : "movies undo && ") + "movies watch \(meant)"
  }
}

/// `tag`: adds tags to movies, or removes them.
struct Tag: Command {
  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: "Add tags to a movie, or remove them.",
    discussion: "Short for 'movies edit <movie> --tag <tag>' and '--unset tag=<tag>'.",
    examples: [
      Example("movies tag heat heist favorite-scenes", "Add two tags."),
      Example("movies tag --where tag=wip wip --remove", "Remove a tag from all movies."),
    ], suggestedFor: ["label", "untag --remove"])
  static let contract = CommandContract(
    .writes, requiresSelection: true, output: .array(MovieRecord.changeSchema), exits: .badInput)

  @Argument(help: ValueArguments.movieHelp, completion: .custom(CatalogCompletion.movie))
  var movie: String?
  @Argument(
    help: ArgumentHelp("A tag.", valueName: "tag"), completion: .custom(CatalogCompletion.tag))
  var tags: [String] = []
  @Flag(
    name: "--remove",
    help: ArgumentHelp(
      "Remove the tags instead.", suggestedFor: ["--delete", "--unset", "--untag"]))
  var remove = false
  @OptionGroup var options: ChangeOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var arguments: ValueArguments { ValueArguments([movie] + tags, options) }

  func validate() throws { try arguments.validate(valueName: "tag") }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let tags = try AttributeAssignments.attributes(arguments.values.map { "tag=\($0)" })
    let added =
      remove
      ? nil
      : arguments.values.map {
        "--tag\($0.utf8.first == UInt8(ascii: "-") ? "=" : " ")\(ShellQuoting.quoted($0))"
      }
    let edit =
      remove ? MovieEdit(removedAttributeValues: tags) : MovieEdit(addedAttributeValues: tags)
    return try arguments.change(adding: added?.joined(separator: " "), global).edit(context, edit)
  }
}

/// The arguments of a command that gives a movie, or the movies of a selection, values.
private struct ValueArguments {
  static let movieHelp = ArgumentHelp(
    "A title, an id, a range of ids or '-', as in 'edit'; omit it with '--where' and the like.",
    valueName: "movie")

  /// The movie, unless there is a selection.
  private let movie: String?
  let values: [String]
  private let options: ChangeOptions

  init(_ arguments: [String?], _ options: ChangeOptions) {
    let given = arguments.compactMap(\.self)
    self.options = options
    movie = options.selection.isEmpty ? given.first : nil
    values = Array(options.selection.isEmpty ? given.dropFirst() : given[...])
  }

  private var movies: [String] { [movie].compactMap(\.self) }

  /// - Parameter valueName: The value that must be given.
  func validate(valueName: String? = nil) throws {
    try options.selection.validate(instead: movies)
    if values.isEmpty, let valueName {
      throw ValidationError("Missing expected argument '<\(valueName)>'")
    }
    if options.selection.isEmpty || valueName == "tag" || values.count <= 1 { return }
    throw ValidationError(
      "Unexpected argument '\(values[0])'. Specify a movie, or choose movies with options such as "
        + "'--where', but not both.")
  }

  /// The movies of the change, for a command line.
  var chosen: String {
    movie.flatMap { $0.utf8.first == UInt8(ascii: "-") ? nil : ShellQuoting.quoted($0) }
      ?? "<movie>"
  }

  /// - Parameter added: The options of `add` that give a new movie the values; `nil` if a movie
  ///   that does not exist can have none.
  func change(adding added: String?, _ global: GlobalOptions) throws -> BatchChange {
    var change = try options.change(of: movies)
    let database = global.db.map { " --db \(ShellQuoting.quoted($0))" } ?? ""
    change.references.addOptions = added.map { $0 + database }
    return change
  }
}
