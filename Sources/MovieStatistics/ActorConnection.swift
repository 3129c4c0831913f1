internal import MovieSQLite
package import MovieStore
internal import MovieSystem

/// A chain of actors, each with a movie that leads to the next one.
package struct ActorConnection: Hashable, Sendable {
  package let actors: [Actor]
  /// One less than the actors.
  package let movies: [Movie]
}

extension Catalog {
  /// Returns a shortest chain of movies between two actors, or `nil` if there is none.
  ///
  /// The same catalog gives the same chain. Memory grows with the number of actors that are as near
  /// to one of the two.
  package func connection(
    from first: Actor.ID, to last: Actor.ID
  ) throws(StoreError) -> ActorConnection? {
    try core.read { catalog in
      var search = ConnectionSearch(from: first, to: last)
      guard let links = try search.run(in: catalog) else { return nil }
      let ids = [first] + links.map { Actor.ID(rawValue: $0.actor) }
      return ActorConnection(
        actors: try ids.compactMap { id in
          try ActorWithMovieCount.fetchAll(where: "a.id = \(id.rawValue)", in: catalog).first?.actor
        },
        movies: try links.compactMap { try catalog.movie(Movie.ID(rawValue: $0.movie)) })
    }
  }
}

/// A search from both actors at once, level by level.
private struct ConnectionSearch {
  /// A movie, and the actor that it leads to.
  typealias Link = (movie: Int64, actor: Int64)

  private struct Side {
    /// The actors that are reached, each with the link back to the start; the start without one.
    var links: [Int64: Link?]
    /// The actors of the latest level.
    var frontier: [Int64]

    init(_ actor: Actor.ID) { (links, frontier) = ([actor.rawValue: nil], [actor.rawValue]) }

    /// Reaches the actors of the next level.
    mutating func advance(in catalog: borrowing CatalogTransaction) throws {
      let sql: SQL = """
        SELECT known.actorID, known.movieID, found.actorID
        FROM MovieActor AS known JOIN MovieActor AS found ON found.movieID = known.movieID
        WHERE known.actorID IN (SELECT value FROM json_each(\(jsonArray(frontier))))
        ORDER BY known.actorID, known.movieID, found.actorID
        """
      frontier = []
      try catalog.database.forEachRow(sql) { row in
        let actor = try row.int(at: 2)
        if links[actor] != nil { return }
        links[actor] = (movie: try row.int(at: 1), actor: try row.int(at: 0))
        frontier.append(actor)
      }
    }

    /// The links from an actor back to the start.
    func path(from actor: Int64) -> [Link] {
      var path: [Link] = []
      while let link = links[path.last?.actor ?? actor] ?? nil { path.append(link) }
      return path
    }
  }

  private var (first, last): (Side, Side)

  init(from first: Actor.ID, to last: Actor.ID) {
    (self.first, self.last) = (Side(first), Side(last))
  }

  /// Returns the links of a shortest chain, or `nil` if there is none.
  mutating func run(in catalog: borrowing CatalogTransaction) throws -> [Link]? {
    while !first.frontier.isEmpty, !last.frontier.isEmpty {
      // The sides meet where both levels are the latest.
      if let actor = first.frontier.filter({ last.links[$0] != nil }).min() {
        return chain(through: actor)
      }
      if first.frontier.count <= last.frontier.count {
        try first.advance(in: catalog)
      } else {
        try last.advance(in: catalog)
      }
    }
    return nil
  }

  private func chain(through actor: Int64) -> [Link] {
    // The links of the first side lead backwards.
    let back = first.path(from: actor)
    let targets = [actor] + back.map(\.actor)
    return zip(back, targets).map { (movie: $0.movie, actor: $1) }.reversed()
      + last.path(from: actor)
  }
}
