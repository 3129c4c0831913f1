internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// Prints the movies of a query: the work of `list` and `search`.
struct MovieListing {
  /// `nil` for relevance if there is a text, otherwise by title.
  let order: ListOrder?
  let shuffle: ShuffleSeed
  let selection: QuerySelection
  let page: ListPage
  let output: MovieOutput

  func print(_ context: CommandContext) throws -> ExitStatus {
    let order = order ?? (selection.hasText ? .relevance : .title)
    if order == .relevance, !selection.hasText {
      throw ValidationError("'--sort relevance' requires a text")
    }
    var records = try output.stream(context)
    let store = try context.database.open(for: .reading)
    try context.io.startPager()
    let summary = try context.io.reading(store) { store in
      let query = try selection.query(in: store)
      try order.requireAttribute(in: store)
      try store.forEachMovie(
        query, order: order.order(shuffle), descending: page.reverse, limit: page.limit,
        offset: page.offset
      ) { try records.write(MovieRecord($0)) }
      return try ListSummary(movies: records.finish(), of: query, page, in: store, context)
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
    movies count: Int, of query: MovieQuery, _ page: ListPage, in store: borrowing Catalog,
    _ context: CommandContext
  ) throws {
    (self.count, noun) = (count, "movie")
    if context.ui.isQuiet { return }
    if count == 0, page.limit != 0, page.offset == 0 {
      // Not only for a terminal: a script can have a value in another spelling, too.
      let hints = try NearMisses.messages(for: query, in: store)
      let isEmpty =
        query.isEmpty ? "no movies yet; add one with 'movies add --random'" : "no movies match"
      messages = hints.isEmpty && context.io.output.isTerminal ? [isEmpty] : hints
    } else if context.io.output.isTerminal, page.limit == count || page.offset > 0 {
      let total = try store.movieCount(query, limit: Self.countLimit + 1)
      messages =
        total > Self.countLimit && count < total
        ? [
          "\(Formatting.grouped(count)) of more than \(Formatting.grouped(Self.countLimit)) movies"
        ]
        : part(of: total)
    }
  }

  /// The number up to which the movies of a query are counted.
  private static let countLimit = 10_000

  init(
    actors count: Int, of query: ActorQuery, in store: borrowing Catalog,
    _ context: CommandContext
  ) throws {
    (self.count, noun) = (count, "actor")
    if context.ui.isQuiet { return }
    if count == 0, query.limit != 0, query.offset == 0 {
      let hint =
        query.search.isEmpty ? nil : try NearMisses.message(forName: query.search, in: store)
      let isEmpty = query.isFiltered ? "no actors match" : "no actors yet"
      messages = hint.map { [$0] } ?? (context.io.output.isTerminal ? [isEmpty] : [])
    } else if context.io.output.isTerminal, query.limit == count || query.offset > 0 {
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
}
