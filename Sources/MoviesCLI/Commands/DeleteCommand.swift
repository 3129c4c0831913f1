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
    var shown: ShownMovies?
    if !session.command.has(Options.yes), !session.command.has(Options.dryRun) {
      var movies = try session.lookingUp(in: &store) { store in
        try store.show(selection, listing: 20)
      }
      if movies.count == 0 {
        try printer.finish()
        return try nothingToDelete(session)
      }
      if selection.mustAsk(movies.count) {
        guard try session.confirms(deletionOf: movies) else {
          try session.say("nothing was deleted")
          return .notFound
        }
        movies.isAgreed = true
      }
      shown = movies
    }
    var undo: [MovieWithCast] = []
    try session.changing {
      try session.lookingUp(in: &store) { store in
        try store.delete(selection, ifStill: shown) { deleted in
          if undo.count < 3 { undo.append(deleted.movie) }
          try printer.print(MovieRecord(deleted))
        }
      }
    } thenPrinting: {
      try printer.finish()
    }
    let count = printer.count
    if count == 0 { return try nothingToDelete(session) }
    try session.say(session.outcome("deleted", "would delete", count, "movie"))
    if count <= 2, session.isPersonWatching, !session.command.has(Options.dryRun) {
      try undo.forEach { try session.sayHowToAdd($0) }
    }
    return .done
  }

  private static func nothingToDelete(_ session: Session) throws -> ExitStatus {
    let reason = session.command.has(Options.all) ? "the catalog is empty" : "no titles match"
    try session.say("\(reason); nothing to delete")
    return session.status(ofCount: 0)
  }

  private static func selection(of session: Session) throws -> MovieSelection {
    let command = session.command
    let ways = [
      !command.arguments.isEmpty, command.has(Options.matching), command.has(Options.all),
    ].filter { $0 }
    guard ways.count == 1 else {
      throw session.misuse(
        ways.isEmpty
          ? "Missing expected argument '<movie> ...'. Specify movies, or use '--matching' or '--all'."
          : "'<movie>', '--matching' and '--all' cannot be used together")
    }
    if command.has(Options.all) { return .query(MovieQuery(order: .added)) }
    if let text = try session.searchText(
      command.texts(Options.matching), of: "'--matching <text>'")
    {
      return .query(MovieQuery(search: text, order: .added))
    }
    return .references(try session.references())
  }
}

extension MovieSelection {
  /// Up to two movies that were named are deleted without a question.
  fileprivate func mustAsk(_ count: Int) -> Bool {
    if case .references = self { return count > 2 }
    return true
  }
}
