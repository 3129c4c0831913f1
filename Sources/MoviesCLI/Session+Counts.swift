internal import MovieArguments
internal import MovieStore
internal import MovieTerminal

/// What is said about a list after it was printed.
extension Session {
  /// On a terminal, says that a list is empty, or that it is a part.
  func reportCount(_ count: Int, of query: MovieQuery, in store: inout MovieStore) throws {
    if count == 0, query.limit != 0, query.offset == 0 {
      try reportNoMovies(of: query, in: &store)
    } else if query.limit == count || query.offset > 0 {
      try reportPart(count, of: { try $0.movieCount(query) }, in: &store)
    }
    try tell("\(counted(count, "movie")) in \(started.text)")
  }

  func reportCount(_ count: Int, of query: ActorQuery, in store: inout MovieStore) throws {
    if count == 0, query.limit != 0, query.offset == 0, streams.output.isTerminal {
      try say("no actors")
    } else if query.limit == count || query.offset > 0 {
      try reportPart(count, of: { try $0.actorCount(query) }, in: &store)
    }
    try tell("\(counted(count, "actor")) in \(started.text)")
  }

  private func reportPart(
    _ count: Int, of all: (inout MovieStore) throws -> Int, in store: inout MovieStore
  ) throws {
    guard streams.output.isTerminal, !isQuiet else { return }
    let total = try all(&store)
    if count < total { try say("\(Thousands.grouped(count)) of \(Thousands.grouped(total))") }
  }

  /// An empty answer to a text names the actors whose name has the words.
  private func reportNoMovies(of query: MovieQuery, in store: inout MovieStore) throws {
    guard streams.output.isTerminal, !isQuiet else { return }
    guard let text = query.text else {
      return try say(
        query == MovieQuery() ? "no movies yet: add one with 'movies add --random'" : "no movies")
    }
    try say("no movie's title has the text")
    let actors = try store.actors(ActorQuery(text: text, order: .movies, limit: 3))
    guard !actors.isEmpty else { return }
    let names = actors.map { "\($0.actor.name) (\($0.id.rawValue))" }.joined(separator: ", ")
    try say("there are actors of that name: \(names). See 'movies list --actor <actor>'")
  }
}
