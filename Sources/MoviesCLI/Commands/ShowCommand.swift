internal import MovieArguments
internal import MovieStore

/// `show`: movies with their actors, as cards on a terminal, as a tree where a depth is named or in
/// a pipe, or as records where a format is named.
enum ShowCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    let kind = session.chosenKind
    let format = try session.recordFormat(columns: MovieRecord.columns, readsReferences: true)
    let depth = Int(command.integer(Options.depth) ?? 1)
    if depth > 1, let kind, kind != .json, kind != .ndjson {
      throw session.misuse("'--depth' requires '--format json' or 'ndjson', or no '--format'")
    }
    if kind == nil, let option = command.last(of: [Options.movieColumns, Options.noHeader]) {
      throw session.misuse("'--\(option.long)' requires '--format table', 'tsv' or 'csv'")
    }
    if kind == nil, command.has(Options.null) { try session.requireReferencesOnInput() }
    let references = try session.references()
    let store = try session.store(for: .reading)
    let order = CastOrder(
      byName: kind == nil
        ? command.text(Options.castSort) != "billing" : command.text(Options.castSort) == "name",
      descending: command.has(Options.reverse))
    try session.startPager()
    let notes = try session.reading(store) { [session] store in
      let movies = try session.movies(references, in: store)
      if kind != nil {
        var drill = DrillDown(depth: depth, order: order)
        var printer = session.printer(format, of: MovieRecord.self)
        for movie in movies { try printer.print(drill.record(of: movie, in: store)) }
        try printer.finish()
      } else if session.streams.output.isTerminal, !command.has(Options.depth) {
        try printCards(of: movies, order, in: store, session)
      } else {
        var tree = MovieTree(
          depth: depth, order: order, output: session.streams.output,
          isColored: session.isColored(session.streams.output))
        for movie in movies { try tree.print(movie, in: store) }
      }
      return try session.notes(on: references, in: store)
    }
    try session.streams.output.flush()
    for note in notes { try session.say(note) }
    return .done
  }

  private static func printCards(
    of movies: [MovieWithCast], _ order: CastOrder, in store: borrowing MovieStore,
    _ session: Session
  ) throws {
    let output = session.streams.output
    for (index, movie) in movies.enumerated() {
      let actors = Dictionary(
        try store.actors(in: movie.id).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let card = MovieCard(
        movie: movie.movie, cast: order.sorted(movie.cast).compactMap { actors[$0.id] },
        columns: output.columns, glyphs: output.glyphs, isColored: session.isColored(output))
      if index > 0 { try output.write("\n") }
      for line in card.lines { try output.write(line + "\n") }
    }
  }
}

/// In which order a movie's actors are shown.
struct CastOrder {
  let byName: Bool
  let descending: Bool

  func sorted(_ cast: [Actor]) -> [Actor] {
    let sorted = byName ? cast.sortedByName() : cast
    return descending ? sorted.reversed() : sorted
  }
}
