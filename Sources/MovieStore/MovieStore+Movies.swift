internal import MovieSQLite

extension MovieStore {
  /// Calls the body with each movie of the query and its cast, in order, while rows are read: memory
  /// does not grow with the catalog.
  ///
  /// - Throws: what the body throws, as it is; else `StoreError`.
  public mutating func forEachMovie(
    _ query: MovieQuery = MovieQuery(), _ body: (CreditedMovie) throws -> Void
  ) throws {
    try streaming { transaction, schema in
      try MovieRows.forEach(query, hasIndex: schema.hasSearchIndex, in: transaction, body)
    }
  }

  /// The movies of the query with their casts, in order.
  public mutating func movies(
    _ query: MovieQuery = MovieQuery()
  ) throws(StoreError) -> [CreditedMovie] {
    try reading { transaction, schema in
      var movies: [CreditedMovie] = []
      try MovieRows.forEach(query, hasIndex: schema.hasSearchIndex, in: transaction) {
        movies.append($0)
      }
      return movies
    }
  }

  /// The movie of the id with its cast, `nil` where there is none.
  public mutating func movie(_ id: Movie.ID) throws(StoreError) -> CreditedMovie? {
    try reading { transaction, _ in
      guard let movie = try MovieRows.movie(id, in: transaction) else { return nil }
      var casts = try CastReader(in: transaction)
      return try casts.credited([movie]).first
    }
  }

  /// The movies that have the actor in their cast, by title.
  public mutating func movies(with actor: Actor.ID) throws(StoreError) -> [CreditedMovie] {
    try movies(MovieQuery(actor: actor))
  }

  /// How many movies the query means; limit and offset do not count.
  public mutating func movieCount(_ query: MovieQuery = MovieQuery()) throws(StoreError) -> Int {
    try reading { transaction, schema in
      var statement = try transaction.prepare(
        Clause("SELECT count(*) ") + query.source(hasIndex: schema.hasSearchIndex))
      return try statement.step() ? Int(statement.integer(at: 0)) : 0
    }
  }

  /// The ids of the movies of the query, in order.
  public mutating func movieIDs(
    _ query: MovieQuery = MovieQuery()
  ) throws(StoreError) -> [Movie.ID] {
    try reading { transaction, schema in
      var statement = try transaction.prepare(
        Clause("SELECT m.id ") + query.selection(hasIndex: schema.hasSearchIndex))
      var ids: [Movie.ID] = []
      while try statement.step() { ids.append(Movie.ID(rawValue: statement.integer(at: 0))) }
      return ids
    }
  }
}
