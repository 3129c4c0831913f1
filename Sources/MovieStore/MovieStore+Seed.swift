internal import MovieSQLite

extension MovieStore {
  /// What a seeding or an import did.
  public struct AdditionReport: Hashable, Sendable {
    /// Movies added.
    public internal(set) var movies = 0
    /// Actors added, because no movie had them before.
    public internal(set) var newActors = 0
    /// Records passed over because their movie is in the catalog already.
    public internal(set) var skipped = 0
    /// Records passed over because something is wrong with them.
    public internal(set) var bad = 0
    /// Keys and columns that mean nothing here, by first appearance, at most 64.
    public internal(set) var ignoredKeys: [String] = []
  }

  /// Adds random movies, all or none: real films that are not in the catalog yet, then made-up ones.
  ///
  /// - Parameters:
  ///   - seed: where the films start; the same number gives the same films in catalogs of the same
  ///     content. `nil` takes the highest id that the catalog ever gave.
  ///   - favoritePercent: how many of a hundred become favorites, 0 to 100.
  ///   - progress: called after each movie with the number so far; what it throws takes all back.
  @discardableResult
  public mutating func seed(
    _ count: Int, seed: UInt64? = nil, favoritePercent: Int = 10,
    _ progress: (Int) throws -> Void = { _ in }
  ) throws -> AdditionReport {
    try changing(isLarge: true) { transaction, _ in
      var films = try UnseenFilms(seed: seed, in: transaction)
      var favorites = SplitMix64(seed: films.seed &+ 1)
      var inserter = try MovieInserter(in: transaction)
      var report = AdditionReport()
      while report.movies < count {
        let isFavorite = favorites.below(100) < UInt64(max(0, favoritePercent))
        let film = try films.next(isFavorite: isFavorite)
        try inserter.add(film, in: transaction)
        report.movies += 1
        try progress(report.movies)
      }
      report.newActors = inserter.newActors
      return report
    }
  }

  /// Adds one random movie: a real film that is not in the catalog yet, else a made-up one.
  public mutating func addRandom(
    seed: UInt64? = nil, isFavorite: Bool = false
  ) throws(StoreError) -> ChangedMovie {
    try typed { store in
      try store.changing { transaction, _ in
        var films = try UnseenFilms(seed: seed, in: transaction)
        var inserter = try MovieInserter(in: transaction)
        let film = try films.next(isFavorite: isFavorite)
        return ChangedMovie(movie: try inserter.add(film, in: transaction), change: .added)
      }
    }
  }
}

/// Random films that are not in the catalog.
private struct UnseenFilms: ~Copyable {
  let seed: UInt64
  private var films: RandomFilms
  private var existing: ExistingMovies

  init(seed: UInt64?, in transaction: borrowing Transaction) throws(SQLiteError) {
    let existing = try ExistingMovies(in: transaction)
    let newest = try transaction.integer(
      "SELECT max(seq) FROM sqlite_sequence WHERE name = 'MovieModel'")
    self.seed = seed ?? UInt64(max(0, newest))
    films = RandomFilms(seed: self.seed)
    self.existing = existing
  }

  mutating func next(isFavorite: Bool) throws -> MovieDraft {
    while true {
      let film = films.next()
      let draft = try MovieDraft(title: film.title, cast: film.cast, isFavorite: isFavorite)
      if try !existing.resemble(draft) { return draft }
    }
  }
}
