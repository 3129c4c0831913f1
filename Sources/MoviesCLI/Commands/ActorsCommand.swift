internal import MovieArguments
internal import MovieStore

/// `actors`.
enum ActorsCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    let format = try session.recordFormat(columns: ActorRecord.columns)
    var query = ActorQuery(
      search: command.arguments.isEmpty
        ? ""
        : try session.searchText([command.arguments.joined(separator: " ")], of: "'<text>'") ?? "",
      order: command.text(Options.actorSort).flatMap(Order.init)?.order ?? .name,
      descending: command.has(Options.reverse),
      limit: command.integer(Options.limit).map(Int.init),
      offset: Int(command.integer(Options.offset) ?? 0))
    if query.order == .billing, !command.has(Options.movie) {
      throw session.misuse("'--sort billing' requires '--movie <movie>'")
    }
    let movie = try command.text(Options.movie).map { try session.reference($0) }
    let store = try session.store(for: .reading)
    try session.startPager()
    let report = try session.reading(store) { store in
      if let movie { query.movie = try session.oneMovie(movie, in: store).id }
      var printer = session.printer(format, of: ActorRecord.self)
      try store.forEachActor(query) { try printer.print(ActorRecord(actor: $0)) }
      var report = try session.report(printer.finish(), of: query, in: store)
      if let movie { report.messages += try session.notes(on: [movie], in: store) }
      return report
    }
    return try session.finish(report)
  }

  /// The orders of actors, by the names that `--sort` takes.
  enum Order: String, CaseIterable {
    case name, added, movies, billing

    fileprivate var order: ActorQuery.Order {
      switch self {
      case .name: .name
      case .added: .added
      case .movies: .movies
      case .billing: .billing
      }
    }
  }
}
