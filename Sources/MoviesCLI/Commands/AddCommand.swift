internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `add`: a movie by its title, or a random movie.
enum AddCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let format = try session.recordFormat(columns: MovieRecord.columns)
    let change: Change
    if session.command.has(Options.random) {
      change = try random(session)
    } else {
      change = try named(session)
    }
    var store = try session.storeForAddition()
    var printer = session.printer(format, of: MovieRecord.self)
    let (added, namesakes) = try session.changing {
      try change(&store)
    } thenPrinting: { added, _ in
      try printer.print(MovieRecord(added))
      try printer.finish()
    }
    if !namesakes.isEmpty {
      try session.say(message(on: namesakes, called: added.movie.movie.title))
    }
    try session.say(session.outcome("added", "would add", 1, "movie"))
    return .done
  }

  /// A change that adds a movie.
  ///
  /// - Returns: the movie, and those that had the same title before.
  private typealias Change = (inout MovieStore) throws -> (ChangedMovie, namesakes: [Movie.ID])

  private static func message(on namesakes: [Movie.ID], called title: String) -> String {
    let ids = namesakes.prefix(3).map { "\($0.rawValue)" } + (namesakes.count > 3 ? ["…"] : [])
    let (subject, noun) =
      namesakes.count == 1
      ? ("another movie has", "id")
      : ("\(Formatting.grouped(namesakes.count)) other movies have", "ids")
    return "\(subject) the title '\(title)' (\(noun) \(ids.joined(separator: ", ")))"
  }

  private static func named(_ session: Session) throws -> Change {
    let command = session.command
    guard let title = command.arguments.first else {
      throw session.misuse(
        "Missing expected argument '<title>'. Specify a title, or use '--random'.")
    }
    if title == "-", command.terminatedCount == 0 {
      throw session.misuse(
        "'add' does not read standard input. Use 'movies import -', or 'movies add -- -' for a movie "
          + "titled '-'.")
    }
    if command.has(Options.dataSeed) { throw session.misuse("'--seed <n>' requires '--random'") }
    let draft = try session.draft(
      title: title, cast: command.texts(Options.castName),
      isFavorite: command.has(Options.favorite))
    return { store in
      // Before the change: a failure to read must not look like one to add.
      let namesakes = try store.ids(ofTitle: draft.title)
      return (try store.add(draft), namesakes)
    }
  }

  private static func random(_ session: Session) throws -> Change {
    let command = session.command
    if !command.arguments.isEmpty {
      throw session.misuse("'--random' chooses the title. Remove '\(command.arguments[0])'.")
    }
    if command.has(Options.castName) {
      throw session.misuse("'--random' chooses the cast. Remove '--actor'.")
    }
    let seed = command.integer(Options.dataSeed).map(UInt64.init)
    let isFavorite = command.has(Options.favorite)
    return { store in (try store.addRandom(seed: seed, isFavorite: isFavorite), []) }
  }
}
