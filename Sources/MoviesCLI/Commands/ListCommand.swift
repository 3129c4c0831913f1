internal import MovieArguments
internal import MovieStore

/// `list` and `search`.
enum ListCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let format = try session.recordFormat(columns: MovieRecord.columns)
    var query = try query(of: session)
    let store = try session.store(for: .reading)
    try session.startPager()
    let report = try session.reading(store) { store in
      query.actors = try session.command.texts(Options.actor).map {
        try session.actor($0, in: store).id
      }
      var printer = session.printer(format, of: MovieRecord.self)
      try store.forEachMovie(query) { try printer.print(MovieRecord($0)) }
      return try session.report(printer.finish(), of: query, in: store)
    }
    return try session.finish(report)
  }

  private static func query(of session: Session) throws -> MovieQuery {
    let command = session.command
    let text = try searchText(of: session)
    let order = command.text(Options.movieSort).flatMap(Order.init) ?? .title
    if order == .relevance, text == nil {
      throw session.misuse("'--sort relevance' requires '--search <text>'")
    }
    if command.has(Options.shuffleSeed), order != .random {
      throw session.misuse("'--seed <n>' requires '--sort random'")
    }
    return MovieQuery(
      search: text ?? "", favoritesOnly: command.has(Options.favorites),
      order: order.order(seed: command.integer(Options.shuffleSeed)),
      descending: command.has(Options.reverse), limit: command.integer(Options.limit).map(Int.init),
      offset: Int(command.integer(Options.offset) ?? 0))
  }

  /// The words of `search` are arguments, and those of `list` an option.
  private static func searchText(of session: Session) throws -> String? {
    guard session.command.path.last == "search" else {
      return try session.searchText(session.command.texts(Options.search), of: "'--search <text>'")
    }
    let words = session.command.arguments.joined(separator: " ")
    return try session.searchText([words], of: "'<text>'")
  }

  /// The orders of movies, by the names that `--sort` takes.
  enum Order: String, CaseIterable {
    case title, added, relevance, random

    fileprivate func order(seed: Int64?) -> MovieQuery.Order {
      switch self {
      case .title: .title
      case .added: .added
      case .relevance: .relevance
      case .random: .random(seed: seed.map(UInt64.init) ?? UInt64.random(in: 0...UInt64.max))
      }
    }
  }
}
