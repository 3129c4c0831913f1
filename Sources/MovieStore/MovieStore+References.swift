internal import MovieSQLite

extension MovieStore {
  /// The movies that the references name, in that order, each once.
  ///
  /// - Throws: ``StoreError``: `unknownMovie` for the first reference that names no movie,
  ///   `ambiguousMovie` for a title that several have; else as every reading.
  public mutating func movies(
    named references: [MovieReference]
  ) throws(StoreError) -> [CreditedMovie] {
    try reading { transaction, schema in
      var casts = try CastReader(in: transaction)
      var seen: Set<Movie.ID> = []
      var movies: [CreditedMovie] = []
      for reference in references {
        if case .id(let id) = reference, seen.contains(id) { continue }
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
  /// - Parameter reference: what a person typed.
  /// - Throws: ``StoreError``: `unknownActor` where no actor is meant, `ambiguousActor` where several
  ///   are; else as every reading.
  public mutating func actor(named reference: String) throws(StoreError) -> CreditedActor {
    try reading { transaction, _ in try ActorReference.actor(reference, in: transaction) }
  }
}
