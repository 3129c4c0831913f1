internal import MovieSQLite

extension MovieStore {
  /// Returns the movies that the references name, in the order of the references, each once.
  ///
  /// - Throws: ``StoreError``: `unknownMovie` for the first reference that names no movie,
  ///   `ambiguousMovie` for a title that several movies have; otherwise as for every read.
  public mutating func movies(
    referredToBy references: [MovieReference]
  ) throws(StoreError) -> [MovieWithCast] {
    try read { transaction, schema in
      let movies = try MovieLookup.movies(
        references, rejectsAmbiguousNumbers: false, hasIndex: schema.hasSearchIndex,
        in: transaction)
      var casts = try CastReader(in: transaction)
      return try casts.withCasts(movies)
    }
  }

  /// Returns the numbers among the references that are also the title of another movie, each with the
  /// movie that has the id.
  package mutating func ambiguousNumbers(
    among references: [MovieReference]
  ) throws(StoreError) -> [(digits: String, movie: Movie)] {
    try read { transaction, _ in
      var seen: Set<MovieReference> = []
      var numbers: [(digits: String, movie: Movie)] = []
      for case .number(let id, let digits) in references {
        let reference = MovieReference.number(id, digits: digits)
        if seen.insert(reference).inserted, let movie = try Movie.find(id, in: transaction),
          try !MovieLookup.moviesTitled(reference, in: transaction).isEmpty
        {
          numbers.append((digits, movie))
        }
      }
      return numbers
    }
  }

  /// Returns the actor that a reference names.
  ///
  /// Digits are an id, and any other text is a name. With the prefix `id:`, as in `id:7`, a
  /// reference is only an id; with the prefix `name:`, as in `name:7`, only a name. An exact match
  /// of the name is preferred, then a match with case and accents folded, then a match without a
  /// leading article.
  ///
  /// - Parameter reference: The text that a user typed.
  /// - Throws: ``StoreError``: `unknownActor` if no actor matches, `ambiguousActor` if several do;
  ///   otherwise as for every read.
  public mutating func actor(named reference: String) throws(StoreError) -> ActorWithMovieCount {
    try read { transaction, _ in try ActorLookup.actor(reference, in: transaction) }
  }
}
