internal import MovieArguments
internal import MovieStore
internal import MovieTerminal

/// A list that was printed, and what is said about it once the catalog is unlocked.
struct ListReport {
  let count: Int
  let noun: String
  /// On a terminal: that the list is empty, or a part.
  var messages: [String]
}

extension Session {
  /// Says what there is to say about a list.
  ///
  /// - Returns: the status of the command.
  func finish(_ report: ListReport) throws -> ExitStatus {
    for message in report.messages { try say(message) }
    try tell("\(counted(report.count, report.noun)) in \(started.text)")
    return status(ofCount: report.count)
  }

  func report(
    _ count: Int, of query: MovieQuery, in store: inout MovieStore
  ) throws -> ListReport {
    var messages: [String] = []
    if count == 0, query.limit != 0, query.offset == 0 {
      messages = try noMovies(of: query, in: &store)
    } else if query.limit == count || query.offset > 0 {
      messages = try part(count, of: { try $0.movieCount(query) }, in: &store)
    }
    return ListReport(count: count, noun: "movie", messages: messages)
  }

  func report(
    _ count: Int, of query: ActorQuery, in store: inout MovieStore
  ) throws -> ListReport {
    var messages: [String] = []
    if count == 0, query.limit != 0, query.offset == 0, streams.output.isTerminal {
      messages = ["no actors"]
    } else if query.limit == count || query.offset > 0 {
      messages = try part(count, of: { try $0.actorCount(query) }, in: &store)
    }
    return ListReport(count: count, noun: "actor", messages: messages)
  }

  private func part(
    _ count: Int, of all: (inout MovieStore) throws -> Int, in store: inout MovieStore
  ) throws -> [String] {
    guard streams.output.isTerminal, !isQuiet else { return [] }
    let total = try all(&store)
    return count < total ? ["\(Thousands.grouped(count)) of \(Thousands.grouped(total))"] : []
  }

  /// An empty answer to a text names the actors whose name has the words.
  private func noMovies(of query: MovieQuery, in store: inout MovieStore) throws -> [String] {
    guard streams.output.isTerminal, !isQuiet else { return [] }
    guard let text = query.text else {
      return [
        query == MovieQuery() ? "no movies yet: add one with 'movies add --random'" : "no movies"
      ]
    }
    let none = "no movie's title has the text"
    let actors = try store.actors(ActorQuery(text: text, order: .movies, limit: 3))
    if actors.isEmpty { return [none] }
    let names = actors.map { "\($0.actor.name) (\($0.id.rawValue))" }.joined(separator: ", ")
    return [none, "there are actors of that name: \(names). See 'movies list --actor <actor>'"]
  }
}
