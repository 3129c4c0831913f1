internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The size of a list that was printed, and messages to print once the catalog is unlocked.
struct ListReport {
  let count: Int
  let noun: String
  /// On a terminal: that the list is empty or incomplete.
  var messages: [String]
}

extension Session {
  /// Prints the messages about a list.
  ///
  /// - Returns: The exit status of the command.
  func finish(_ report: ListReport) throws -> ExitStatus {
    for message in report.messages { try say(message) }
    try tell("\(Formatting.pluralized(report.count, report.noun)) in \(started.text)")
    return status(ofCount: report.count)
  }

  func report(
    _ count: Int, of query: MovieQuery, in store: borrowing MovieStore
  ) throws -> ListReport {
    var messages: [String] = []
    if count == 0, query.limit != 0, query.offset == 0 {
      messages = try noMovies(of: query, in: store)
    } else if query.limit == count || query.offset > 0 {
      messages = try part(count, of: { try $0.movieCount(query) }, "movie", in: store)
    }
    return ListReport(count: count, noun: "movie", messages: messages)
  }

  func report(
    _ count: Int, of query: ActorQuery, in store: borrowing MovieStore
  ) throws -> ListReport {
    var messages: [String] = []
    if count == 0, query.limit != 0, query.offset == 0, streams.output.isTerminal {
      messages = [query.search.isEmpty && query.movie == nil ? "no actors yet" : "no actors match"]
    } else if query.limit == count || query.offset > 0 {
      messages = try part(count, of: { try $0.actorCount(query) }, "actor", in: store)
    }
    return ListReport(count: count, noun: "actor", messages: messages)
  }

  private func part(
    _ count: Int, of all: (borrowing MovieStore) throws -> Int, _ noun: String,
    in store: borrowing MovieStore
  ) throws -> [String] {
    guard streams.output.isTerminal, !isQuiet else { return [] }
    let total = try all(store)
    return count < total
      ? ["\(Formatting.grouped(count)) of \(Formatting.pluralized(total, noun))"] : []
  }

  /// If a search finds no movies, the messages list actors whose names match.
  private func noMovies(of query: MovieQuery, in store: borrowing MovieStore) throws -> [String] {
    guard streams.output.isTerminal, !isQuiet else { return [] }
    let isFiltered = query.favoritesOnly || !query.actors.isEmpty
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
