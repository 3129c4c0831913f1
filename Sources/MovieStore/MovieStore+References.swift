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
        switch reference {
        case .id(let id) where seen.contains(id), .number(let id, _) where seen.contains(id):
          continue
        default: break
        }
        let named = try MovieFinder.movies(
          reference, hasIndex: schema.hasSearchIndex, in: transaction)
        movies += try casts.credited(named.filter { seen.insert($0.id).inserted })
      }
      return movies
    }
  }

  /// The numbers among the references that are also the title of another movie, each with the movie of
  /// the id.
  package mutating func ambiguousNumbers(
    among references: [MovieReference]
  ) throws(StoreError) -> [(digits: String, movie: Movie)] {
    try reading { transaction, _ in
      var seen: Set<MovieReference> = []
      var numbers: [(digits: String, movie: Movie)] = []
      for case .number(let id, let digits) in references {
        let reference = MovieReference.number(id, digits: digits)
        if seen.insert(reference).inserted, let movie = try MovieRows.movie(id, in: transaction),
          try !MovieFinder.moviesTitled(reference, in: transaction).isEmpty
        {
          numbers.append((digits, movie))
        }
      }
      return numbers
    }
  }

  /// The actor of an id written in digits, or of a name: exactly, else with case and accents
  /// folded. `id:7` is only an id, and `name:7` only a name.
  ///
  /// - Parameter reference: what a person typed.
  /// - Throws: ``StoreError``: `unknownActor` where no actor is meant, `ambiguousActor` where several
  ///   are; else as every reading.
  public mutating func actor(named reference: String) throws(StoreError) -> CreditedActor {
    try reading { transaction, _ in try ActorReference.actor(reference, in: transaction) }
  }
}
