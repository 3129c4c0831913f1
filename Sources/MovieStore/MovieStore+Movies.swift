internal import MovieSQLite

extension MovieStore {
  /// Calls the body with each movie of the query and its cast, in order, while rows are read: memory
  /// does not grow with the catalog.
  ///
  /// - Parameters:
  ///   - query: which movies, in which order.
  ///   - body: called with each; what it throws ends the reading and climbs as it is. While it runs, a
  ///     change of the file by another store may have to wait.
  /// - Throws: what the body throws; else ``StoreError``: as every reading.
  public mutating func forEachMovie(
    _ query: MovieQuery = MovieQuery(), _ body: (CreditedMovie) throws -> Void
  ) throws {
    try streaming { transaction, schema in
      try MovieRows.forEach(query, hasIndex: schema.hasSearchIndex, in: transaction, body)
    }
  }

  /// The movies of the query with their casts, in order; an empty array where there is none.
  ///
  /// - Throws: ``StoreError``: as every reading.
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
  ///
  /// - Throws: ``StoreError``: as every reading.
  public mutating func movie(_ id: Movie.ID) throws(StoreError) -> CreditedMovie? {
    try reading { transaction, _ in
      guard let movie = try MovieRows.movie(id, in: transaction) else { return nil }
      var casts = try CastReader(in: transaction)
      return try casts.credited([movie]).first
    }
  }

  /// Returns the ids of the movies with this title, to the byte.
  ///
  /// - Throws: ``StoreError``: as every reading.
  package mutating func ids(ofTitle title: String) throws(StoreError) -> [Movie.ID] {
    try reading { transaction, _ in
      var existing = try ExistingMovies(in: transaction)
      return try existing.ids(ofTitle: title)
    }
  }

  /// The movies that have the actor in their cast, by sortable title; an empty array where there is
  /// none, as for an id that no actor has.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public mutating func movies(with actor: Actor.ID) throws(StoreError) -> [CreditedMovie] {
    try movies(MovieQuery(actors: [actor]))
  }

  /// How many movies the query means; its order, limit and offset make no difference.
  ///
  /// - Throws: ``StoreError``: as every reading.
  public mutating func movieCount(_ query: MovieQuery = MovieQuery()) throws(StoreError) -> Int {
    try reading { transaction, schema in
      var statement = try transaction.prepare(
        Clause("SELECT count(*) ") + query.source(hasIndex: schema.hasSearchIndex))
      return try statement.step() ? Int(statement.integer(at: 0)) : 0
    }
  }

  /// The ids of the movies of the query, in order.
  ///
  /// - Throws: ``StoreError``: as every reading.
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
