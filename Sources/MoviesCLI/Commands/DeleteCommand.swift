internal import MovieArguments
internal import MovieStore

/// `delete`.
enum DeleteCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let format = try session.recordFormat(columns: MovieRecord.columns, readsReferences: true)
    let selection = try selection(of: session)
    var printer = session.printer(format, of: MovieRecord.self)
    if case .references(let references) = selection, references.isEmpty {
      try printer.finish()
      return .done
    }
    var store = try session.storeForChange()
    let movies = try movies(of: selection, in: &store, session)
    guard !movies.isEmpty else {
      try printer.finish()
      try session.say("no movie matches: nothing to delete")
      return session.status(ofCount: 0)
    }
    if selection.mustAsk(movies.count), !session.command.has(Options.dryRun) {
      guard
        try session.confirms(
          deletion: movies.count, listing: { print in try list(movies, in: &store, print) })
      else {
        try session.say("nothing was deleted")
        return .notFound
      }
    }
    var undo: [CreditedMovie] = []
    try store.delete(movies) { deleted in
      if undo.count < 3 { undo.append(deleted.movie) }
      try printer.printInChange(MovieRecord(deleted))
    }
    let count = try printer.finish()
    try session.say(session.outcome("deleted", "would delete", count, "movie"))
    if count <= 2, session.isPersonWatching, !session.command.has(Options.dryRun) {
      try undo.forEach { try session.sayHowToAdd($0) }
    }
    return .done
  }

  private enum Selection {
    case references([MovieReference])
    case query(MovieQuery)

    /// Up to two movies that were named go without a question.
    func mustAsk(_ count: Int) -> Bool {
      if case .references = self { return count > 2 }
      return true
    }
  }

  private static func selection(of session: Session) throws -> Selection {
    let command = session.command
    let ways = [
      !command.arguments.isEmpty, command.has(Options.matching), command.has(Options.all),
    ].filter { $0 }
    guard ways.count == 1 else {
      throw session.misuse(
        ways.isEmpty
          ? "Missing expected argument '<movie> ...'. Name movies, or use '--matching' or '--all'"
          : "Name movies, or use '--matching' or '--all': one of the three")
    }
    if command.has(Options.all) { return .query(MovieQuery(order: .added)) }
    if let text = command.text(Options.matching) {
      return .query(
        MovieQuery(
          text: try session.searchText(text, of: "'--matching <text>'"), order: .added))
    }
    return .references(try session.references())
  }

  private static func movies(
    of selection: Selection, in store: inout MovieStore, _ session: Session
  ) throws -> [Movie.ID] {
    switch selection {
    case .references(let references):
      return try session.movies(references, in: &store).map(\.id)
    case .query(let query):
      return try store.movieIDs(query)
    }
  }

  /// What is about to go, as far as a person will read.
  private static func list(
    _ movies: [Movie.ID], in store: inout MovieStore, _ print: (CreditedMovie) throws -> Void
  ) throws {
    for id in movies.prefix(20) {
      if let movie = try store.movie(id) { try print(movie) }
    }
  }
}
