internal import MovieArguments
internal import MovieStore

/// `actors`.
enum ActorsCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    let format = try session.recordFormat(columns: ActorRecord.columns)
    var query = ActorQuery(
      text: command.arguments.isEmpty
        ? nil : try session.searchText(command.arguments.joined(separator: " "), of: "'<text>'"),
      order: order(command.text(Options.actorSort)), isReversed: command.has(Options.reverse),
      limit: command.integer(Options.limit).map(Int.init),
      offset: Int(command.integer(Options.offset) ?? 0))
    if query.order == .billing, !command.has(Options.movie) {
      throw session.misuse("'--sort billing' needs '--movie <movie>'")
    }
    let movie = try command.text(Options.movie).map { try session.reference($0) }
    var store = try session.store(for: .reading)
    if let movie { query.movie = try session.oneMovie(movie, in: &store).id }
    try session.startPager()
    var printer = session.printer(format, of: ActorRecord.self)
    try store.forEachActor(query) { try printer.print(ActorRecord(actor: $0)) }
    let count = try printer.finish()
    try session.reportCount(count, of: query, in: &store)
    return session.status(ofCount: count)
  }

  private static func order(_ name: String?) -> ActorQuery.Order {
    switch name {
    case "movies": .movies
    case "billing": .billing
    default: .name
    }
  }
}
