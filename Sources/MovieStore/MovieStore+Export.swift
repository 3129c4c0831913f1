internal import MovieSQLite
package import MovieSystem

extension MovieStore {
  /// Writes the movies of the query in an interchange format, in bounded memory.
  ///
  /// - Parameter afterEach: called after each movie, when its bytes are in the sink.
  /// - Returns: how many movies there were.
  /// - Throws: `SystemError` where the sink fails; else `StoreError`.
  package mutating func exportMovies(
    _ query: MovieQuery, as format: InterchangeFormat, to sink: ByteSink,
    afterEach: () throws -> Void = {}
  ) throws -> Int {
    var writer = InterchangeWriter(format: format, sink: sink)
    var count = 0
    try writer.begin()
    try transaction(.read) { transaction, schema in
      var movies = try transaction.prepare(
        query.select("m.id, m.title, m.favorite", hasIndex: schema.hasSearchIndex))
      let isWhole = query.text == nil && query.actors.isEmpty && !query.favoritesOnly
      var casts = try CastNameReader(in: transaction)
      if isWhole {
        // The tables are read from one end to the other: pages are not met again.
        try transaction.execute("PRAGMA cache_size = -1024")
        try casts.loadNames(in: transaction)
      }
      while try movies.step() {
        movies.withText(at: 1) { writer.beginMovie(titled: $0) }
        try casts.forEachName(of: movies.integer(at: 0)) { writer.addName($0) }
        try writer.endMovie(isFavorite: movies.boolean(at: 2))
        count += 1
        try afterEach()
      }
      try transaction.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.pageCache)")
    }
    try writer.end()
    return count
  }
}
