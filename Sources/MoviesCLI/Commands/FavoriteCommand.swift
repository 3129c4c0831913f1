internal import MovieArguments
internal import MovieStore

/// `favorite`.
enum FavoriteCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    let format = try session.recordFormat(columns: MovieRecord.columns, readsReferences: true)
    let references = try session.references()
    var printer = session.printer(format, of: MovieRecord.self)
    if references.isEmpty {
      try printer.finish()
      return .done
    }
    let change: MovieStore.FavoriteChange =
      switch command.last(of: [Options.on, Options.off]) {
      case Options.on: .on
      case Options.off: .off
      default: .toggled
      }
    var store = try session.storeForChange()
    var changes = FavoriteChanges(isDryRun: command.has(Options.dryRun))
    try session.changing { [session] in
      try session.lookingUp(in: &store) { store in
        try store.setFavorite(change, of: references) { changed in
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

/// What became of the movies that were named.
private struct FavoriteChanges {
  let isDryRun: Bool
  private var (made, unmade, unchanged) = (0, 0, 0)
  private var first: ChangedMovie?

  init(isDryRun: Bool) { self.isDryRun = isDryRun }

  mutating func note(_ changed: ChangedMovie) {
    first = first ?? changed
    if changed.change == .unchanged {
      unchanged += 1
    } else if changed.movie.movie.isFavorite {
      made += 1
    } else {
      unmade += 1
    }
  }

  /// `'Heat' is a favorite now`, or of several, `changed 3 movies: 2 favorites, 1 no longer`.
  var summary: String {
    if let first, made + unmade + unchanged == 1 { return sentence(about: first) }
    let count = counted(made + unmade, "movie")
    let parts =
      (made > 0 ? [counted(made, "favorite")] : []) + (unmade > 0 ? ["\(unmade) no longer"] : [])
      + (unchanged > 0 ? ["\(unchanged) as before"] : [])
    return "\(isDryRun ? "would change" : "changed") \(count): \(parts.joined(separator: ", "))"
  }

  private func sentence(about changed: ChangedMovie) -> String {
    let isFavorite = changed.movie.movie.isFavorite
    let state =
      switch (changed.change == .unchanged, isDryRun) {
      case (true, _): isFavorite ? "was a favorite already" : "was not a favorite"
      case (false, true): isFavorite ? "would be a favorite" : "would be a favorite no longer"
      case (false, false): isFavorite ? "is a favorite now" : "is a favorite no longer"
      }
    return "'\(changed.movie.movie.title)' \(state)"
  }
}
