internal import MovieArguments
internal import MovieStore

/// `edit`.
enum EditCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    let format = try session.recordFormat(columns: MovieRecord.columns)
    let changes = [
      Options.title, Options.addActor, Options.removeActor, Options.renameActor,
    ]
    if !changes.contains(where: command.has) {
      throw session.misuse(
        "No change specified. Use '--title', '--add-actor', '--remove-actor' or '--rename-actor'.")
    }
    let reference = try session.reference(command.arguments[0])
    try checkNames(session)
    var store = try session.storeForChange()
    var printer = session.printer(format, of: MovieRecord.self)
    let changed = try session.changing { [session] in
      let changed = try session.lookingUp(in: &store) { store in
        try store.edit(reference) { movie in try edit(of: movie, session) }
      }
      guard let changed else { throw session.misuse("Specify one movie, not a range") }
      return changed
    } thenPrinting: { changed in
      try printer.print(MovieRecord(changed))
      try printer.finish()
    }
    try session.say(
      changed.outcome == .unchanged
        ? "nothing to change" : session.outcome("changed", "would change", 1, "movie"))
    return .done
  }

  private static func edit(of movie: MovieWithCast, _ session: Session) throws -> MovieEdit {
    let command = session.command
    return MovieEdit(
      title: command.text(Options.title), removedActors: command.texts(Options.removeActor),
      renamedActors: try command.texts(Options.renameActor).map {
        try renaming($0, in: movie, session)
      },
      addedActors: command.texts(Options.addActor))
  }

  /// Refuses unusable titles and names before the database is opened.
  private static func checkNames(_ session: Session) throws {
    let command = session.command
    _ = try session.draft(
      title: command.text(Options.title) ?? "any", cast: command.texts(Options.addActor),
      isFavorite: false)
  }

  /// `old=new`; a name may have a `=` of its own, so the first one that leaves an actor of the cast
  /// on its left parts them.
  private static func renaming(
    _ text: String, in movie: MovieWithCast, _ session: Session
  ) throws -> MovieEdit.Renaming {
    let parts = text.indices.filter { text[$0] == "=" }.map {
      (old: String(text[..<$0]), new: String(text[text.index(after: $0)...]))
    }
    guard let first = parts.first else {
      throw session.misuse("'--rename-actor' requires '<old>=<new>', not '\(text)'")
    }
    let names = Set(movie.cast.map(\.name))
    let chosen = parts.first { names.contains($0.old) } ?? first
    let draft = try session.draft(title: "any", cast: [chosen.new], isFavorite: false)
    return MovieEdit.Renaming(old: chosen.old, new: draft.cast[0])
  }
}
