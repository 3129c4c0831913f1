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
    let movies = try session.movies(references, in: &store)
    var updated = 0
    try store.setFavorite(change, of: movies.map(\.id)) { changed in
      if changed.change == .updated { updated += 1 }
      try printer.printInChange(MovieRecord(changed))
    }
    try printer.finish()
    try session.say(session.outcome("changed", "would change", updated, "movie"))
    return .done
  }
}
