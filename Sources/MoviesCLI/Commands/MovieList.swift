internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// Prints the movies of a query: the work of `list`, `search` and `random`.
struct MovieListing {
  let selection: QuerySelection
  /// `nil` for relevance if there is a text, otherwise by title.
  let order: ListOrder?
  let seed: Int?
  var isReversed = false
  let limit: Int?
  var offset = 0
  /// Whether the movies are a part of a list, of which the message gives the length.
  var isPage = true
  let output: RecordOptions<MovieRecord>

  func print(_ context: CommandContext) throws -> ExitStatus {
    let order = order ?? ListOrder(selection.hasText ? .relevance : .title)
    if order.key == .relevance, !selection.hasText {
      throw ValidationError("'--sort relevance' requires a text")
    }
    let keys = selection.keys + [order.attribute].compactMap(\.self)
    var records = try output.stream(context, keys: keys)
    let store = try context.database.open(for: .reading)
    try context.startPager()
    let summary = try context.reading(store) { store in
      let query = try selection.query(in: store)
      try order.requireAttribute(in: store)
      try output.requireColumns(in: store)
      try store.forEachMovie(
        query, order: order.order(seed: seed), descending: order.isDescending != isReversed,
        limit: limit, offset: offset
      ) { try records.write(MovieRecord($0)) }
      return try makeSummary(records.finish(), of: query, in: store, context)
    }
    try summary.print(context)
    return selection.exitStatus(matches: records.count)
  }

  private func makeSummary(
    _ count: Int, of query: MovieQuery, in store: borrowing Catalog, _ context: CommandContext
  ) throws -> ListSummary {
    var summary = ListSummary(count: count, noun: "movie")
    if context.ui.isQuiet { return summary }
    if count == 0, limit != 0, offset == 0 {
      // Not only for a terminal: a script can have a value in another spelling, too.
      let hints = try NearMisses.messages(for: query, in: store)
      let isEmpty =
        query.isEmpty ? "no movies yet; add one with 'movies add --random'" : "no movies match"
      summary.messages = hints.isEmpty && context.output.isTerminal ? [isEmpty] : hints
    } else if isPage, context.output.isTerminal, limit == count || offset > 0 {
      summary.addTotal(
        try store.movieCount(query, limit: ListSummary.countLimit + 1), isBounded: true)
    }
    return summary
  }
}

/// The number of records of a list, and messages to print after the catalog is unlocked.
struct ListSummary {
  /// The number up to which the movies of a query are counted.
  fileprivate static let countLimit = 10_000

  let count: Int
  let noun: String
  var messages: [String] = []

  /// Adds a message such as `20 of 27,329 movies` if the list is a part.
  ///
  /// - Parameter isBounded: Whether the total was counted only up to the limit.
  mutating func addTotal(_ total: Int, isBounded: Bool = false) {
    if count >= total { return }
    let isMore = isBounded && total > Self.countLimit
    let number =
      isMore ? "more than \(Formatting.grouped(Self.countLimit))" : Formatting.grouped(total)
    messages.append("\(Formatting.grouped(count)) of \(number) \(noun)\(total == 1 ? "" : "s")")
  }

  func print(_ context: CommandContext) throws {
    for message in messages { try context.ui.info(message) }
    try context.ui.verbose("\(Formatting.pluralized(count, noun)) in \(context.ui.elapsed.text)")
  }
}
