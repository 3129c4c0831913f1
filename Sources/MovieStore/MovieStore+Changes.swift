internal import MovieSQLite

extension MovieStore {
  /// Adds a movie, and the actors of its cast that the catalog does not have yet.
  ///
  /// Actors are identified by their names, compared byte for byte. If the catalog already has a
  /// movie with the same title, the new one is a separate movie.
  ///
  /// - Returns: The movie as stored, with its id. The change is `added`.
  /// - Throws: ``StoreError``, as for every change.
  @discardableResult
  public mutating func add(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    let changeLog = changeLog
    return try write { transaction, _ in
      var writer = try MovieWriter(in: transaction)
      let added = try writer.add(draft, in: transaction)
      changeLog.record(.added(added))
      return ChangedMovie(movie: added, change: .added)
    }
  }

  /// A change to the favorite state of a movie.
  public enum FavoriteChange: Hashable, Sendable {
    /// The state is inverted.
    case toggled
    /// The movie becomes a favorite, whatever its state was.
    case on
    /// The movie is no longer a favorite, whatever its state was.
    case off
  }

  /// Changes the favorite state of movies.
  ///
  /// Either all movies are changed, or none.
  ///
  /// - Parameters:
  ///   - change: The change to make to each movie.
  ///   - movies: The ids of the movies. A movie that occurs twice is changed twice.
  ///   - body: A closure that is called with each movie in its new state, in the given order. An
  ///     error that it throws rolls back all changes and is rethrown.
  /// - Throws: Any error that `body` throws; otherwise ``StoreError``: `unknownMovie` if a movie
  ///   does not exist, and as for every change.
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
    of movies: (borrowing Transaction, SchemaVerifier) throws -> [Movie.ID]
  ) throws {
    let changeLog = changeLog
    try transaction(.write) { transaction, schema in
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
        let after = MovieWithCast(movie: updated, cast: before.cast)
        if after != before { changeLog.record(.updated(before: before, after: after)) }
        try body(ChangedMovie(movie: after, change: after == before ? .unchanged : .updated))
      }
    }
  }

  /// Deletes movies, and actors that are left without a movie.
  ///
  /// Either all movies are deleted, or none.
  ///
  /// - Parameters:
  ///   - movies: The ids of the movies, each once.
  ///   - body: A closure that is called with each deleted movie, in the given order. An error that
  ///     it throws rolls back all changes and is rethrown.
  /// - Throws: Any error that `body` throws; otherwise ``StoreError``: `unknownMovie` if a movie
  ///   does not exist, and as for every change.
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
    try read { transaction, schema in
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
    of movies: (borrowing Transaction, SchemaVerifier) throws -> [Movie.ID]
  ) throws {
    let changeLog = changeLog
    try transaction(.write) { transaction, schema in
      var remove = try transaction.prepare("DELETE FROM MovieModel WHERE id = ?")
      var orphans = try OrphanedActors(in: transaction)
      var casts = try CastReader(in: transaction)
      for id in try movies(transaction, schema) {
        let movie = try casts.credited(Self.movie(id, in: transaction))
        try orphans.remember(castOf: id)
        try remove.bind(id.rawValue, at: 1)
        try remove.run()
        changeLog.record(.deleted(movie))
        try body(ChangedMovie(movie: movie, change: .deleted))
      }
      try orphans.run()
    }
  }

  /// Restores a deleted movie with its id, its favorite state, and its cast in billing order.
  ///
  /// Actors that were deleted with the movie get their ids back. If another actor has exactly the
  /// same name now, that actor is credited instead. If another actor has the id now, the restored
  /// actor gets a new id.
  ///
  /// - Parameter movie: The deleted movie.
  /// - Returns: The restored movie; the change is `added`. If a movie already has the id, that
  ///   movie; the change is `unchanged`.
  /// - Throws: ``StoreError``, as for every change.
  @discardableResult
  public mutating func reinsert(_ movie: MovieWithCast) throws(StoreError) -> ChangedMovie {
    let changeLog = changeLog
    return try write { transaction, _ in
      if let other = try MovieRows.movie(movie.id, in: transaction) {
        var casts = try CastReader(in: transaction)
        return ChangedMovie(movie: try casts.credited(other), change: .unchanged)
      }
      var writer = try MovieWriter(in: transaction)
      let added = try writer.restore(movie, in: transaction)
      changeLog.record(.added(added))
      return ChangedMovie(movie: added, change: .added)
    }
  }

  /// Adds the movie of a draft, or replaces the title, cast and favorite state of an existing
  /// movie.
  ///
  /// - Parameter draft: The values to store. If the draft has an id, the movie with that id is
  ///   updated.
  /// - Returns: The movie as stored. The change is `added` if the draft has no id; otherwise it is
  ///   `updated`, or `unchanged` if the movie already had these values.
  /// - Throws: ``StoreError``: `unknownMovie` if the draft has an id and the movie no longer exists
  ///   (to restore it, use ``reinsert(_:)``); otherwise as for every change.
  @discardableResult
  public mutating func save(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    guard let id = draft.id else { return try add(draft) }
    return try change(id) { _, _ in draft }
  }

  /// Changes the title and the cast of a movie.
  ///
  /// The edit is applied as a whole, or not at all. Actors that are left without a movie are
  /// deleted.
  ///
  /// - Parameters:
  ///   - id: The id of the movie.
  ///   - edit: The changes to make.
  /// - Returns: The movie as stored. The change is `updated`, or `unchanged` if the movie already
  ///   had these values.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; `notInCast` if a name to
  ///   remove or rename is not in the cast, `ambiguousActor` if the cast has it in several
  ///   spellings, `alreadyInCast` if a new name is already in the cast; `invalidDraft` for a title
  ///   or name that cannot be stored; otherwise as for every change.
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
    _ reference: MovieReference, _ edit: (MovieWithCast) throws -> MovieEdit
  ) throws -> ChangedMovie? {
    let changeLog = changeLog
    return try transaction(.write) { transaction, schema in
      let ids = try MovieLookup.idsToChange(
        reference, hasIndex: schema.hasSearchIndex, in: transaction)
      guard ids.count == 1, let id = ids.first else { return nil }
      return try Self.change(id, changeLog, in: transaction) { before, transaction in
        try edit(before).applied(to: before, in: transaction)
      }
    }
  }

  private mutating func change(
    _ id: Movie.ID, to draft: (MovieWithCast, borrowing Transaction) throws -> MovieDraft
  ) throws(StoreError) -> ChangedMovie {
    let changeLog = changeLog
    return try write { transaction, _ in
      try Self.change(id, changeLog, in: transaction, to: draft)
    }
  }

  private static func change(
    _ id: Movie.ID, _ changeLog: ChangeLog, in transaction: borrowing Transaction,
    to draft: (MovieWithCast, borrowing Transaction) throws -> MovieDraft
  ) throws -> ChangedMovie {
    var casts = try CastReader(in: transaction)
    let before = try casts.credited(movie(id, in: transaction))
    let draft = try draft(before, transaction)
    if draft.isExactly(before), draft.isFavorite == before.movie.isFavorite {
      return ChangedMovie(movie: before, change: .unchanged)
    }
    var orphans = try OrphanedActors(in: transaction)
    try orphans.remember(castOf: id)
    var inserter = try MovieWriter(in: transaction)
    let after = try inserter.replace(before.movie, by: draft, in: transaction)
    try orphans.run()
    changeLog.record(.updated(before: before, after: after))
    return ChangedMovie(movie: after, change: .updated)
  }

  /// Deletes a movie, and actors that are left without a movie.
  ///
  /// - Returns: The deleted movie. ``reinsert(_:)`` restores it.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public mutating func delete(id: Movie.ID) throws(StoreError) -> MovieWithCast {
    try one { store, body in try store.delete([id], body) }
  }

  /// Inverts the favorite state of a movie.
  ///
  /// - Returns: The movie in its new state.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public mutating func toggleFavorite(id: Movie.ID) throws(StoreError) -> MovieWithCast {
    try one { store, body in try store.setFavorite(.toggled, of: [id], body) }
  }

  /// The one movie that the change hands on.
  private mutating func one(
    _ change: (inout MovieStore, (ChangedMovie) throws -> Void) throws -> Void
  ) throws(StoreError) -> MovieWithCast {
    var changed: ChangedMovie?
    do { try change(&self) { changed = $0 } } catch { throw StoreError(error, path: path) }
    guard let changed else {
      throw .internalError(code: 0, message: "a change to one movie changed no row", sql: nil)
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
