internal import MovieSQLite

extension MovieStore {
  /// Adds a movie, and the actors of its cast that are new.
  public mutating func add(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    let added = try typed { store in
      try store.changing { transaction, _ in
        var inserter = try MovieInserter(in: transaction)
        return try inserter.add(draft, in: transaction)
      }
    }
    return ChangedMovie(movie: added, change: .added)
  }

  /// What becomes of a favorite.
  public enum FavoriteChange: Hashable, Sendable {
    /// On becomes off, off becomes on.
    case toggled
    /// On, whatever it was.
    case on
    /// Off, whatever it was.
    case off
  }

  /// Makes movies favorites or not, all or none of them.
  ///
  /// - Parameter body: called with each movie, in the order given; what it throws takes all back.
  /// - Throws: `unknownMovie` where one is not there.
  public mutating func setFavorite(
    _ change: FavoriteChange, of movies: [Movie.ID], _ body: (ChangedMovie) throws -> Void
  ) throws {
    try changing { transaction, _ in
      var update = try transaction.prepare("UPDATE MovieModel SET favorite = ?2 WHERE id = ?1")
      var casts = try CastReader(in: transaction)
      for id in movies {
        let movie = try Self.movie(id, in: transaction)
        let isFavorite = change == .toggled ? !movie.isFavorite : change == .on
        if isFavorite != movie.isFavorite {
          try update.bind(id.rawValue, at: 1)
          try update.bind(isFavorite, at: 2)
          try update.run()
        }
        let updated = Movie(
          id: id, title: movie.title, sortableTitle: movie.sortableTitle, isFavorite: isFavorite)
        try body(
          ChangedMovie(
            movie: casts.credited(updated),
            change: isFavorite == movie.isFavorite ? .unchanged : .updated))
      }
    }
  }

  /// Deletes movies, and actors left without any, all or none of them.
  ///
  /// - Parameter body: called with each movie as it was, in the order given; what it throws takes
  ///   all back.
  /// - Throws: `unknownMovie` where one is not there.
  public mutating func delete(
    _ movies: [Movie.ID], _ body: (ChangedMovie) throws -> Void
  ) throws {
    try changing { transaction, _ in
      var remove = try transaction.prepare("DELETE FROM MovieModel WHERE id = ?")
      var orphans = try OrphanSweep(in: transaction)
      var casts = try CastReader(in: transaction)
      for id in movies {
        let movie = try casts.credited(Self.movie(id, in: transaction))
        try orphans.remember(castOf: id)
        try remove.bind(id.rawValue, at: 1)
        try remove.run()
        try body(ChangedMovie(movie: movie, change: .deleted))
      }
      try orphans.run()
    }
  }

  /// Puts back a movie that was deleted: its id, favorite, and cast in its order.
  ///
  /// Actors that went with it come back under their ids. Where another one has the very name by now,
  /// that one is credited; where another one has the id, the actor gets a new one.
  ///
  /// - Returns: unchanged, with the movie that is there, where one has the id already.
  /// - Throws: what every change may throw: `busy`, `readOnly`, `diskFull`, `replaced`, `damaged`,
  ///   `inputOutput`, and those of a schema that is not the newest.
  public mutating func reinsert(_ movie: CreditedMovie) throws(StoreError) -> ChangedMovie {
    try typed { store in
      try store.changing { transaction, _ in
        if let other = try MovieRows.movie(movie.id, in: transaction) {
          var casts = try CastReader(in: transaction)
          return ChangedMovie(movie: try casts.credited(other), change: .unchanged)
        }
        var inserter = try MovieInserter(in: transaction)
        return ChangedMovie(
          movie: try inserter.putBack(movie, in: transaction), change: .added)
      }
    }
  }

  /// Changes the title and the cast of a movie, wholly or not at all.
  ///
  /// - Throws: `unknownMovie`, `notInCast`, `alreadyInCast`, `ambiguousActor`.
  public mutating func edit(
    _ id: Movie.ID, _ edit: MovieEdit
  ) throws(StoreError) -> ChangedMovie {
    try typed { store in
      try store.changing { transaction, _ in
        var casts = try CastReader(in: transaction)
        let before = try casts.credited(Self.movie(id, in: transaction))
        let draft = try edit.applied(
          to: before, movieCounts: ActorRows.movieCounts(ofCast: id, in: transaction))
        if draft.isExactly(before) { return ChangedMovie(movie: before, change: .unchanged) }
        var orphans = try OrphanSweep(in: transaction)
        try orphans.remember(castOf: id)
        var inserter = try MovieInserter(in: transaction)
        let after = try inserter.replace(before.movie, by: draft, in: transaction)
        try orphans.run()
        return ChangedMovie(movie: after, change: .updated)
      }
    }
  }

  private static func movie(
    _ id: Movie.ID, in transaction: borrowing Transaction
  ) throws -> Movie {
    guard let movie = try MovieRows.movie(id, in: transaction) else {
      throw StoreError.unknownMovie(reference: "\(id.rawValue)")
    }
    return movie
  }
}
