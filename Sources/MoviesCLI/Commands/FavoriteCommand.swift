internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `favorite`.
enum FavoriteCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    let format = try session.recordFormat(columns: MovieRecord.columns, readsReferences: true)
    if command.has(Options.on), command.has(Options.off) {
      throw session.misuse("'--on' and '--off' cannot be used together")
    }
    let references = try session.references()
    var printer = session.printer(format, of: MovieRecord.self)
    if references.isEmpty {
      try printer.finish()
      return .done
    }
    let change: MovieStore.FavoriteChange =
      command.has(Options.on) ? .on : command.has(Options.off) ? .off : .toggled
    var store = try session.storeForChange()
    var changes = FavoriteChanges(isDryRun: command.has(Options.dryRun))
    try session.changing { [session] in
      try session.lookingUp(in: &store) { store in
        try store.setFavorite(change, of: .references(references)) { changed in
          changes.note(changed)
          try printer.print(MovieRecord(changed))
        }
      }
    } thenPrinting: {
      try printer.finish()
    }
    try session.say(changes.summary)
    return .done
  }
}

/// Counts the changes and words the summary.
private struct FavoriteChanges {
  let isDryRun: Bool
  private var (made, unmade, unchanged) = (0, 0, 0)
  private var first: ChangedMovie?

  init(isDryRun: Bool) { self.isDryRun = isDryRun }

  mutating func note(_ changed: ChangedMovie) {
    first = first ?? changed
    if changed.outcome == .unchanged {
      unchanged += 1
    } else if changed.movie.movie.isFavorite {
      made += 1
    } else {
      unmade += 1
    }
  }

  /// `'Heat' is now a favorite`, or of several, `changed 3 movies: 2 added to favorites, 1 removed`.
  var summary: String {
    if let first, made + unmade + unchanged == 1 { return sentence(about: first) }
    let count = Formatting.pluralized(made + unmade, "movie")
    var parts: [String] = []
    if made > 0 { parts.append("\(Formatting.grouped(made)) added to favorites") }
    if unmade > 0 {
      parts.append("\(Formatting.grouped(unmade)) removed" + (made > 0 ? "" : " from favorites"))
    }
    if unchanged > 0 { parts.append("\(Formatting.grouped(unchanged)) unchanged") }
    return "\(isDryRun ? "would change" : "changed") \(count): \(parts.joined(separator: ", "))"
  }

  private func sentence(about changed: ChangedMovie) -> String {
    let isFavorite = changed.movie.movie.isFavorite
    let state =
      switch (changed.outcome == .unchanged, isDryRun) {
      case (true, _): isFavorite ? "is already a favorite" : "is not a favorite"
      case (false, true): isFavorite ? "would become a favorite" : "would no longer be a favorite"
      case (false, false): isFavorite ? "is now a favorite" : "is no longer a favorite"
      }
    return "'\(changed.movie.movie.title)' \(state)"
  }
}
