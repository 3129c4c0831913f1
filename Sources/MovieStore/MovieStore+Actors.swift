internal import MovieSQLite

extension MovieStore {
  /// Calls the body with each actor of the query, in order, while rows are read: memory does not grow
  /// with the catalog.
  ///
  /// - Parameters:
  ///   - query: which actors, in which order.
  ///   - body: called with each; what it throws ends the reading and climbs as it is.
  /// - Throws: what the body throws; else ``StoreError``: as every reading.
  public mutating func forEachActor(
    _ query: ActorQuery = ActorQuery(), _ body: (CreditedActor) throws -> Void
  ) throws {
    try streaming { transaction, _ in
      var statement = try transaction.prepare(
        ActorRows.selection + query.selection)
      while try statement.step() { try body(ActorRows.actor(in: statement)) }
    }
  }

  /// The actors of the query with the number of their movies, in order; an empty array where there is
  /// none.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public mutating func actors(
    _ query: ActorQuery = ActorQuery()
  ) throws(StoreError) -> [CreditedActor] {
    var actors: [CreditedActor] = []
    do { try forEachActor(query) { actors.append($0) } } catch {
      throw StoreError(error, path: path)
    }
    return actors
  }

  /// The actor of the id with the number of movies, `nil` where there is none.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public mutating func actor(_ id: Actor.ID) throws(StoreError) -> CreditedActor? {
    try reading { transaction, _ in
      var statement = try transaction.prepare(
        ActorRows.selection
          + Clause("FROM ActorModel AS a WHERE a.id = ?", [.integer(id.rawValue)]))
      return try statement.step() ? ActorRows.actor(in: statement) : nil
    }
  }

  /// The actors of the movie in billing order; an empty array where the movie has none, or is not there.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public mutating func actors(in movie: Movie.ID) throws(StoreError) -> [CreditedActor] {
    try actors(ActorQuery(movie: movie, order: .billing))
  }

  /// How many actors the query means; its order, limit and offset make no difference.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public mutating func actorCount(_ query: ActorQuery = ActorQuery()) throws(StoreError) -> Int {
    try reading { transaction, _ in
      var statement = try transaction.prepare(Clause("SELECT count(*) ") + query.source)
      return try statement.step() ? Int(statement.integer(at: 0)) : 0
    }
  }
}
