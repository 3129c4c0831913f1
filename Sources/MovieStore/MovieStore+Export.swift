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
    try forEachMovie(query) { movie in
      count += 1
      try writer.write(
        title: movie.movie.title, cast: movie.cast.map(\.name),
        isFavorite: movie.movie.isFavorite)
      try afterEach()
    }
    try writer.end()
    return count
  }
}
