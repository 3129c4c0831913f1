internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// Prints the movies of a query: the work of `list` and `search`.
struct MovieList {
  let order: MovieOrder
  var query: MovieQuery
  let filter: MovieFilter
  let output: MovieOutput

  func print(_ context: CommandContext) throws -> ExitStatus {
    var records = try output.stream(context)
    _ = try filter.conditions.parse()
    let store = try context.database.open(for: .reading)
    try context.io.startPager()
    let summary = try context.io.reading(store) { store in
      var query = query
      try filter.apply(to: &query, in: store)
      try order.requireAttribute(in: store)
      try store.forEachMovie(query) { try records.write(MovieRecord($0)) }
      return try ListSummary(movies: records.finish(), of: query, in: store, context)
    }
    return try summary.print(context)
  }
}

/// The number of records of a list, and messages to print after the catalog is unlocked.
struct ListSummary {
  private let count: Int
  private let noun: String
  private var messages: [String] = []

  init(
    movies count: Int, of query: MovieQuery, in store: borrowing Catalog,
    _ context: CommandContext
  ) throws {
    (self.count, noun) = (count, "movie")
    if context.ui.isQuiet { return }
    let isEmpty = count == 0 && query.limit != 0 && query.offset == 0
    // Not only for a terminal: a script can have a value in another spelling, too.
    let hints = isEmpty ? try AttributeSuggestions.hints(for: query.conditions, in: store) : []
    guard context.io.output.isTerminal else {
      messages = hints
      return
    }
    if isEmpty {
      messages = try Self.noMovies(of: query, in: store) + hints
    } else if query.limit == count || query.offset > 0 {
      messages = part(of: try store.movieCount(query))
    }
  }

  init(
    actors count: Int, of query: ActorQuery, in store: borrowing Catalog,
    _ context: CommandContext
  ) throws {
    (self.count, noun) = (count, "actor")
    guard context.io.output.isTerminal, !context.ui.isQuiet else { return }
    if count == 0, query.limit != 0, query.offset == 0 {
      let isFiltered = !query.search.isEmpty || query.movie != nil
      messages = [isFiltered ? "no actors match" : "no actors yet"]
    } else if query.limit == count || query.offset > 0 {
      messages = part(of: try store.actorCount(query))
    }
  }

  /// Prints the messages.
  ///
  /// - Returns: The exit status of the command.
  func print(_ context: CommandContext) throws -> ExitStatus {
    for message in messages { try context.ui.info(message) }
    try context.ui.verbose(
      "\(Formatting.pluralized(count, noun)) in \(context.ui.elapsed.text)")
    return context.ui.isQuiet && count == 0 ? .notFound : .done
  }

  private func part(of total: Int) -> [String] {
    count < total
      ? ["\(Formatting.grouped(count)) of \(Formatting.pluralized(total, noun))"] : []
  }

  /// If a search finds no movies, the messages list actors whose names match.
  private static func noMovies(
    of query: MovieQuery, in store: borrowing Catalog
  ) throws -> [String] {
    let isFiltered =
      query.favoritesOnly || !query.actors.isEmpty || !query.conditions.isEmpty
    if query.search.isEmpty {
      return [isFiltered ? "no movies match" : "no movies yet; add one with 'movies add --random'"]
    }
    let none = isFiltered ? "no movies match" : "no titles match"
    let actors = try store.actors(ActorQuery(search: query.search, order: .movies, limit: 3))
    if actors.isEmpty { return [none] }
    let names = actors.map { "\($0.actor.name) (\($0.id.rawValue))" }.joined(separator: ", ")
    return [
      none, "matching actors: \(names); run 'movies list --actor <actor>' to see their movies",
    ]
  }
}

/// The words of one or more search texts. Each text must contain at least one.
struct SearchText {
  /// Empty if there are no texts.
  let joined: String

  /// - Parameter name: The option or argument, for errors.
  init(_ texts: [String], for name: String) throws {
    joined = texts.joined(separator: " ")
    do {
      for text in texts where try SearchPattern(text) == nil {
        throw ValidationError("The text for \(name) contains no words")
      }
      _ = try SearchPattern(joined)
    } catch let error as StoreError {
      guard case .tooManyWords(let limit) = error.invalidInput?.problem else { throw error }
      throw ValidationError("The text for \(name) has more than \(limit) words")
    }
  }
}
