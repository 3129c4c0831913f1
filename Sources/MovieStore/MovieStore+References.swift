internal import MovieSQLite

extension MovieStore {
  /// The movies that the references name, in that order, each once.
  ///
  /// - Throws: `unknownMovie` and `ambiguousMovie` for the first reference that names none, or, as
  ///   a title, several.
  public mutating func movies(
    named references: [MovieReference]
  ) throws(StoreError) -> [CreditedMovie] {
    try reading { transaction, schema in
      var casts = try CastReader(in: transaction)
      var seen: Set<Movie.ID> = []
      var movies: [CreditedMovie] = []
      for reference in references {
        let named = try MovieFinder.movies(
          reference, hasIndex: schema.hasSearchIndex, in: transaction)
        movies += try casts.credited(named.filter { seen.insert($0.id).inserted })
      }
      return movies
    }
  }

  /// The actor of an id written in digits, or of a name: exactly, else with case and accents
  /// folded.
  ///
  /// - Throws: `unknownActor`, `ambiguousActor`.
  public mutating func actor(named reference: String) throws(StoreError) -> CreditedActor {
    try reading { transaction, _ in try ActorReference.actor(reference, in: transaction) }
  }
}
