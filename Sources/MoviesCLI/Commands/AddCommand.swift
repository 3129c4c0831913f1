internal import MovieArguments
internal import MovieStore

/// `add`: a movie by its title, or a random film.
enum AddCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let format = try session.recordFormat(columns: MovieRecord.columns)
    let change: (inout MovieStore) throws -> ChangedMovie
    if session.command.has(Options.random) {
      change = try random(session)
    } else {
      change = try named(session)
    }
    var store = try session.storeForAddition()
    var printer = session.printer(format, of: MovieRecord.self)
    _ = try session.changing {
      try change(&store)
    } thenPrinting: { added in
      try printer.print(MovieRecord(added))
      try printer.finish()
    }
    try session.say(session.outcome("added", "would add", 1, "movie"))
    return .done
  }

  private static func named(
    _ session: Session
  ) throws -> (inout MovieStore) throws -> ChangedMovie {
    let command = session.command
    guard let title = command.arguments.first else {
      throw session.misuse("Missing expected argument '<title>'. Name a movie, or use '--random'")
    }
    if title == "-", command.terminatedCount == 0 {
      throw session.misuse(
        "'add' does not read standard input: use 'movies import -'. For a movie titled '-': "
          + "'movies add -- -'")
    }
    if command.has(Options.dataSeed) { throw session.misuse("'--seed <n>' needs '--random'") }
    let draft = try session.draft(
      title: title, cast: command.texts(Options.castName),
      isFavorite: command.has(Options.favorite))
    return { store in try store.add(draft) }
  }

  private static func random(
    _ session: Session
  ) throws -> (inout MovieStore) throws -> ChangedMovie {
    let command = session.command
    if !command.arguments.isEmpty {
      throw session.misuse("'--random' finds the title: leave out '\(command.arguments[0])'")
    }
    if command.has(Options.castName) {
      throw session.misuse("'--random' finds the cast: leave out '--actor'")
    }
    let seed = command.integer(Options.dataSeed).map(UInt64.init)
    let isFavorite = command.has(Options.favorite)
    return { store in try store.addRandom(seed: seed, isFavorite: isFavorite) }
  }
}
