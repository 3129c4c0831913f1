internal import MovieSQLite
internal import MovieSystem

extension Catalog {
  /// Calls a closure for each actor that matches the query, in its order.
  ///
  /// Rows are read as the closure is called, so memory use does not grow with the catalog.
  ///
  /// - Parameters:
  ///   - query: The actors to read, and their order.
  ///   - body: A closure that is called with each actor. An error that it throws ends the iteration
  ///     and is rethrown.
  /// - Throws: Any error that `body` throws; otherwise ``StoreError``: `invalidInput`; otherwise as
  ///   for every read.
  package func forEachActor<Failure: Error>(
    _ query: ActorQuery = ActorQuery(), _ body: (ActorWithMovieCount) throws(Failure) -> Void
  ) throws {
    let query = try query.parsed()
    try core.transaction(.read) { catalog in
      try query.forEachActor(in: catalog) { actor in try body(actor) }
    }
  }

  /// Returns the actors that match the query, in its order, each with a movie count.
  ///
  /// The array is empty if no actor matches.
  ///
  /// - Parameter query: The actors to return, and their order. By default, all actors are returned,
  ///   by name.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func actors(
    _ query: ActorQuery = ActorQuery()
  ) throws(StoreError) -> [ActorWithMovieCount] {
    let query = try query.parsed()
    return try core.read { catalog in try query.fetchAll(in: catalog) }
  }

  /// Returns the actor with the id and the actor's movie count, or `nil` if no actor has the id.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func actor(id: Actor.ID) throws(StoreError) -> ActorWithMovieCount? {
    try core.read { catalog in
      try ActorWithMovieCount.fetchAll(where: "a.id = \(id.rawValue)", in: catalog).first
    }
  }

  /// Returns the actors of the movie in billing order, each with a movie count.
  ///
  /// The array is empty if the movie has no cast or does not exist.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func actors(in movie: Movie.ID) throws(StoreError) -> [ActorWithMovieCount] {
    try actors(ActorQuery(movie: movie, order: .billing))
  }

  /// Returns those of the names that no actor has exactly, in their order.
  package func unknownNames(among names: [String]) throws(StoreError) -> [String] {
    try core.read { catalog in
      let known = try catalog.database.fetchAll(
        """
        SELECT name FROM ActorModel WHERE name IN (SELECT value FROM json_each(\(jsonArray(names))))
        """
      ) { row throws(SQLiteError) in ByteString(try row.text(at: 0)) }
      let set = Set(known)
      return names.filter { !set.contains(ByteString($0)) }
    }
  }

  /// Returns the number of actors that match the query.
  ///
  /// The order, limit and offset of the query are ignored.
  ///
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func actorCount(_ query: ActorQuery = ActorQuery()) throws(StoreError) -> Int {
    let query = try query.parsed()
    return try core.read { catalog in
      Int(try catalog.database.fetchInt("SELECT count(*) \(try query.source(in: catalog))"))
    }
  }
}

extension Catalog {
  /// An actor in the cast of a movie.
  package struct Credit {
    package let actor: Actor
    package let movie: Movie.ID
    package let title: String
  }

  /// Calls the closure with each credit of the movies, by the name of the actor, then the title.
  package func forEachCredit(
    of query: MovieQuery = .all, _ body: (Credit) throws -> Void
  ) throws {
    try query.validate()
    try core.transaction(.read) { catalog in
      let ids = try MovieSelect(query, in: catalog).ids(in: catalog)
      let isChosen: SQL = query.isEmpty ? "TRUE" : "m.id IN (\(ids))"
      try catalog.database.forEachRow(
        """
        SELECT a.id, a.name, m.id, m.title
        FROM MovieActor AS credit JOIN ActorModel AS a ON a.id = credit.actorID
        JOIN MovieModel AS m ON m.id = credit.movieID WHERE \(isChosen)
        ORDER BY fold(a.name), a.id, m.sortableTitle, m.id
        """
      ) { row in
        try body(
          Credit(
            actor: try Actor(row: row), movie: Movie.ID(rawValue: try row.int(at: 2)),
            title: try row.text(at: 3)))
      }
    }
  }
}
