internal import MovieSQLite

extension MovieStore {
  /// Adds a movie, and the actors of its cast that are new: an actor is the same where the name is, byte
  /// for byte. A movie of the same title may be there already, and is another one.
  ///
  /// - Returns: the movie as it is in the catalog, with its id; the change is `added`.
  /// - Throws: ``StoreError``: as every change.
  @discardableResult
  public mutating func add(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    let changeLog = changeLog
    let added = try typed { store in
      try store.changing { transaction, _ in
        var inserter = try MovieInserter(in: transaction)
        let added = try inserter.add(draft, in: transaction)
        changeLog.note(.added(added))
        return added
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
  /// - Parameters:
  ///   - change: what becomes of each.
  ///   - movies: their ids. One that stands twice is changed twice.
  ///   - body: called with each movie as it is now, in the order given; what it throws takes all back,
  ///     and climbs as it is.
  /// - Throws: what the body throws; else ``StoreError``: `unknownMovie` where one is not there, and as
  ///   every change.
  public mutating func setFavorite(
    _ change: FavoriteChange, of movies: [Movie.ID], _ body: (ChangedMovie) throws -> Void
  ) throws {
    try setFavorite(change, body) { _, _ in movies }
  }

  /// The same for the movies that references name, which are looked up in the same transaction.
  package mutating func setFavorite(
    _ change: FavoriteChange, of references: [MovieReference],
    _ body: (ChangedMovie) throws -> Void
  ) throws {
    try setFavorite(change, body) { transaction, schema in
      try MovieSelection.references(references).ids(
        hasIndex: schema.hasSearchIndex, in: transaction)
    }
  }

  private mutating func setFavorite(
    _ change: FavoriteChange, _ body: (ChangedMovie) throws -> Void,
    of movies: (borrowing Transaction, SchemaState) throws -> [Movie.ID]
  ) throws {
    let changeLog = changeLog
    try changing { transaction, schema in
      var update = try transaction.prepare("UPDATE MovieModel SET favorite = ?2 WHERE id = ?1")
      var casts = try CastReader(in: transaction)
      for id in try movies(transaction, schema) {
        let movie = try Self.movie(id, in: transaction)
        let isFavorite = change == .toggled ? !movie.isFavorite : change == .on
        if isFavorite != movie.isFavorite {
          try update.bind(id.rawValue, at: 1)
          try update.bind(isFavorite, at: 2)
          try update.run()
        }
        let before = try casts.credited(movie)
        let updated = Movie(
          id: id, title: movie.title, sortableTitle: movie.sortableTitle, isFavorite: isFavorite)
        let after = CreditedMovie(movie: updated, cast: before.cast)
        if after != before { changeLog.note(.updated(before: before, after: after)) }
        try body(ChangedMovie(movie: after, change: after == before ? .unchanged : .updated))
      }
    }
  }

  /// Deletes movies, and actors left without any, all or none of them.
  ///
  /// - Parameters:
  ///   - movies: their ids, each once.
  ///   - body: called with each movie as it was, in the order given; what it throws takes all back, and
  ///     climbs as it is.
  /// - Throws: what the body throws; else ``StoreError``: `unknownMovie` where one is not there, and as
  ///   every change.
  public mutating func delete(
    _ movies: [Movie.ID], _ body: (ChangedMovie) throws -> Void
  ) throws {
    try delete(body) { _, _ in movies }
  }

  /// The movies of a selection, to be shown before they are deleted.
  ///
  /// - Parameter listed: the number of movies that are kept for a list.
  package mutating func show(
    _ selection: MovieSelection, listing listed: Int
  ) throws(StoreError) -> ShownMovies {
    try reading { transaction, schema in
      var shown = ShownMovies(listing: listed)
      var casts = try CastReader(in: transaction)
      for id in try selection.ids(hasIndex: schema.hasSearchIndex, in: transaction) {
        shown.add(try casts.credited(Self.movie(id, in: transaction)))
      }
      return shown
    }
  }

  /// Deletes the movies of a selection, which is looked up in the same transaction.
  ///
  /// - Parameters:
  ///   - shown: what a user was shown and agreed to; `nil` for anything.
  ///   - body: called with each movie as it was.
  /// - Throws: `SelectionChanged` where the movies are not exactly those that were shown.
  package mutating func delete(
    _ selection: MovieSelection, ifStill shown: ShownMovies?,
    _ body: (ChangedMovie) throws -> Void
  ) throws {
    try delete(body) { transaction, schema in
      let ids = try selection.ids(hasIndex: schema.hasSearchIndex, in: transaction)
      if let shown { try SelectionChanged.require(shown, are: ids, in: transaction) }
      return ids
    }
  }

  private mutating func delete(
    _ body: (ChangedMovie) throws -> Void,
    of movies: (borrowing Transaction, SchemaState) throws -> [Movie.ID]
  ) throws {
    let changeLog = changeLog
    try changing { transaction, schema in
      var remove = try transaction.prepare("DELETE FROM MovieModel WHERE id = ?")
      var orphans = try OrphanSweep(in: transaction)
      var casts = try CastReader(in: transaction)
      for id in try movies(transaction, schema) {
        let movie = try casts.credited(Self.movie(id, in: transaction))
        try orphans.remember(castOf: id)
        try remove.bind(id.rawValue, at: 1)
        try remove.run()
        changeLog.note(.deleted(movie))
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
  /// - Throws: ``StoreError``: as every change.
  @discardableResult
  public mutating func reinsert(_ movie: CreditedMovie) throws(StoreError) -> ChangedMovie {
    let changeLog = changeLog
    return try typed { store in
      try store.changing { transaction, _ in
        if let other = try MovieRows.movie(movie.id, in: transaction) {
          var casts = try CastReader(in: transaction)
          return ChangedMovie(movie: try casts.credited(other), change: .unchanged)
        }
        var inserter = try MovieInserter(in: transaction)
        let added = try inserter.putBack(movie, in: transaction)
        changeLog.note(.added(added))
        return ChangedMovie(movie: added, change: .added)
      }
    }
  }

  /// Adds the movie of a draft, or gives the movie of its id the draft's title, cast and favorite.
  ///
  /// - Returns: the movie as it is now: added where the draft has no id, else updated, or unchanged
  ///   where it was so already.
  /// - Throws: ``StoreError``: `unknownMovie` where the draft has an id and the movie is not there any more; to bring
  ///   that back is for ``reinsert(_:)``; else as every change.
  @discardableResult
  public mutating func save(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    guard let id = draft.id else { return try add(draft) }
    return try change(id) { _, _ in draft }
  }

  /// Changes the title and the cast of a movie, wholly or not at all. Actors that are left without any
  /// movie go.
  ///
  /// - Returns: the movie as it is now; the change is `updated`, or `unchanged` where it was so already.
  /// - Throws: ``StoreError``: `unknownMovie` where there is no movie of the id; `notInCast` for a name to
  ///   remove or rename that the cast does not have, `ambiguousActor` for one that it has in several
  ///   spellings, `alreadyInCast` for a new name that it has already; `invalidDraft` for a title or name
  ///   that cannot be stored; else as every change.
  @discardableResult
  public mutating func edit(
    _ id: Movie.ID, _ edit: MovieEdit
  ) throws(StoreError) -> ChangedMovie {
    try change(id) { before, transaction in try edit.applied(to: before, in: transaction) }
  }

  /// The same for the movie that a reference names, which is looked up in the same transaction.
  ///
  /// - Parameter edit: makes the edit for the movie as it is; what it throws climbs as it is.
  /// - Returns: `nil`, with nothing changed, where the reference names several movies.
  package mutating func edit(
    _ reference: MovieReference, _ edit: (CreditedMovie) throws -> MovieEdit
  ) throws -> ChangedMovie? {
    let changeLog = changeLog
    return try changing { transaction, schema in
      let ids = try MovieFinder.idsToChange(
        reference, hasIndex: schema.hasSearchIndex, in: transaction)
      guard ids.count == 1, let id = ids.first else { return nil }
      return try Self.change(id, changeLog, in: transaction) { before, transaction in
        try edit(before).applied(to: before, in: transaction)
      }
    }
  }

  private mutating func change(
    _ id: Movie.ID, to draft: (CreditedMovie, borrowing Transaction) throws -> MovieDraft
  ) throws(StoreError) -> ChangedMovie {
    let changeLog = changeLog
    return try typed { store in
      try store.changing { transaction, _ in
        try Self.change(id, changeLog, in: transaction, to: draft)
      }
    }
  }

  private static func change(
    _ id: Movie.ID, _ changeLog: ChangeLog, in transaction: borrowing Transaction,
    to draft: (CreditedMovie, borrowing Transaction) throws -> MovieDraft
  ) throws -> ChangedMovie {
    var casts = try CastReader(in: transaction)
    let before = try casts.credited(movie(id, in: transaction))
    let draft = try draft(before, transaction)
    if draft.isExactly(before), draft.isFavorite == before.movie.isFavorite {
      return ChangedMovie(movie: before, change: .unchanged)
    }
    var orphans = try OrphanSweep(in: transaction)
    try orphans.remember(castOf: id)
    var inserter = try MovieInserter(in: transaction)
    let after = try inserter.replace(before.movie, by: draft, in: transaction)
    try orphans.run()
    changeLog.note(.updated(before: before, after: after))
    return ChangedMovie(movie: after, change: .updated)
  }

  /// Deletes one movie, and actors left without any.
  ///
  /// - Returns: the movie as it was: ``reinsert(_:)`` puts it back.
  /// - Throws: `unknownMovie` where it is not there, and what every change may throw.
  @discardableResult
  public mutating func delete(id: Movie.ID) throws(StoreError) -> CreditedMovie {
    try one { store, body in try store.delete([id], body) }
  }

  /// Makes one movie a favorite, or no longer.
  ///
  /// - Returns: the movie as it is now.
  /// - Throws: `unknownMovie` where it is not there, and what every change may throw.
  @discardableResult
  public mutating func toggleFavorite(id: Movie.ID) throws(StoreError) -> CreditedMovie {
    try one { store, body in try store.setFavorite(.toggled, of: [id], body) }
  }

  /// The one movie that the change hands on.
  private mutating func one(
    _ change: (inout MovieStore, (ChangedMovie) throws -> Void) throws -> Void
  ) throws(StoreError) -> CreditedMovie {
    var changed: ChangedMovie?
    try typed { store in try change(&store) { changed = $0 } }
    guard let changed else {
      throw .defect(code: 0, message: "a change of one movie changed none", sql: nil)
    }
    return changed.movie
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
